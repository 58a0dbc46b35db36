"""Finds what a person names: files, folders with all that is below them, archives with all that is inside."""

import hashlib
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from graphsvc.domain.errors import BadInput
from graphsvc.ingest.files import STANDARD_INPUT, open_source, shown_name

# What stands beside the data in the folders of dumps and says nothing of papers.
NO_DATA = ("manifest", "readme", "license", "release_notes", "_success", "checksum", "md5sum", "sha256sum")


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read; `member` is its name inside of the zip archive `path`."""

    path: str
    member: str | None = None

    @property
    def name(self) -> str:
        """What to call it."""
        return shown_name(self.path) + (f"!{self.member}" if self.member else "")


def find_inputs(names: Iterable[str]) -> list[Input]:
    """Return the inputs behind names, those of a folder in the order of their paths.

    Each is opened once, so that a wrong name is told before anything is loaded. Raises BadInput.
    """
    inputs = [found for name in names for found in _inputs(name)]
    for found in inputs:
        if found.path != STANDARD_INPUT:
            with open_source(found.path, found.member):
                pass
    return inputs


def inputs_key(inputs: Iterable[Input], options: object) -> str | None:
    """Return what loads of the same files share, and no others; None where an input cannot be read a second time."""
    parts: list[object] = [version("graphsvc"), repr(options)]
    for each in inputs:
        if each.path == STANDARD_INPUT:
            return None
        path = Path(each.path).resolve()
        facts = path.stat()
        parts.append((os.fsencode(path).hex(), each.member, facts.st_size, facts.st_mtime_ns))
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _inputs(name: str) -> Iterator[Input]:
    path = Path(name)
    if name == STANDARD_INPUT:
        yield Input(name)
    elif path.is_dir():
        files = [file for file in sorted(path.rglob("*")) if file.is_file() and _is_data(file.relative_to(path))]
        if not files:
            raise BadInput(f"the folder {shown_name(name)} holds no data")
        for file in files:
            yield from _inputs(str(file))
    elif zipfile.is_zipfile(path):
        yield from _members(name, path)
    else:
        yield Input(name)


def _members(name: str, path: Path) -> Iterator[Input]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
    except (zipfile.BadZipFile, OSError) as error:
        raise BadInput(f"{shown_name(name)} is a damaged zip archive: {error}") from error
    for entry in sorted(entries):
        if _is_data(Path(entry)):
            yield Input(name, entry)


def _is_data(path: Path) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return not hidden and not path.name.lower().startswith(NO_DATA)
