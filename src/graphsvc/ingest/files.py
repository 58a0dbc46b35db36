"""Opens one input: a plain file, .gz, .xz, .zst, a member of a .zip, standard input; and cuts it into lines."""

import contextlib
import gzip
import lzma
import os
import struct
import sys
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

from backports import zstd

from graphsvc.domain.errors import BadInput, CutShort

STANDARD_INPUT = "-"
MAX_LINE_BYTES = 64 * 1024 * 1024
GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
HEAD_BYTES = 64 * 1024
# What decompressors raise where the data end too early or are damaged, and what a disk does that is.
DAMAGE = (EOFError, OSError, zlib.error, lzma.LZMAError, zstd.ZstdError, zipfile.BadZipFile)
# What a zip archive raises beside these for a member: its name is gone, its header, its password, how it was packed.
_NO_MEMBER = (KeyError, ValueError, struct.error, RuntimeError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class Line:
    """One line, counted from 1; `data` is None when it was longer than a record can sensibly be."""

    number: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Source:
    """An open input; `done_bytes` tells how far into the file the reading has come, `size_bytes` how long it is.

    `lines_before` counts the lines of the file that stand before the part of it that this is.
    """

    name: str
    stream: "BufferedReader[Any]"
    raw: "BufferedReader[Any]"
    size_bytes: int | None
    lines_before: int = 0

    def head(self) -> bytes:
        """Return how the input begins, without taking it: up to 64 KiB, less where the data are damaged."""
        with contextlib.suppress(*DAMAGE):
            return self.stream.peek(HEAD_BYTES)[:HEAD_BYTES]
        return b""

    def done_bytes(self) -> int:
        """Return how many bytes of the file itself have been read: all of them once it is closed."""
        if self.size_bytes is None:
            return 0
        return self.size_bytes if self.raw.closed else self.raw.tell()


def shown_name(name: str) -> str:
    """Return a file's name as text that can be printed and stored, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "replace")


@contextmanager
def open_source(name: str, member: str | None = None) -> Generator[Source]:
    """Open one input for reading: a file, a member of a zip archive, or "-" for standard input.

    It is decompressed by what it holds, whatever its name says. Raises BadInput when it cannot be opened.
    """
    if name == STANDARD_INPUT:
        raw = cast("BufferedReader[Any]", sys.stdin.buffer)
        yield Source("standard input", _decompressed(raw), raw, None)
        return
    path = Path(name)
    if member is not None:
        with contextlib.ExitStack() as opened:
            yield _open_member(name, member, opened)
        return
    try:
        raw = cast("BufferedReader[Any]", path.open("rb", buffering=HEAD_BYTES))
    except IsADirectoryError:
        raise BadInput(f"{shown_name(name)} is a folder; name the files in it") from None
    except OSError as error:
        raise BadInput(f"{shown_name(name)} cannot be read: {error.strerror}") from error
    with raw:
        stream = _decompressed(raw)
        yield Source(shown_name(name), stream, raw, path.stat().st_size)


def read_lines(source: Source) -> Iterator[Line]:
    """Yield the lines that are not blank; raises CutShort where compressed data end too early or are damaged."""
    number = source.lines_before
    try:
        while data := source.stream.readline(MAX_LINE_BYTES):
            number += 1
            if len(data) == MAX_LINE_BYTES and not data.endswith(b"\n"):
                _skip_rest_of_line(source.stream)
                yield Line(number, None)
            elif data.strip():
                yield Line(number, data)
    except DAMAGE as error:
        raise CutShort(f"{source.name} is cut short or damaged after line {number}: {error}") from error


def _open_member(name: str, member: str, opened: contextlib.ExitStack) -> Source:
    shown = f"{shown_name(name)}!{shown_name(member)}"
    try:
        archive = opened.enter_context(zipfile.ZipFile(name))
        raw = cast("BufferedReader[Any]", opened.enter_context(archive.open(member)))
        return Source(shown, _decompressed(raw), raw, archive.getinfo(member).file_size)
    except (*DAMAGE, *_NO_MEMBER) as error:
        raise BadInput(f"{shown} cannot be read: {error or 'the archive is damaged'}") from error


def _decompressed(raw: "BufferedReader[Any]") -> "BufferedReader[Any]":
    magic = raw.peek(len(XZ_MAGIC))
    if magic.startswith(GZIP_MAGIC):
        opened: object = gzip.GzipFile(fileobj=raw)
    elif magic.startswith(XZ_MAGIC):
        opened = lzma.LZMAFile(raw)  # noqa: SIM115  # closed with the file below it
    elif magic.startswith(ZSTD_MAGIC):
        opened = zstd.ZstdFile(raw)  # closed with the file below it
    else:
        return raw
    # not wrapped once more: a further buffer would lose what was whole before the damage
    return cast("BufferedReader[Any]", opened)


def _skip_rest_of_line(stream: "BufferedReader[Any]") -> None:
    while (data := stream.readline(MAX_LINE_BYTES)) and not data.endswith(b"\n"):
        pass
