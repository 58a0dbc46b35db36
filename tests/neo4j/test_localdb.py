"""The local Neo4j, the real one: sharing, crashes, and what it says when it cannot run."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import neo4j
import psutil
import pytest

from graphsvc import localdb
from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import LocalOptions, config, jars, state
from graphsvc.localdb.options import places

pytestmark = pytest.mark.neo4j

USER_PROGRAM = """
import sys
from pathlib import Path
from graphsvc import localdb
with localdb.use(localdb.LocalOptions(Path(sys.argv[1]), heap_mb=512, page_cache_mb=64)) as server:
    print(server.uri, server.pid, flush=True)
    sys.stdin.read()
"""


@dataclass
class User:
    """Another process that uses the server until it is told to leave."""

    process: subprocess.Popen[str]
    uri: str
    pid: int

    def leave(self) -> None:
        self.process.communicate(timeout=30)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=30)


@pytest.fixture
def options(tmp_path: Path) -> Iterator[LocalOptions]:
    some = LocalOptions(tmp_path / "home", heap_mb=512, page_cache_mb=64)
    yield some
    localdb.stop(some)
    until(lambda: not localdb.status(some).running, "stopped after the test")


@pytest.fixture
def spawn_user(options: LocalOptions) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    processes: list[subprocess.Popen[str]] = []

    def spawn() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", USER_PROGRAM, str(options.home)]
        processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return processes[-1]

    yield spawn
    for process in processes:
        process.kill()
        process.communicate(timeout=30)


@pytest.fixture
def new_user(spawn_user: Callable[[], subprocess.Popen[str]]) -> Callable[[], User]:
    return lambda: answer(spawn_user())


def answer(process: subprocess.Popen[str]) -> User:
    assert process.stdout is not None
    uri, pid = process.stdout.readline().split()
    return User(process, uri, int(pid))


def until(condition: Callable[[], bool], what: str, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)


def ready_again(options: LocalOptions, not_pid: int) -> bool:
    now = localdb.status(options)
    return now.phase == "ready" and now.pid not in (None, not_pid)


def value(server: localdb.LocalServer, query: str) -> object:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        return driver.execute_query(query).records[0][0]


def test_shared_and_stopped_by_the_last(options: LocalOptions, new_user: Callable[[], User]) -> None:
    """Two processes use one server, it stays while one is left, and the last one out stops it cleanly."""
    first, second = new_user(), new_user()
    assert (first.uri, first.pid) == (second.uri, second.pid)
    assert 2 == localdb.status(options).users
    first.leave()
    time.sleep(3)
    assert localdb.status(options).running
    second.leave()
    until(lambda: not localdb.status(options).running, "stopped")
    until(lambda: localdb.status(options).keeper_pid is None, "keeper ended")
    assert "Stopped." in places(options).log.read_text().splitlines()[-1]


def test_started_at_the_same_moment_and_during_a_stop(
    options: LocalOptions, spawn_user: Callable[[], subprocess.Popen[str]], new_user: Callable[[], User]
) -> None:
    """Processes that start at the same moment share one server; one that comes while it stops gets a new one."""
    starting = [spawn_user() for _ in range(3)]
    together = [answer(process) for process in starting]
    assert 1 == len({(user.uri, user.pid) for user in together})
    for user in together:
        user.leave()
    until(lambda: "stopping" == localdb.status(options).phase, "stopping")
    late = new_user()
    assert late.pid != together[0].pid
    with localdb.use(options) as server:
        assert (server.uri, server.pid) == (late.uri, late.pid)


def test_only_loopback_bolt_and_a_private_password(options: LocalOptions) -> None:
    """It listens on one loopback port; the password is its owner's alone, in no command and no repr."""
    with localdb.use(options) as server:
        assert 0o600 == stat.S_IMODE(places(options).password.stat().st_mode)
        process = psutil.Process(server.pid)
        listening = {c.laddr for c in process.net_connections("tcp") if c.status == psutil.CONN_LISTEN}
        addresses = {(str(a.ip).removeprefix("::ffff:"), a.port) for a in listening}
        assert {("127.0.0.1", int(server.uri.rpartition(":")[2]))} == addresses
        keeper = psutil.Process(localdb.status(options).keeper_pid)
        assert all(server.password not in part for part in process.cmdline() + keeper.cmdline())
        assert server.password not in repr(server)
        with pytest.raises(neo4j.exceptions.AuthError):
            value(replace(server, password="neo4j"), "RETURN 1")
        assert os.getsid(keeper.pid) != os.getsid(0)


