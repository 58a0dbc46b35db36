"""What is known of the running server: the state file, and whether its processes are really there."""

import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from graphsvc.localdb.options import Places

MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
KEEPER_MODULE = "graphsvc.localdb.keeper"


@dataclass(frozen=True, slots=True)
class State:
    """What the keeper last wrote."""

    phase: str  # starting, ready, stopping or failed
    port: int
    keeper_pid: int
    keeper_created: float
    pid: int | None = None
    created: float | None = None
    message: str | None = None


def read(places: Places) -> State | None:
    """The state file, or None if there is none or it is no state file."""
    try:
        return State(**json.loads(places.state.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write(places: Places, state: State) -> None:
    """Replace the state file in one step."""
    write_atomically(places.state, json.dumps(asdict(state)))


def write_atomically(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a file so that a reader, also after a crash, sees the old text or the new one."""
    # Never created wider than its mode, so no one can open a password file in between.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def server_process(places: Places, state: State | None) -> psutil.Process | None:
    """The Java process of this data folder, if it runs; a pid that another process took over is not it."""
    if state and state.pid and state.created is not None:
        process = _same(state.pid, state.created)
        if process and _is_server(process, places):
            return process
    # The keeper may have been killed before it wrote the pid, or the clock was set: look for the process.
    for process in psutil.process_iter():
        if _is_server(process, places):
            return process
    return None


def keeper_process(places: Places, state: State | None) -> psutil.Process | None:
    """The keeper of this data folder, if it runs."""
    if state is None:
        return None
    process = _same(state.keeper_pid, state.keeper_created)
    if process is None:
        return None
    return process if {KEEPER_MODULE, f"--root={places.root}"} <= set(_command(process)) else None


def alive(process: psutil.Process) -> bool:
    """Whether a process still does anything; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def configured_port(places: Places) -> int | None:
    """The Bolt port that the running server was started with, from its configuration."""
    with suppress(OSError):
        text = (places.conf / "neo4j.conf").read_text(encoding="utf-8")
        if found := re.search(r"^server\.bolt\.listen_address=.*:(\d+)$", text, re.MULTILINE):
            return int(found[1])
    return None


def _same(pid: int, created: float) -> psutil.Process | None:
    try:
        process = psutil.Process(pid)
        return process if abs(process.create_time() - created) < 2 and alive(process) else None
    except psutil.Error:
        return None


def _is_server(process: psutil.Process, places: Places) -> bool:
    command = _command(process)
    ours = MAIN_CLASS in command and f"--home-dir={places.root}" in command
    return ours and KEEPER_MODULE not in command and alive(process)  # the keeper has the command as arguments


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except (psutil.Error, OSError):
        return []
