"""`graphsvc serve --workers N`: several processes answer at one address, and end when they should."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from tests.conftest import Store

pytestmark = [pytest.mark.neo4j, pytest.mark.skipif(sys.platform == "win32", reason="signals")]

PATIENCE_S = 40.0


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something to be so."""
    give_up = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.1)


@contextmanager
def two_workers(store: Store, folder: Path) -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """Serve with two workers; yields the parent process and the address."""
    connection = store.connection
    environment = {
        **os.environ,
        "GRAPHSVC_HOME": str(folder),
        "GRAPHSVC_NEO4J_URI": connection.uri,
        "GRAPHSVC_NEO4J_USER": connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": connection.password,
    }
    log = folder / "log"
    command = [sys.executable, "-m", "graphsvc", "serve", "--port", "0", "--workers", "2"]
    with log.open("wb") as stderr, subprocess.Popen(command, env=environment, stderr=stderr) as parent:
        try:
            wait_until(lambda: "graphsvc serves " in log.read_text())
            address = next(line.split()[-1] for line in log.read_text().splitlines() if "graphsvc serves " in line)
            wait_until(lambda: log.read_text().count("Application startup complete") == 2)
            yield parent, address.rstrip("/")
        finally:
            parent.kill()  # its workers end by themselves


def workers(parent: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes that answer: of the children those that hold the socket."""
    return [each for each in psutil.Process(parent.pid).children() if is_worker(each)]


def is_worker(process: psutil.Process) -> bool:
    """Return whether a process is a worker, and not just dead."""
    try:
        return any("spawn_main" in part for part in process.cmdline())
    except psutil.Error:
        return False


def is_live(address: str) -> bool:
    """Return whether somebody answers."""
    try:
        return httpx.get(f"{address}/health/ready", timeout=PATIENCE_S).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_workers_answer_and_end_with_their_parent(seed_store: Store, tmp_path: Path, number: int) -> None:
    """Two processes answer; told to end, the parent ends them first and then itself, with 0."""
    with two_workers(seed_store, tmp_path) as (parent, address):
        answering = workers(parent)
        assert 2 == len(answering)
        assert is_live(address)
        parent.send_signal(number)
        assert 0 == parent.wait(timeout=PATIENCE_S)
        assert not any(each.is_running() for each in answering)
        assert not is_live(address)


def test_a_dead_worker_is_started_again(seed_store: Store, tmp_path: Path) -> None:
    """When a worker dies the other one goes on answering, and another process takes its place."""
    with two_workers(seed_store, tmp_path) as (parent, address):
        first, second = workers(parent)
        first.kill()
        wait_until(lambda: is_live(address))
        wait_until(lambda: len(workers(parent)) == 2 and first not in workers(parent))
        assert second in workers(parent)
        parent.terminate()
        assert 0 == parent.wait(timeout=PATIENCE_S)


def test_workers_end_when_their_parent_was_killed(seed_store: Store, tmp_path: Path) -> None:
    """A parent that was killed leaves nobody behind who holds the port."""
    with two_workers(seed_store, tmp_path) as (parent, address):
        answering = workers(parent)
        parent.kill()
        parent.wait(timeout=PATIENCE_S)
        wait_until(lambda: not any(each.is_running() for each in answering))
        assert not is_live(address)