def test_data_stays_and_the_password_with_it(options: LocalOptions) -> None:
    """What was written is there at the second start, which is quick and needs no network."""
    with localdb.use(options) as server:
        value(server, "CREATE (p:Paper {id: 'x'}) RETURN p.id")
    until(lambda: not localdb.status(options).running, "stopped")
    said: list[str] = []
    began = time.monotonic()
    with localdb.use(options, said.append) as server:
        assert time.monotonic() - began < 15
        assert "x" == value(server, "MATCH (p:Paper) RETURN p.id")
    assert not [line for line in said if "Fetching" in line]


def test_killed_user_leaves_no_server(options: LocalOptions, new_user: Callable[[], User]) -> None:
    """A user that is killed cannot say goodbye, and the server is stopped all the same."""
    new_user().kill()
    until(lambda: not localdb.status(options).running, "stopped")


def test_killed_server_comes_back(options: LocalOptions) -> None:
    """Neo4j killed under its users comes back on the same port; killed over and over it stays down."""
    with localdb.use(options) as server:
        value(server, "CREATE (p:Paper {id: 'x'}) RETURN p.id")
        os.kill(server.pid, signal.SIGKILL)
        until(lambda: ready_again(options, server.pid), "ready again")
        assert server.uri == localdb.status(options).uri
        assert "x" == value(server, "MATCH (p:Paper) RETURN p.id")
        for _ in range(2):
            until(lambda: localdb.status(options).pid is not None, "started")
            pid = localdb.status(options).pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            until(lambda gone=pid: localdb.status(options).pid != gone, "seen")
        until(lambda: localdb.status(options).phase == "failed", "given up")
        assert "3 times within a minute" in (localdb.status(options).message or "")


def test_killed_keeper_is_replaced(options: LocalOptions) -> None:
    """With its keeper killed the server goes on, and the next use gives it a new one that stops it."""
    with localdb.use(options) as server:
        keeper = localdb.status(options).keeper_pid
        assert keeper is not None
        killed = psutil.Process(keeper)
        os.kill(keeper, signal.SIGKILL)
        psutil.wait_procs([killed], timeout=10)  # the signal takes a moment to end it
        with localdb.use(options) as again:
            assert (server.uri, server.pid) == (again.uri, again.pid)
            assert localdb.status(options).keeper_pid not in (None, keeper)
        os.kill(server.pid, signal.SIGKILL)
        until(lambda: ready_again(options, server.pid), "the new keeper started it again")
    until(lambda: not localdb.status(options).running, "stopped")


def test_killed_keeper_and_state_lost(options: LocalOptions) -> None:
    """A running server is found and taken over even if its keeper and the state file are gone."""
    with localdb.use(options) as server:
        keeper = localdb.status(options).keeper_pid
        assert keeper is not None
        os.kill(keeper, signal.SIGKILL)
        places(options).state.unlink()
        with localdb.use(options) as again:
            assert (server.uri, server.pid) == (again.uri, again.pid)


def test_everything_killed_and_the_pid_reused(options: LocalOptions) -> None:
    """After both were killed a new server starts, also if an unrelated process now has the old pid."""
    with localdb.use(options) as server:
        value(server, "CREATE (p:Paper {id: 'x'}) RETURN p.id")
        keeper = localdb.status(options).keeper_pid
        assert keeper is not None
        os.kill(keeper, signal.SIGKILL)
        os.kill(server.pid, signal.SIGKILL)
    until(lambda: not localdb.status(options).running, "dead")  # a killed JVM takes a moment to be gone
    other = subprocess.Popen(["sleep", "60"])
    try:
        file = places(options).state
        stale = json.loads(file.read_text())
        created = psutil.Process(other.pid).create_time()
        stale.update(pid=other.pid, keeper_pid=other.pid, created=created, keeper_created=created)
        file.write_text(json.dumps(stale))
        assert not localdb.status(options).running
        with localdb.use(options) as again:
            assert again.pid not in (server.pid, other.pid)
            assert "x" == value(again, "MATCH (p:Paper) RETURN p.id")
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_pinned_until_stopped(options: LocalOptions, new_user: Callable[[], User]) -> None:
    """start() keeps the server up without users, wipe() refuses while it is used, stop() ends it."""
    server = localdb.start(options)
    time.sleep(3)
    now = localdb.status(options)
    assert (True, True, 0) == (now.running, now.pinned, now.users)
    user = new_user()
    assert server.pid == user.pid
    with pytest.raises(LocalServerError, match=f"Process {user.process.pid} uses the local Neo4j"):
        localdb.wipe(options)
    said: list[str] = []
    user.leave()
    assert localdb.status(options).running
    assert localdb.stop(options, said.append)
    assert ["Stopping local Neo4j …", "Local Neo4j is stopped."] == said
    assert not localdb.status(options).running
    assert not localdb.stop(options)
    localdb.wipe(options)
    assert not localdb.path(options).exists()


