"""How much memory the local Neo4j may take."""

from dataclasses import dataclass
from pathlib import Path

import psutil

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb.options import LocalOptions

MB = 1024 * 1024
JVM_OVERHEAD_MB = 300  # code, threads, buffers: what a JVM takes beside its heap


@dataclass(frozen=True, slots=True)
class Memory:
    """Heap and page cache, in MB."""

    heap_mb: int
    page_cache_mb: int


def sized(options: LocalOptions, total_mb: int | None = None) -> Memory:
    """Heap and page cache by the machine's memory, or as set.

    Raises LocalServerError if they are more than the machine has, or less than Neo4j starts with.
    """
    total = total_mb or machine_mb()
    # A laptop has other things to do: about 2/5 of the memory, and the heap only grows when it is needed.
    heap = options.heap_mb or _between(512, total // 6, 8192)
    cache = options.page_cache_mb or _between(128, total // 4, 32768)
    if heap < 256:
        raise LocalServerError(
            f"A heap of {heap} MB is too small for Neo4j: set GRAPHSVC_LOCAL_HEAP_MB to 512 or more."
        )
    if cache < 8:
        raise LocalServerError(
            f"A page cache of {cache} MB is too small for Neo4j: set GRAPHSVC_LOCAL_PAGE_CACHE_MB to 64 or more."
        )
    if heap + cache + JVM_OVERHEAD_MB > total:
        raise LocalServerError(
            f"Local Neo4j would take {heap} MB of heap, {cache} MB of page cache and about {JVM_OVERHEAD_MB} "
            f"MB more, but this machine (or its container) has {total} MB: set GRAPHSVC_LOCAL_HEAP_MB and "
            "GRAPHSVC_LOCAL_PAGE_CACHE_MB to less, or set GRAPHSVC_NEO4J_URI to a Neo4j elsewhere."
        )
    return Memory(heap, cache)


def machine_mb() -> int:
    """The memory of this machine, or of the container that we are in."""
    return min([psutil.virtual_memory().total // MB, *_cgroup_limits_mb()])


def _between(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))


def _cgroup_limits_mb() -> list[int]:
    # Inside a container its own limit stands at the top of what it sees; version 2 first, then version 1.
    found: list[int] = []
    for file in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes", *_own_cgroup()):
        try:
            text = Path(file).read_text(encoding="ascii").strip()
        except OSError:
            continue
        if text.isdigit():
            found.append(int(text) // MB)
    return found


def _own_cgroup() -> list[str]:
    # On a host with systemd a limit stands at our own group or at one above it.
    try:
        line = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()[0]
    except (OSError, IndexError):
        return []
    if not line.startswith("0::/"):
        return []
    group = Path("/sys/fs/cgroup") / line[4:]
    return [str(folder / "memory.max") for folder in (group, *group.parents) if folder.is_relative_to("/sys/fs/cgroup")]
