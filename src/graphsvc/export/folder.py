"""The folder of an export: each file has another name until all of them are whole."""

import contextlib
import os
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO

from graphsvc.domain.errors import BadInput, ConfigurationError

PARTIAL = ".partial"


class Folder:
    """The folder that one export writes; `open_new` files get their names when the block of `filled` ends well."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open: dict[str, BinaryIO] = {}

    def open_new(self, name: str) -> BinaryIO:
        """Open a file for writing; it has its name at the end."""
        file = _partial(self.path, name).open("wb")
        self._open[name] = file
        return file

    def name_files(self, ours: frozenset[str]) -> list[Path]:
        """Give the files that are not empty their names, and drop what an earlier export left under other names.

        `ours` are the names that exports write. Returns the files in the order of their names.
        """
        for file in self._open.values():
            file.flush()
            os.fsync(file.fileno())
        kept = sorted(name for name, file in self._open.items() if file.tell())
        for name in kept:
            _partial(self.path, name).replace(self.path / name)
        for name in ours.difference(kept):
            (self.path / name).unlink(missing_ok=True)
        for name in ours:
            _partial(self.path, name).unlink(missing_ok=True)
        return [self.path / name for name in kept]

    def tidy(self) -> None:
        """Close what is open and drop what has no name of its own."""
        for name, file in self._open.items():
            with contextlib.suppress(OSError):  # what could not be written cannot be flushed either
                file.close()
            with contextlib.suppress(OSError):
                _partial(self.path, name).unlink(missing_ok=True)


def check_folder(path: Path, *, force: bool) -> None:
    """Make a folder, and see that it can be written and holds nothing yet, unless `force` is given.

    Raises BadInput for what is no empty folder, ConfigurationError for what cannot be written.
    """
    with written(path):
        if path.exists() and not path.is_dir():
            raise BadInput(f"{path} is a file; name a folder to write the export to")
        path.mkdir(parents=True, exist_ok=True)
        if not force and others_in(path, frozenset()):
            raise BadInput(f"{path} is not empty; name another folder, or write over an earlier export with --force")
        probe = _partial(path, "probe")
        probe.touch()
        probe.unlink()


def others_in(path: Path, ours: frozenset[str]) -> list[str]:
    """Return the names in a folder without `ours` and hidden ones: no load takes these."""
    return sorted(each.name for each in path.iterdir() if each.name not in ours and not each.name.startswith("."))


@contextlib.contextmanager
def filled(path: Path) -> Generator[Folder]:
    """Yield the folder to write; whatever ends the block early leaves no file of it. Raises ConfigurationError."""
    folder = Folder(path)
    with written(path):
        try:
            yield folder
        finally:
            folder.tidy()


@contextlib.contextmanager
def written(path: Path) -> Generator[None]:
    """Tell in our words why something could not be written."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationError(
            f"{path} cannot be written: {reason}; make room or name another folder, then run the same command again"
        ) from error


def _partial(folder: Path, name: str) -> Path:
    # hidden, so that no load takes what an export that was killed left behind
    return folder / f".{name}{PARTIAL}"
