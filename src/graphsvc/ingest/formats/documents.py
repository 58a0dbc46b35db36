"""Finds the records in a JSON input: one a line, in an array, or in the list of a page; for all JSON formats.

Records are numbered by their line where each has its own, and by their place in the document elsewhere.
"""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, cast

import ijson  # pyright: ignore[reportMissingTypeStubs]
import orjson

from graphsvc.domain.errors import BadInput, CutShort
from graphsvc.domain.records import Located, Odd, Record, Refused
from graphsvc.ingest.fields import QUOTED_CHARACTERS, Fields, json_object, quoted
from graphsvc.ingest.files import DAMAGE, HEAD_BYTES, MAX_LINE_BYTES, Source, read_lines
from graphsvc.ingest.formats.elements import has_records_as_lines
from graphsvc.ingest.items import Item

MAX_DEPTH: Final = 1_000  # what orjson reads in one line
_FIRST_RECORDS: Final = 10  # a first line may be broken, and the format still be plain
_BOM: Final = b"\xef\xbb\xbf"
_NO_JSON: Final = (ijson.JSONError, ValueError, ArithmeticError)  # the last for an exponent that no number has
_PRINTED_OVER_LINES: Final = re.compile(rb"\s*\{[ \t]*\r?\n")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object, its number, and how it begins."""

    number: int
    values: dict[str, Any]
    quoted: str


def read_records(
    source: Source, wrappers: Iterable[str], read: Callable[[Fields, dict[str, Any]], Iterable[Record]]
) -> Iterator[Item]:
    """Yield what `read` makes of each object; where it raises BadInput, the object is Refused.

    `wrappers` are the paths at which a document of this format keeps its records (`results`, `message.items`),
    the surest first. Raises CutShort where the input ends in the middle or is damaged.
    """
    return _records(read_rows(source, wrappers), read)


def read_rows(source: Source, wrappers: Iterable[str]) -> Iterator[Row | Refused]:
    """Yield the objects of an input, whatever its layout; see read_records."""
    head = _read_head(source)
    path = _path(head.data, wrappers)
    joined = replace(source, stream=io.BufferedReader(_Rejoined(head, source), HEAD_BYTES))
    yield from _rows_of_lines(joined) if path is None else _rows_of_document(joined, path)


def read_records_of_lines(source: Source, read: Callable[[Fields, dict[str, Any]], Iterable[Record]]) -> Iterator[Item]:
    """Yield what `read` makes of the object on each line; see read_records."""
    return _records(_rows_of_lines(source), read)


def has_lines(head: bytes, wrappers: Iterable[str]) -> bool:
    """Tell from how an input begins whether each line of it surely holds a record. Never raises."""
    head = head.removeprefix(_BOM)
    first_line, end_of_line, _ = head.lstrip().partition(b"\n")
    return bool(end_of_line) and _is_json(first_line) and _path(head, wrappers) is None


def first_records(head: bytes, wrappers: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the first records in the head of an input, each with the fields that are whole there. Never raises."""
    head = head.removeprefix(_BOM)
    path = _path(head, wrappers)
    if path is None:
        lines = (line for line in head.split(b"\n") if line.strip())
        yield from (whole_fields(line) for line in islice(lines, _FIRST_RECORDS))
    else:
        yield whole_fields(head, path)


def whole_fields(data: bytes, path: str = "") -> dict[str, Any]:
    """Return the fields of the first object at a path, as far as they are whole in the data. Never raises."""
    found = cast("list[tuple[str, Any]]", _parsed(data, lambda found: ijson.kvitems_coro(found, path)))
    fields: dict[str, Any] = {}
    for key, value in found:
        if key in fields:
            break  # the next object of a list
        fields[key] = value
    return fields


def inner(values: dict[str, Any], name: str, odd: list[str]) -> dict[str, Any]:
    """Return the object under a name, an empty one where there is none; another kind of value is told."""
    value = values.get(name)
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if value is not None:
        odd.append(f"`{name}` is no object")
    return {}


def _records(
    rows: Iterable[Row | Refused], read: Callable[[Fields, dict[str, Any]], Iterable[Record]]
) -> Iterator[Item]:
    for row in rows:
        if isinstance(row, Refused):
            yield row
            continue
        fields = Fields(row.values)
        try:
            records = list(read(fields, row.values))
        except BadInput as error:
            yield Refused(row.number, str(error), row.quoted)
            continue
        for reason in fields.odd:
            yield Odd(row.number, reason)
        for record in records:
            yield cast("Item", Located(row.number, record, row.quoted))


@dataclass(slots=True)
class _Head:
    data: bytes
    damage: Exception | None = None


class _Rejoined(io.RawIOBase):
    """An input with its head, which was read to know the layout, put back before the rest."""

    def __init__(self, head: _Head, source: Source) -> None:
        super().__init__()
        self._head = head
        self._stream = source.stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._head.data:
            if self._head.damage is not None:
                raise self._head.damage
            self._head.data = _read_some(self._stream, len(buffer))
        data = self._head.data[: len(buffer)]
        self._head.data = self._head.data[len(data) :]
        buffer[: len(data)] = data
        return len(data)


