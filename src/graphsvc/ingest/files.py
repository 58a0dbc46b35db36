"""Opens what a person names: plain files, .gz, .xz, standard input; and cuts it into lines."""

import gzip
import lzma
import os
import sys
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from graphsvc.domain.errors import BadInput, CutShort

STANDARD_INPUT = "-"
MAX_LINE_BYTES = 64 * 1024 * 1024
GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"


@dataclass(frozen=True, slots=True)
class Line:
    """One line, counted from 1; `data` is None when it was longer than a record can sensibly be."""

    number: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Source:
    """An open input; `done_bytes` tells how far into the file the reading has come, `size_bytes` how long it is."""

    name: str
    stream: BinaryIO
    raw: BinaryIO
    size_bytes: int | None

    def done_bytes(self) -> int:
        """Return how many bytes of the file itself have been read."""
        return self.raw.tell() if self.size_bytes is not None else 0


def check_inputs(names: Iterable[str]) -> None:
    """Open each input once, so that a wrong name is told before anything is loaded; raises BadInput."""
    for name in names:
        if name != STANDARD_INPUT:
            with open_source(name):
                pass


def shown_name(name: str) -> str:
    """Return a file's name as text that can be printed and stored, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")


@contextmanager
def open_source(name: str) -> Generator[Source]:
    """Open one input for reading; "-" is standard input. Raises BadInput when it cannot be opened."""
    if name == STANDARD_INPUT:
        raw = cast(BufferedReader, sys.stdin.buffer)
        yield Source("standard input", _decompressed(raw), raw, None)
        return
    path = Path(name)
    try:
        raw = path.open("rb")
    except IsADirectoryError:
        raise BadInput(f"{shown_name(name)} is a folder; name the files in it") from None
    except OSError as error:
        raise BadInput(f"{shown_name(name)} cannot be read: {error.strerror}") from error
    with raw:
        stream = _decompressed(raw)
        yield Source(shown_name(name), stream, raw, path.stat().st_size)


def read_lines(source: Source) -> Iterator[Line]:
    """Yield the lines that are not blank; raises CutShort where compressed data end too early or are damaged."""
    number = 0
    try:
        while data := source.stream.readline(MAX_LINE_BYTES):
            number += 1
            if len(data) == MAX_LINE_BYTES and not data.endswith(b"\n"):
                _skip_rest_of_line(source.stream)
                yield Line(number, None)
            elif data.strip():
                yield Line(number, data)
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
        raise CutShort(f"{source.name} is cut short or damaged after line {number}: {error}") from error


def _decompressed(raw: BufferedReader) -> BinaryIO:
    magic = raw.peek(len(XZ_MAGIC))
    if magic.startswith(GZIP_MAGIC):
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if magic.startswith(XZ_MAGIC):
        return cast(BinaryIO, lzma.LZMAFile(raw))
    return raw


def _skip_rest_of_line(stream: BinaryIO) -> None:
    while (data := stream.readline(MAX_LINE_BYTES)) and not data.endswith(b"\n"):
        pass
