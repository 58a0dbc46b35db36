"""File locks: they end with the process that holds them, however it ends."""

import fcntl
import os
import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from graphsvc.localdb.options import Places


@contextmanager
def exclusive(path: Path) -> Generator[None, None, None]:
    """Hold a lock file alone, waiting for it as long as it takes."""
    descriptor = _take(path, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def as_user(places: Places, say: Callable[[str], None]) -> Generator[None, None, None]:
    """Count this process as a user of the server; waits while a stop is under way."""
    descriptor = _try(places.users_lock, fcntl.LOCK_SH)
    for _ in range(10):
        if descriptor is not None:
            break
        time.sleep(0.03)  # a keeper that only looks whether there are users holds it for an instant
        descriptor = _try(places.users_lock, fcntl.LOCK_SH)
    if descriptor is None:
        say("Local Neo4j is being stopped; waiting for that before it is started again …")
        descriptor = _take(places.users_lock, fcntl.LOCK_SH)
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def no_users(places: Places, patience_s: float = 0.0) -> Generator[bool, None, None]:
    """Keep users out while the block runs; yields False if there are users, and then keeps out nobody."""
    deadline = time.monotonic() + patience_s
    descriptor = _try(places.users_lock, fcntl.LOCK_EX)
    while descriptor is None and time.monotonic() < deadline:
        time.sleep(0.05)
        descriptor = _try(places.users_lock, fcntl.LOCK_EX)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def users(places: Places) -> list[int] | None:
    """The processes that hold the server now; None where the system does not tell (it does on Linux)."""
    try:
        inode = places.users_lock.stat().st_ino
        table = Path("/proc/locks").read_text(encoding="ascii")
    except FileNotFoundError:
        return None if not Path("/proc/locks").exists() else []
    except OSError:
        return None
    # By the inode alone: on overlayfs and btrfs the kernel writes another device than stat() gives.
    return [int(pid) for pid in re.findall(rf"\d: FLOCK +ADVISORY +READ +(\d+) \S+:{inode} ", table)]


def _try(path: Path, how: int) -> int | None:
    try:
        return _take(path, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return None


def _take(path: Path, how: int) -> int:
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, how)
            if _still_there(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # wipe() removed the file while we waited: lock the new one


def _still_there(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
