"""Use, start, stop, look at and wipe the local Neo4j of a data folder."""

import errno
import os
import shutil
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import launch, state
from graphsvc.localdb.locks import as_user, exclusive, no_users, users
from graphsvc.localdb.options import NEO4J_VERSION, LocalOptions, LocalServer, Places, Status, places

STOP_WAIT_S = 200.0  # a little more than the keeper gives Neo4j


def _silent(_: str) -> None:
    pass


@contextmanager
def use(options: LocalOptions, say: Callable[[str], None] = _silent) -> Generator[LocalServer, None, None]:
    """A running local Neo4j, shared with every process that uses the same folder; the last one out stops it.

    Raises LocalServerError if it cannot be fetched or started.
    """
    where = _prepared(options)
    with as_user(where, say):
        _prepared(options)  # again: it may have been wiped while we waited
        with _files_told(options), exclusive(where.start_lock):
            server = launch.ready_server(options, where, say)
        yield server


def start(options: LocalOptions, say: Callable[[str], None] = _silent) -> LocalServer:
    """Start the local Neo4j, or keep the running one up: it stays until stop(), though no process uses it.

    Raises LocalServerError if it cannot be fetched or started.
    """
    with use(options, say) as server:
        state.write_atomically(places(options).pin, "")
        return server


def stop(options: LocalOptions, say: Callable[[str], None] = _silent) -> bool:
    """Stop the local Neo4j cleanly, and tell whether it was stopped; while processes use it, only unpin it.

    Raises LocalServerError if it does not end.
    """
    where = places(options)
    if not where.root.is_dir():
        return False
    where.pin.unlink(missing_ok=True)
    with no_users(where, patience_s=0.5) as alone:
        if alone:
            return _stop(where, say)
    say(f"{_users_text(where)} it: local Neo4j stops by itself when the last of them ends.")
    return False


def status(options: LocalOptions) -> Status:
    """What is known about the local Neo4j, without changing anything."""
    where = places(options)
    known = state.read(where)
    keeper = state.keeper_process(where, known)
    server = state.server_process(where, known)
    phase = known.phase if known else "stopped"
    if server is None and keeper is None and phase != "failed":
        phase = "stopped"
    elif server is not None and known is None:
        phase = "ready"  # its keeper and state are gone; the next use takes it over
    port = known.port if known else state.configured_port(where)
    holders = users(where)
    return Status(
        running=server is not None,
        phase=phase,
        message=known.message if known else None,
        pid=server.pid if server else None,
        keeper_pid=keeper.pid if keeper else None,
        uri=launch.uri(port) if server and port else None,
        pinned=server is not None and where.pin.exists(),
        users=None if holders is None else len(holders),
        version=NEO4J_VERSION,
        path=where.root,
        log=where.log,
        store_bytes=_size(where.data),
    )


def path(options: LocalOptions) -> Path:
    """The folder with everything of the local Neo4j."""
    return places(options).root


def wipe(options: LocalOptions, say: Callable[[str], None] = _silent) -> None:
    """Delete the local Neo4j of this data folder: store, password, logs; a running one is stopped first.

    Raises LocalServerError while processes use it, or if files cannot be deleted.
    """
    where = places(options)
    if not where.root.is_dir():
        return
    with no_users(where, patience_s=0.5) as alone:
        if not alone:
            raise LocalServerError(
                f"{_users_text(where)} the local Neo4j in {where.root}: end what uses it, then wipe it."
            )
        _stop(where, say)
        try:
            shutil.rmtree(where.root)
        except OSError as error:
            raise LocalServerError(
                f"{error.filename} cannot be deleted ({error.strerror}): make it yours and writable, and wipe again."
            ) from error
    say(f"Deleted {where.root}.")


def admin_command(options: LocalOptions, *args: str) -> list[str]:
    """The command that runs Neo4j's AdminTool (`database import full` …); stop the server before.

    Raises LocalServerError if the jars cannot be fetched.
    """
    where = _prepared(options)
    return launch.admin(options, where, _silent, *args)


@contextmanager
def offline(options: LocalOptions, say: Callable[[str], None] = _silent) -> Generator[None, None, None]:
    """The local Neo4j stopped, and nobody starts it while the block runs: for admin_command().

    Raises LocalServerError while processes use it.
    """
    where = _prepared(options)
    with no_users(where, patience_s=0.5) as alone:
        if not alone:
            raise LocalServerError(
                f"{_users_text(where)} the local Neo4j in {where.root}, and this needs it stopped: end "
                "what uses it and try again."
            )
        _stop(where, say)
        yield


def _prepared(options: LocalOptions) -> Places:
    where = places(options)
    with _files_told(options):
        for folder in (where.root, where.logs, where.data, where.conf):
            folder.mkdir(parents=True, exist_ok=True)
        where.root.chmod(0o700)
        if not os.access(where.root, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(where.root))
        launch.check_space(where)
    return where


@contextmanager
def _files_told(options: LocalOptions) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LocalServerError(
                f"The disk of {options.home} is full: free some space, or set GRAPHSVC_HOME to a folder on "
                "another disk."
            ) from error
        raise LocalServerError(
            f"The data folder {options.home} cannot be written ({error.filename}: {error.strerror}): make it "
            "writable, or set GRAPHSVC_HOME to a folder of yours."
        ) from error


def _stop(where: Places, say: Callable[[str], None]) -> bool:
    known = state.read(where)
    keeper = state.keeper_process(where, known)
    server = state.server_process(where, known)
    if keeper is None and server is None:
        where.state.unlink(missing_ok=True)
        return False
    say("Stopping local Neo4j …")
    # The keeper stops Neo4j; without one we do it ourselves.
    first = keeper or server
    with suppress(psutil.NoSuchProcess):
        if first is not None:
            first.terminate()
    deadline = time.monotonic() + STOP_WAIT_S
    while any(p is not None and state.alive(p) for p in (keeper, server)):
        if time.monotonic() > deadline:
            raise LocalServerError(
                f"Local Neo4j (pid {server.pid if server else '?'}) does not end: look into {where.log}, and "
                "as the last resort kill that process; its store is repaired at the next start."
            )
        if keeper is not None and server is not None and not state.alive(keeper):
            with suppress(psutil.NoSuchProcess):
                server.terminate()  # the keeper was killed in the middle of it
            keeper = None
        time.sleep(0.05)
    where.state.unlink(missing_ok=True)
    say("Local Neo4j is stopped.")
    return True


def _users_text(where: Places) -> str:
    holders = users(where)
    if not holders:
        return "Another process uses"
    pids = ", ".join(map(str, holders))
    return f"Process {pids} uses" if len(holders) == 1 else f"{len(holders)} processes ({pids}) use"


def _size(folder: Path) -> int:
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += (Path(base) / name).stat().st_blocks * 512
    return total
