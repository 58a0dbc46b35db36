"""Bring the server of a data folder to the point where Bolt answers: find it, take it over, or start it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import config, memory, ports, state
from graphsvc.localdb.diagnose import recovering
from graphsvc.localdb.jars import class_path
from graphsvc.localdb.options import NEO4J_VERSION, USER, LocalOptions, LocalServer, Places
from graphsvc.localdb.state import KEEPER_MODULE

FREE_MB = 300  # a first store and its logs; a load needs more and says so itself


def ready_server(options: LocalOptions, where: Places, say: Callable[[str], None]) -> LocalServer:
    """The server of this folder, up and answering; the caller holds the start lock and is a user.

    Raises LocalServerError if it cannot be fetched or started.
    """
    known = _settled(where, state.read(where), say)
    keeper = state.keeper_process(where, known)
    server = state.server_process(where, known)
    password = config.ensure_password(where)
    if keeper is not None and known is not None and known.phase != "failed":
        port = known.port
    elif server is not None:
        port = (known.port if known else state.configured_port(where)) or 0
        say(f"Taking over the local Neo4j that runs with pid {server.pid} …")
        _spawn(options, where, port, class_path(options.jar_cache, say), adopt=server.pid)
    else:
        size = memory.sized(options)
        jars = class_path(options.jar_cache, say)
        port = ports.chosen(options.bolt_port)  # after the fetching: a free port does not stay free for long
        say(f"Starting local Neo4j {NEO4J_VERSION} …")
        _check_version(where)
        where.pin.unlink(missing_ok=True)  # a pin of a server that is no more
        config.write_config(where, port, size)
        _spawn(options, where, port, jars, adopt=None)
    pid = _wait(options, where, password, say)
    return LocalServer(uri(port), USER, password, pid)


def admin(options: LocalOptions, where: Places, say: Callable[[str], None], *args: str) -> list[str]:
    """The command of AdminTool for this folder, after writing what it reads.

    Raises LocalServerError if the jars cannot be fetched.
    """
    size = memory.sized(options)
    if not (where.conf / "neo4j.conf").exists():
        config.write_config(where, ports.chosen(options.bolt_port), size)
    config.ensure_password(where)  # a store that is imported before the first start has it, too
    return config.admin_tool_command(where, class_path(options.jar_cache, say), size.heap_mb, *args)


def uri(port: int) -> str:
    """Where the server listens."""
    return f"bolt://{ports.HOST}:{port}"


def check_space(where: Places) -> None:
    """Raises LocalServerError if the disk has too little room to start."""
    free = shutil.disk_usage(where.root).free // (1024 * 1024)
    if free < FREE_MB:
        raise LocalServerError(
            f"The disk of {where.root} has {free} MB free, and local Neo4j needs at least {FREE_MB} MB: free "
            "some space, or set GRAPHSVC_HOME to a folder on another disk."
        )


def _settled(where: Places, known: state.State | None, say: Callable[[str], None]) -> state.State | None:
    # A stopping server (its keeper was told to, or was killed at it) is none to use: wait for its end.
    told = False
    while known is not None and known.phase == "stopping":
        if not (state.keeper_process(where, known) or state.server_process(where, known)):
            break
        if not told:
            say("Local Neo4j is being stopped; waiting for that before it is started again …")
            told = True
        time.sleep(0.1)
        known = state.read(where)
    return known


def _spawn(options: LocalOptions, where: Places, port: int, jars: Sequence[Path], adopt: int | None) -> None:
    command = config.server_command(where, jars, memory.sized(options))
    where.state.unlink(missing_ok=True)
    args = [f"--root={where.root}", f"--port={port}", "--detach", *([f"--adopt={adopt}"] if adopt else [])]
    with where.keeper_log.open("ab") as log:
        done = subprocess.run(  # noqa: S603 our own module, run by our own Python
            [sys.executable, "-P", "-m", KEEPER_MODULE, *args, "--", *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=where.root,
            start_new_session=True,  # Ctrl-C in the terminal is not for it
            check=False,
        )
    if done.returncode:
        raise LocalServerError(f"The keeper of local Neo4j cannot be started: look into {where.keeper_log}.")


def _wait(options: LocalOptions, where: Places, password: str, say: Callable[[str], None]) -> int:
    spawned = time.monotonic()
    deadline = spawned + options.start_timeout_s
    while time.monotonic() < deadline or recovering(where):
        if time.monotonic() >= deadline:
            say("Neo4j is still repairing its store after a crash; waiting for it …")
            deadline += 60
        known = state.read(where)
        if known is not None and known.phase == "failed":
            raise LocalServerError(known.message or f"Neo4j ended: look into {where.log}.")
        if known is not None and known.phase == "ready" and known.pid and _verified(known.port, password):
            state.write_atomically(where.version, NEO4J_VERSION + "\n")
            return known.pid
        if state.keeper_process(where, known) is None and time.monotonic() - spawned > 10:
            raise LocalServerError(f"The keeper of local Neo4j is gone: look into {where.keeper_log} and start again.")
        time.sleep(0.05)
    # We cease to be a user, so the keeper stops it.
    raise LocalServerError(
        f"Local Neo4j did not answer within {options.start_timeout_s:.0f} s: look into {where.log}. On a "
        "busy machine end other programs and start again."
    )


def _verified(port: int, password: str) -> bool:
    # A port that accepts is not enough: the store behind it may still be recovering.
    from neo4j import GraphDatabase, exceptions

    auth = (USER, password)
    try:
        with GraphDatabase.driver(uri(port), auth=auth, connection_timeout=5) as driver:  # pyright: ignore[reportUnknownMemberType]
            with driver.session(database="neo4j") as session:  # pyright: ignore[reportUnknownMemberType]
                session.run("RETURN 1").consume()
            return True
    except exceptions.AuthError as error:
        raise LocalServerError(
            "Local Neo4j refuses the password that graphsvc keeps for it: put the old password file back, or "
            "delete the store with `graphsvc db wipe` and load again."
        ) from error
    except (exceptions.Neo4jError, exceptions.DriverError):
        return False


def _check_version(where: Places) -> None:
    try:
        wrote = where.version.read_text(encoding="utf-8").strip()
    except OSError:
        return
    if _numbers(wrote) > _numbers(NEO4J_VERSION):
        raise LocalServerError(
            f"The store in {where.data} was written by Neo4j {wrote}, newer than {NEO4J_VERSION} of this "
            "graphsvc: upgrade graphsvc, or delete the store with `graphsvc db wipe` and load again."
        )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdigit()]