def test_admin_tool_runs_on_the_same_class_path(options: LocalOptions) -> None:
    """AdminTool imports into the stopped store, and the server then serves what it imported."""
    csv = options.home / "papers.csv"
    csv.parent.mkdir(parents=True)
    csv.write_text("id:ID,:LABEL\na,Paper\nb,Paper\n")
    with localdb.offline(options):
        what = (f"--nodes={csv}", "--threads=1", "neo4j")  # --nodes takes all that follows it
        command = localdb.admin_command(options, "database", "import", "full", *what)
        done = subprocess.run(command, capture_output=True, text=True)
        assert 0 == done.returncode, done.stdout + done.stderr
    with localdb.use(options) as server:
        assert 2 == value(server, "MATCH (p:Paper) RETURN count(p)")
        with pytest.raises(LocalServerError, match="needs it stopped"), localdb.offline(options):
            pass


def test_port_taken(options: LocalOptions) -> None:
    """A configured port that is taken is named, with the setting that changes it."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with (
            pytest.raises(LocalServerError, match=f"Port {port} .*GRAPHSVC_LOCAL_BOLT_PORT"),
            localdb.use(replace(options, bolt_port=port)),
        ):
            pass


def test_failed_start_tells_why(options: LocalOptions) -> None:
    """A server that dies at its start is not tried again; the message has the reason and the log's path."""
    places(options).data.mkdir(parents=True)
    (places(options).data / "databases").write_text("a file where Neo4j needs a folder")
    with (
        pytest.raises(LocalServerError, match=r"Neo4j ended: .* It last said: .* Its log: .*\.log") as caught,
        localdb.use(options),
    ):
        pass
    assert str(places(options).data / "databases") in str(caught.value)
    until(lambda: localdb.status(options).keeper_pid is None, "keeper ended")


def test_damaged_jar_is_fetched_again(options: LocalOptions, tmp_path: Path) -> None:
    """A jar with another hash than the locked one is deleted and fetched anew, and it is said so."""
    jars.class_path(None, print)
    cache = tmp_path / "cache"
    locked = jars.locked_jars()
    for jar in locked:
        jar.within(cache).parent.mkdir(parents=True, exist_ok=True)
        jar.within(cache).symlink_to(jar.within(jars.default_cache()))
    victim = min(locked, key=lambda jar: jar.size)
    victim.within(cache).unlink()
    victim.within(cache).write_bytes(b"half a jar")
    said: list[str] = []
    assert len(locked) == len(jars.class_path(cache, said.append))
    assert "is damaged" in said[0]
    assert "Fetching Neo4j 2026.08.1 (1 files" in said[1]
    said.clear()
    jars.class_path(cache, said.append)
    assert [] == said
    shutil.rmtree(cache)


def test_initial_password_as_admin_tool_writes_it(options: LocalOptions) -> None:
    """The first user is written in the form that AdminTool writes it in: same fields, same hash."""
    places(options).root.mkdir(parents=True)
    config.ensure_password(places(options))
    file = places(options).data / "dbms" / "auth.ini"
    ours = file.read_text()
    file.unlink()
    done = subprocess.run(localdb.admin_command(options, "dbms", "set-initial-password", "x" * 12), capture_output=True)
    assert 0 == done.returncode
    shape = [len(part) for part in ours.strip().replace(":", ",").split(",")]
    assert shape == [len(part) for part in file.read_text().strip().replace(":", ",").split(",")]


def test_state_survives_a_crash_of_its_writer(options: LocalOptions) -> None:
    """A state file that is cut short counts as none, so a start goes on from what really runs."""
    with localdb.use(options) as server:
        file = places(options).state
        file.write_text(file.read_text()[:20])
        assert state.read(places(options)) is None
        assert server.pid == localdb.status(options).pid
