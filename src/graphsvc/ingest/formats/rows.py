"""The rows of a table, one after the other, from CSV of any delimiter or from Parquet."""

import csv
import importlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Final, cast

from graphsvc.domain.errors import BadInput, CutShort
from graphsvc.domain.records import TABLE_MARK, Odd, Refused
from graphsvc.ingest.fields import QUOTED_CHARACTERS, quoted
from graphsvc.ingest.files import MAX_LINE_BYTES, Source
from graphsvc.ingest.formats.elements import whole

PARQUET_MAGIC: Final = b"PAR1"
BATCH_ROWS: Final = 2_000
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS: Final = ",;\t"
_QUOTED_PART: Final = re.compile(r'"[^"]*"?')


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line it begins on (its place, in Parquet), the table's columns, its values, how it begins.

    `is_exact` says that graphsvc wrote the table: nothing but null is missing in it.
    """

    number: int
    names: tuple[str, ...]
    values: dict[str, Any]
    quoted: str
    is_exact: bool = False


def read_rows(source: Source, needed: Callable[[tuple[str, ...]], set[str]]) -> Iterator[Row | Refused | Odd]:
    """Yield the rows; `needed` chooses among the columns of a Parquet file, the others are not read.

    Raises CutShort where the input ends in the middle or is damaged.
    """
    with whole(source, "its first bytes"):
        start = source.stream.read(len(PARQUET_MAGIC))
    if start == PARQUET_MAGIC:
        yield from _parquet_rows(source, needed)
    elif start.startswith(_UTF16_MARKS):
        yield Refused(1, "the file is UTF-16; save it as UTF-8", "")
    else:
        yield from _csv_rows(_TextLines(source, start))


def header_of(head: bytes) -> list[str]:
    """Return the names of the columns in the first line of CSV. Never raises."""
    text = _text(head.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0])[0]
    try:
        return [name.strip() for row in csv.reader([text], delimiter=_delimiter(text)) for name in row]
    except csv.Error:
        return []


def _csv_rows(lines: "_TextLines") -> Iterator[Row | Refused | Odd]:
    reader: Any = None
    names: tuple[str, ...] = ()
    while True:
        lines.begin_record()
        try:
            if reader is None:
                first = next(lines, "")
                while first and not first.strip():
                    first = next(lines, "")
                reader = csv.reader(_chained(first, lines), delimiter=_delimiter(first))
            cells = cast("list[str]", next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            yield Refused(lines.first, f"the row is not CSV: {error}", lines.quoted())
            continue
        if lines.is_ended:  # the row asked for one more line, as its last value has no closing quote
            raise CutShort(f"{lines.name} is cut short inside the row that begins on line {lines.first}")
        if lines.latin_1_line:
            yield Odd(lines.latin_1_line, "is not UTF-8; such lines are read as Latin-1")
            lines.latin_1_line = None
        if not names:
            names = tuple(cell.strip() for cell in cells)
        elif any(cells[len(names) :]):
            reason = f"the row has {len(cells):,} values, and the table {len(names):,} columns: is a quote missing?"
            yield Refused(lines.first, reason, lines.quoted())
        elif cells:
            yield Row(lines.first, names, dict(zip(names, cells, strict=False)), lines.quoted())


def _chained(first: str, lines: Iterator[str]) -> Iterator[str]:
    if first:
        yield first
    yield from lines


class _TextLines:
    """The lines of an input as text, blank ones too: they may be inside a value. Latin-1 where it is not UTF-8."""

    def __init__(self, source: Source, start: bytes) -> None:
        self.name = source.name
        self.first = 0
        self.is_ended = False
        self.latin_1_line: int | None = None
        self._source = source
        self._start = start.removeprefix(b"\xef\xbb\xbf")
        self._number = 0
        self._beginning: list[bytes] = []
        self._is_latin_1_told = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        data = self._line()
        if not data:
            self.is_ended = True
            raise StopIteration
        self._number += 1
        if len(self._beginning) < QUOTED_CHARACTERS:  # no more of them can be shown
            self._beginning.append(data[: 4 * QUOTED_CHARACTERS])
        text, is_utf_8 = _text(data)
        if not is_utf_8 and not self._is_latin_1_told:
            self.latin_1_line, self._is_latin_1_told = self._number, True
        return text

    def begin_record(self) -> None:
        """Let the next line be the first of a row."""
        self.first = self._number + 1
        self._beginning.clear()

    def quoted(self) -> str:
        """Return how the row begins."""
        return quoted(b"".join(self._beginning))

    def _line(self) -> bytes:
        start = self._start
        if b"\n" in start:
            at = start.index(b"\n") + 1
            self._start = start[at:]
            return start[:at]
        self._start = b""
        with whole(self._source, f"line {self._number}"):
            return start + self._source.stream.readline(MAX_LINE_BYTES)


def _text(data: bytes) -> tuple[str, bool]:
    try:
        return data.decode("utf-8"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), False


def _delimiter(header: str) -> str:
    names = _QUOTED_PART.sub("", header)
    return max(_DELIMITERS, key=names.count)


def _parquet_rows(source: Source, needed: Callable[[tuple[str, ...]], set[str]]) -> Iterator[Row | Refused | Odd]:
    try:
        arrow: Any = importlib.import_module("pyarrow")  # here, as it is slow to import and has no types
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise BadInput("Parquet files need the package pyarrow, which is not installed") from None
    number = 0
    try:
        with tempfile.TemporaryFile() as copy:
            file = parquet.ParquetFile(_seekable(source, copy))
            names = tuple(str(name) for name in file.schema_arrow.names)
            is_exact = TABLE_MARK in (file.schema_arrow.metadata or {})
            chosen = [name for name in names if name in needed(names)] or list(names)
            for batch in file.iter_batches(BATCH_ROWS, columns=chosen):
                columns = [_values(arrow, column) for column in batch.columns]
                for cells in zip(*columns, strict=True):
                    number += 1
                    values: dict[str, Any] = dict(zip(batch.schema.names, cells, strict=True))
                    yield Row(number, names, values, _beginning(values), is_exact)
    except (arrow.ArrowException, OSError, ValueError, EOFError) as error:
        raise CutShort(f"{source.name} is no whole Parquet file, after row {number}: {error}") from error


def _seekable(source: Source, copy: IO[bytes]) -> IO[bytes]:
    """Return a file that Parquet's reader can go back in: the input itself, or a copy where it is a stream."""
    if source.stream is source.raw and source.stream.seekable():
        source.stream.seek(0)
        return source.stream
    copy.write(PARQUET_MAGIC)
    with whole(source, "some of its bytes"):
        shutil.copyfileobj(source.stream, copy)
    copy.seek(0)
    return copy


def _values(arrow: Any, column: Any) -> list[Any]:
    if arrow.types.is_temporal(column.type):
        column = column.cast(arrow.string())  # Python's dates do not reach as far as Arrow's
    try:
        return cast("list[Any]", column.to_pylist())
    except (UnicodeDecodeError, OverflowError):
        return [_value(cell) for cell in column]


def _value(cell: Any) -> Any:
    try:
        return cell.as_py()
    except (UnicodeDecodeError, OverflowError):
        return None


def _beginning(values: dict[str, Any]) -> str:
    shown = {name: value[:QUOTED_CHARACTERS] if isinstance(value, str) else value for name, value in values.items()}
    scalars = {name: value for name, value in shown.items() if isinstance(value, str | int | float)}
    return quoted(json.dumps(scalars, ensure_ascii=False).encode("utf-8", "surrogatepass"))
