"""The socket on which the service listens."""

import socket
import sys

import pytest

from graphsvc import app


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this option")
def test_a_peer_that_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection whose peer takes nothing of what was written ends by itself, also when nobody writes any more."""
    monkeypatch.setattr(app, "UNREAD_TIMEOUT_S", 1)
    with app.listen("127.0.0.1", 0) as listener, socket.socket() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.connect(listener.getsockname())
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(20)
            with pytest.raises(OSError, match="Connection timed out"):
                connection.sendall(b"x" * 50_000_000)
            assert 1000 == connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
