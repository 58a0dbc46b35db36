"""What the tests of formats share: reading bytes as a file, and what every reader promises of any input."""

import gzip
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from graphsvc.domain.errors import CutShort
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import (
    AreaRecord,
    CitationRecord,
    Located,
    MergeRecord,
    Odd,
    PaperRecord,
    Refused,
    WithdrawnCitation,
    WithdrawnRecord,
)
from graphsvc.ingest.fields import QUOTED_CHARACTERS
from graphsvc.ingest.files import Source
from graphsvc.ingest.items import Item

DATA = Path(__file__).parents[3] / "data" / "formats"
Read = Callable[[Source], Iterator[Item]]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)


def objects_with(*keys: str) -> st.SearchStrategy[dict[str, Any]]:
    """Objects that have some of a format's keys, with any values, and some of other keys."""
    inner = st.dictionaries(st.sampled_from(keys), scalars, max_size=4)
    values = (
        json_values | inner | st.lists(inner, max_size=3) | st.integers(0, 10**9) | st.text("0123456789abf", max_size=8)
    )
    return st.dictionaries(st.sampled_from(keys) | st.text(max_size=4), values, max_size=len(keys))


def source(data: bytes, name: str = "a file") -> Source:
    """These bytes as an open input that cannot be sought in."""
    stream = io.BufferedReader(NotSeekable(data))
    return Source(name, stream, stream, None)


class NotSeekable(io.RawIOBase):
    """Bytes that come as a pipe gives them."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        return self._data.readinto(buffer)


def data_of(name: str) -> bytes:
    """The bytes of a file among the tests' data, decompressed."""
    data = (DATA / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def json_lines(data: bytes) -> list[dict[str, Any]]:
    """The objects of JSON lines, read by Python alone."""
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def read_all(read: Read, data: bytes, name: str = "a file") -> list[Item]:
    """Everything that a reader yields."""
    return list(read(source(data, name)))


def read_until_cut(read: Read, data: bytes) -> tuple[list[Item], bool]:
    """Everything that a reader yields, and whether it then tells that the input is cut short."""
    items: list[Item] = []
    try:
        for item in read(source(data)):
            items.append(item)
    except CutShort:
        return items, True
    return items, False


def records(items: list[Item], kind: type) -> list[Any]:
    """The records of one kind."""
    return [item.record for item in items if isinstance(item, Located) and isinstance(item.record, kind)]


def refused(items: list[Item]) -> list[tuple[int, str]]:
    """The lines that were refused, and why."""
    return [(item.line, item.reason) for item in items if isinstance(item, Refused)]


def odd(items: list[Item]) -> list[tuple[int, str]]:
    """What was left out, with its line."""
    return [(item.line, item.reason) for item in items if isinstance(item, Odd)]


def all_normal(read: Read, data: bytes) -> bool:
    """Whether a reader takes any input without an error of its own, and all ids that it yields are normal."""
    items, _ = read_until_cut(read, data)
    return all(is_sound(item) for item in items)


def is_sound(item: Item) -> bool:
    """Whether an item has its line, a short beginning, and ids in their normal form."""
    if isinstance(item, Odd):
        return item.line > 0 and bool(item.reason)
    if item.line < 1 or len(item.quoted) > QUOTED_CHARACTERS:
        return False
    if isinstance(item, Refused):
        return bool(item.reason)
    record = item.record
    areas: list[str | None] = []
    match record:
        case PaperRecord():
            ids = [record.id, *record.ids, *(record.references or ())]
            areas = [area.id for area in record.areas or ()]
        case CitationRecord():
            ids = [record.citing] + ([] if record.cited is None else [record.cited])
        case AreaRecord():
            ids, areas = [], [record.id, record.parent]
        case MergeRecord():
            ids = [record.id, record.into]
        case WithdrawnRecord():
            ids = [record.id]
        case WithdrawnCitation():
            ids = []
    return all(id_ == normal_id(id_) for id_ in ids) and all(area == normal_area_id(area) for area in areas if area)
