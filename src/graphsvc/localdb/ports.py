"""Loopback ports: a free one, whether one is taken and by whom, whether one answers."""

import socket

import psutil

from graphsvc.domain.errors import LocalServerError

HOST = "127.0.0.1"


def chosen(wanted: int | None) -> int:
    """The wanted port, or a free one if None is wanted.

    Raises LocalServerError if the wanted one is taken or cannot be used.
    """
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Java does
            probe.bind((HOST, wanted or 0))
            port: int = probe.getsockname()[1]
            return port
    except (OSError, OverflowError) as error:
        raise LocalServerError(
            f"Port {wanted} of {HOST} cannot be used for local Neo4j{_holder(wanted)}: set "
            "GRAPHSVC_LOCAL_BOLT_PORT to a free port, or unset it and graphsvc chooses one."
        ) from error


def answers(port: int) -> bool:
    """Whether something accepts connections on a loopback port."""
    try:
        with socket.create_connection((HOST, port), timeout=1):
            return True
    except OSError:
        return False


def _holder(port: int | None) -> str:
    try:
        found = [c.pid for c in psutil.net_connections("tcp") if c.laddr and c.laddr.port == port and c.pid]
        if found:
            return f" (process {found[0]}, {psutil.Process(found[0]).name()}, has it)"
    except psutil.Error:
        pass
    return " (another process has it, or the system forbids it)"
