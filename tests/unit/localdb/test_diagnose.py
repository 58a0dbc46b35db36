"""From a log to a message."""

from pathlib import Path

import pytest

from graphsvc.localdb.diagnose import failure, meaningful, recovering
from graphsvc.localdb.options import Places


@pytest.fixture
def where(tmp_path: Path) -> Places:
    some = Places(tmp_path)
    some.logs.mkdir()
    return some


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        (
            "Error occurred during initialization of VM\nCould not reserve enough space for 9437184KB object heap",
            "HEAP_MB",
        ),
        ("java.io.IOException: No space left on device", "the disk is full"),
        ("Caused by: java.net.BindException: Address already in use", "GRAPHSVC_LOCAL_BOLT_PORT"),
        ("java.lang.IllegalStateException: UnknownStoreVersionException", "written by a newer Neo4j"),
        ("Error: Could not find or load main class org.neo4j.server.Neo4jCommunity", "damaged jars are fetched anew"),
        ("java.nio.file.AccessDeniedException: /x/data", "yours and writable"),
    ],
)
def test_known_causes(where: Places, line: str, advice: str) -> None:
    """Each known cause is told with what to do, with the line that says it and with the log's path."""
    where.console.write_text(line + "\n\tat org.neo4j.SomeFileLockException.frame(X.java:1)\n")
    message = failure(where, 1)
    assert advice in message
    assert line.splitlines()[-1].removeprefix("Caused by: ") in message
    assert message.endswith(f"Its log: {where.console}")


def test_only_this_run_counts(where: Places) -> None:
    """What an earlier run wrote to the log is not told as the cause of this one."""
    where.log.write_text("2026-01-01 00:00:00.000+0000 ERROR No space left on device\n")
    start = where.log.stat().st_size
    with where.log.open("a") as log:
        log.write("2026-01-02 00:00:00.000+0000 ERROR Something else\n")
    message = failure(where, 1, start)
    assert "the disk is full" not in message
    assert "It last said: Something else" in message


def test_last_cause_says_most() -> None:
    """Of a stack trace the last cause is told, not the frames."""
    lines = ["ERROR Failed to start", "Caused by: A: first", "\tat x.y(Z.java)", "Caused by: B: last", "\t... 5 more"]
    assert "B: last" == meaningful(lines)
    assert meaningful(["", "\x06"]) is None


def test_recovery_is_seen(where: Places) -> None:
    """A store that is being repaired is seen until its repair has ended."""
    log = where.logs / "debug.log"
    log.write_text("Recovery required from position X\n 10% completed\n")
    assert recovering(where)
    log.write_text(log.read_text() + "Recovery in 'full' mode completed. Observed …\n")
    assert not recovering(where)
