"""The files of an export that are text: JSON lines, and CSV of pairs."""

import csv
import io
import zlib
from collections.abc import Iterable
from typing import BinaryIO, Protocol

import orjson

from graphsvc.domain.records import CitationRecord, Record
from graphsvc.export.fields import fields_of

GZIP_LEVEL = 5
_GZIP_WINDOW = 31  # zlib's way to say gzip; without name and time, so that the same store gives the same bytes


class RecordFile(Protocol):
    """A file that takes the records of its kind, some at a time."""

    def write(self, records: Iterable[Record]) -> None:
        """Write the records of its kind among these."""
        ...

    def close(self) -> None:
        """Write what is left; the file below stays open."""
        ...

    def abandon(self) -> None:
        """Write nothing more: the file will not be whole."""
        ...


class JsonLines:
    """Native records, one a line; nothing at all is written where there are none."""

    def __init__(self, file: BinaryIO, kind: type[Record], *, compressed: bool = False) -> None:
        self._file = file
        self._kind = kind
        self._zip = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, _GZIP_WINDOW) if compressed else None
        self._is_empty = True

    def write(self, records: Iterable[Record]) -> None:
        """Write the records of its kind among these."""
        chosen = (record for record in records if isinstance(record, self._kind))
        lines = b"".join(orjson.dumps(fields_of(record), option=orjson.OPT_APPEND_NEWLINE) for record in chosen)
        if lines:
            self._is_empty = False
            self._file.write(self._zip.compress(lines) if self._zip else lines)

    def close(self) -> None:
        """Write what is left."""
        if self._zip and not self._is_empty:
            self._file.write(self._zip.flush())

    def abandon(self) -> None:
        """Nothing waits to be written."""


class CitationPairs:
    """CSV of the ids of both ends of citations."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._file.write(b"citing,cited\n")

    def write(self, records: Iterable[Record]) -> None:
        """Write the citations among these records."""
        text = io.StringIO()
        pairs = ((record.citing, record.cited) for record in records if isinstance(record, CitationRecord))
        csv.writer(text, lineterminator="\n").writerows(pairs)
        self._file.write(text.getvalue().encode())

    def close(self) -> None:
        """Nothing waits to be written."""

    def abandon(self) -> None:
        """Nothing waits to be written."""
