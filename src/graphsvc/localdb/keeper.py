"""The keeper: a process that owns the Java process, restarts it if it dies, stops it after its last user."""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from graphsvc.localdb import state
from graphsvc.localdb.diagnose import failure
from graphsvc.localdb.locks import no_users
from graphsvc.localdb.options import Places
from graphsvc.localdb.ports import answers
from graphsvc.localdb.state import State

GRACE_S = 2.0  # a process that ends and one that starts right after it share the server
TICK_S = 0.2
DEATHS, WITHIN_S = 3, 60.0
STOP_S = 180.0  # a checkpoint of a big store takes its time; killing would only cost a recovery


@dataclass(slots=True)
class Keeper:
    """One server and what has happened to it."""

    places: Places
    port: int
    command: list[str]
    process: psutil.Process | None = None
    child: subprocess.Popen[bytes] | None = None
    phase: str = "starting"
    message: str | None = None
    asked_to_stop: bool = False
    log_start: int = 0  # where this run begins in Neo4j's own log
    was_ready: bool = False
    deaths: list[float] = field(default_factory=list[float])


def main(args: Sequence[str] | None = None) -> None:
    """Run the keeper until its server is stopped or cannot be kept up."""
    options = _arguments(args)
    if options.detach and os.fork():
        # The process that started us must not have a child that becomes a zombie when the keeper ends.
        os._exit(0)
    keeper = Keeper(Places(options.root), options.port, options.command)
    signal.signal(signal.SIGTERM, partial(_ask_to_stop, keeper))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    keep(keeper, options.adopt)


def keep(keeper: Keeper, adopt: int | None) -> None:
    """Start the server, or take over one that runs, and watch it to its end."""
    if adopt is None:
        _launch(keeper)
    else:
        with suppress(psutil.NoSuchProcess):
            keeper.process = psutil.Process(adopt)
        keeper.was_ready = True  # it stood before us: its death is one to mend
        _log(f"took over Neo4j, pid {adopt}")
        _tell(keeper)
    idle_since: float | None = None
    while not keeper.asked_to_stop:
        time.sleep(TICK_S)
        if not _running(keeper):
            if not _after_death(keeper):
                return
        elif keeper.phase == "starting" and answers(keeper.port):
            keeper.phase, keeper.was_ready = "ready", True
            _log(f"Neo4j answers on port {keeper.port}")
            _tell(keeper)
        idle_since = _idle_since(keeper, idle_since)
        if idle_since is not None and time.monotonic() - idle_since >= GRACE_S:
            with no_users(keeper.places) as alone:
                if alone:  # nobody gets in while we hold this
                    _log("no process uses Neo4j any more")
                    _stop(keeper)
                    return
            idle_since = None
    _log("asked to stop")
    _stop(keeper)


def _arguments(args: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m graphsvc.localdb.keeper")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--adopt", type=int, help="the pid of a server that runs without a keeper")
    parser.add_argument("--detach", action="store_true")
    parser.add_argument("command", nargs="+")
    return parser.parse_args(args)


def _launch(keeper: Keeper) -> None:
    keeper.phase = "starting"
    # Written before, too: whoever looks now sees that someone is at it.
    keeper.process = keeper.child = None
    _tell(keeper)
    with suppress(OSError):
        keeper.log_start = keeper.places.log.stat().st_size
    with keeper.places.console.open("wb") as console:
        try:
            keeper.child = subprocess.Popen(  # noqa: S603 the command is ours
                keeper.command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                cwd=keeper.places.root,
            )
        except OSError as error:
            keeper.message = f"Java cannot be run: {error}."
            return
    with suppress(psutil.NoSuchProcess):
        keeper.process = psutil.Process(keeper.child.pid)
    _log(f"started Neo4j, pid {keeper.child.pid}, port {keeper.port}")
    _tell(keeper)


def _running(keeper: Keeper) -> bool:
    if keeper.child is not None:
        return keeper.child.poll() is None
    return keeper.process is not None and state.alive(keeper.process)


def _after_death(keeper: Keeper) -> bool:
    # True: it was started again. A first start that fails would fail again, so it is told at once.
    code = keeper.child.returncode if keeper.child is not None else None
    now = time.monotonic()
    keeper.deaths = [*(at for at in keeper.deaths if now - at < WITHIN_S), now]
    why = keeper.message or failure(keeper.places, code, keeper.log_start)
    _log(f"Neo4j ended unexpectedly (exit status {code}): {why}")
    if keeper.was_ready and len(keeper.deaths) < DEATHS:
        _launch(keeper)
        return True
    if keeper.was_ready:
        why = f"Neo4j ended {DEATHS} times within a minute and is not started again. {why}"
        _log(why)
    keeper.phase, keeper.message, keeper.process = "failed", why, None
    _tell(keeper)
    return False


def _idle_since(keeper: Keeper, idle_since: float | None) -> float | None:
    if keeper.places.pin.exists():
        return None
    with no_users(keeper.places) as alone:
        if not alone:
            return None
    return time.monotonic() if idle_since is None else idle_since


def _stop(keeper: Keeper) -> None:
    keeper.phase = "stopping"
    _tell(keeper)
    began = time.monotonic()
    if keeper.process is not None:
        with suppress(psutil.NoSuchProcess):
            keeper.process.terminate()
    while _running(keeper) and time.monotonic() - began < STOP_S:
        time.sleep(0.05)
    if _running(keeper) and keeper.process is not None:
        _log(f"Neo4j did not end within {STOP_S:.0f} s and is killed; it repairs its store at the next start")
        with suppress(psutil.NoSuchProcess):
            keeper.process.kill()
    _log(f"Neo4j ended after {time.monotonic() - began:.1f} s")
    keeper.places.pin.unlink(missing_ok=True)
    keeper.places.state.unlink(missing_ok=True)


def _ask_to_stop(keeper: Keeper, *_: object) -> None:
    keeper.asked_to_stop = True


def _tell(keeper: Keeper) -> None:
    me = psutil.Process()
    pid = created = None
    if keeper.process is not None:
        with suppress(psutil.NoSuchProcess):
            pid, created = keeper.process.pid, keeper.process.create_time()
    now = State(keeper.phase, keeper.port, me.pid, me.create_time(), pid, created, keeper.message)
    try:
        state.write(keeper.places, now)
    except OSError as error:  # a full disk must not end the keeper
        _log(f"the state file cannot be written: {error}")


def _log(text: str) -> None:
    with suppress(OSError):
        print(time.strftime("%Y-%m-%d %H:%M:%S"), text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