def _read_some(stream: Any, size: int) -> bytes:
    # read() would lose what it has when compressed data turn out to be damaged; read1() hands it over first
    return cast("bytes", stream.read1(size) if hasattr(stream, "read1") else stream.read(size))


def _read_head(source: Source) -> _Head:
    head = _Head(b"")
    try:
        while len(head.data) < HEAD_BYTES and (data := _read_some(source.stream, HEAD_BYTES)):
            head.data += data
    except DAMAGE as error:
        head.damage = error
    head.data = head.data.removeprefix(_BOM)
    return head


def _path(head: bytes, wrappers: Iterable[str]) -> str | None:
    """Return the path of the records in a document; None where each line is one record."""
    if has_records_as_lines(head):
        return None
    events = cast("list[tuple[str, str, Any]]", _parsed(head, ijson.parse_coro))
    if not events:
        return None
    if events[0][1] == "start_array":
        return "item"
    starts = {prefix: event for prefix, event, _ in reversed(events) if event in ("start_array", "start_map")}
    for wrapper in wrappers:
        if wrapper in starts:
            return f"{wrapper}.item" if starts[wrapper] == "start_array" else wrapper
    first_line, _, others = head.lstrip().partition(b"\n")
    if not others.strip() or _is_json(first_line):
        return None
    is_whole = events[-1][:2] == ("", "end_map")
    return "" if is_whole or _PRINTED_OVER_LINES.match(head) else None


def _parsed(data: bytes, parser: Callable[[Any], Any]) -> list[Any]:
    """Return what ijson finds until the data end, make no sense, or are nested as no record's beginning is."""
    found = cast("list[Any]", ijson.sendable_list())
    coroutine = parser(found)
    shallow, _ = _shallow(data, 0, 100, window=64)
    try:
        coroutine.send(data[:shallow])
    except _NO_JSON:
        return found
    return found


def _shallow(data: bytes, depth: int, most: int, window: int) -> tuple[int, int]:
    """Return how much of the data is nested less deeply than `most`, and how deeply its end is; about, to be quick.

    ijson keeps the path of each bracket, which costs the square of the depth. Brackets in texts are counted as well.
    """
    for at in range(0, len(data), window):
        part = data[at : at + window]
        depth += part.count(b"[") + part.count(b"{") - part.count(b"]") - part.count(b"}")
        if depth > most:
            return at, depth
        depth = max(depth, 0)
    return len(data), depth


def _is_json(data: bytes) -> bool:
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError:
        return False
    return True


def _rows_of_lines(source: Source) -> Iterator[Row | Refused]:
    for line in read_lines(source):
        try:
            yield Row(line.number, json_object(line.data), quoted(line.data))
        except BadInput as error:
            if line.data is not None and _is_cut(line.data):
                raise CutShort(f"{source.name} is cut short: it ends inside line {line.number}") from error
            yield Refused(line.number, str(error), quoted(line.data))


def _is_cut(line: bytes) -> bool:
    """Tell whether a line that is not JSON is the beginning of one, without the end of a line."""
    if line.endswith(b"\n"):
        return False
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return error.pos >= len(error.doc)
    return False


def _rows_of_document(source: Source, path: str) -> Iterator[Row | Refused]:
    # Decimal for fractions (the default): ijson's other way stops at a number that does not fit into 64 bits
    found = cast("list[Any]", ijson.sendable_list())
    coroutine = ijson.items_coro(found, path, multiple_values=True)
    number = unfinished = depth = 0
    failure: Exception | None = None
    is_end = False
    while not is_end and failure is None:
        try:
            data = _read_some(source.stream, HEAD_BYTES)
            is_end = not data
            unfinished += len(data)
            shallow, depth = _shallow(data, depth, MAX_DEPTH, window=1024)
            if shallow < len(data):
                raise ValueError(f"record {number + 1} is nested too deeply")
            coroutine.send(data)
            if is_end:
                coroutine.close()
        except StopIteration:
            is_end = True
        except (*DAMAGE, *_NO_JSON) as error:
            failure = error
        if found:
            unfinished = depth = 0
        for value in found:
            number += 1
            yield _row(number, value)
        found.clear()
        if unfinished > MAX_LINE_BYTES:
            failure = BadInput(f"record {number + 1} is longer than {MAX_LINE_BYTES:,} bytes")
    if failure is not None:
        reason = " ".join(str(failure).split("\n", 1)[0].split())
        raise CutShort(f"{source.name} is cut short or damaged after record {number}: {reason}") from failure


def _row(number: int, value: Any) -> Row | Refused:
    if not isinstance(value, dict):
        return Refused(number, "the record is no JSON object", _beginning(value))
    return Row(number, cast("dict[str, Any]", value), _beginning(value))


def _beginning(value: Any) -> str:
    """Return how a value begins as JSON."""
    try:
        return quoted(orjson.dumps(value, default=str))
    except TypeError:  # lone surrogates, numbers past 64 bits, deep nesting: begin to write it, and stop
        parts = json.JSONEncoder(ensure_ascii=True, default=str).iterencode(value)
        return quoted("".join(islice(parts, QUOTED_CHARACTERS)).encode())
