"""What the tests of formats share: reading bytes as a file, and what every reader promises of any input."""

import gzip
import io
import json
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate, parse_partial_date
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
from graphsvc.ingest.fields import (
    MAX_KEY_CHARACTERS,
    MAX_LINE_CHARACTERS,
    MAX_TEXT_CHARACTERS,
    QUOTED_CHARACTERS,
)
from graphsvc.ingest.files import Source
from graphsvc.ingest.items import Item

DATA = Path(__file__).parents[3] / "data" / "formats"
MAX_REASON_CHARACTERS = 1_000
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
    """Whether the store and the report can take an item as it is."""
    return not flaws(item)


def flaws(item: Item) -> list[str]:
    """What keeps an item from the store or from the report: odd ids, texts, numbers or dates, lengths past the limits.

    Derived anew from the rules of ids, texts and dates, not from the readers.
    """
    found = [] if item.line > 0 else ["line"]
    texts: list[tuple[str, str | None, int]] = []
    if not isinstance(item, Located):
        texts.append(("reason", item.reason, MAX_REASON_CHARACTERS))
        found += [] if item.reason else ["no reason"]
    if not isinstance(item, Odd):
        texts.append(("quoted", item.quoted.strip(), QUOTED_CHARACTERS))
    ids: list[str] = []
    areas: list[str] = []
    match item.record if isinstance(item, Located) else None:
        case PaperRecord() as paper:
            ids = [paper.id, *paper.ids, *(paper.references or ())]
            areas = [area.id for area in paper.areas or ()]
            texts += [(name, getattr(paper, name), MAX_LINE_CHARACTERS) for name in ("title", "type", "venue")]
            texts += [("language", paper.language, MAX_LINE_CHARACTERS)]
            texts += [("author", author.name, MAX_LINE_CHARACTERS) for author in paper.authors or ()]
            texts += [("author id", author.id, MAX_KEY_CHARACTERS) for author in paper.authors or ()]
            texts += [("category", category, MAX_KEY_CHARACTERS) for category in paper.categories or ()]
            found += ["own id among ids"] if paper.id in paper.ids else []
            found += (
                [] if paper.abstract is None or is_clean(paper.abstract, MAX_TEXT_CHARACTERS, "\n") else ["abstract"]
            )
            found += [] if paper.published in (None, date_again(paper.published)) else ["published"]
            found += [] if 0 <= (paper.source_cited_by_count or 0) < 2**63 else ["count"]
            found += ["score" for area in paper.areas or () if area.score is not None and not abs(area.score) <= 1e9]
        case CitationRecord() as citation:
            ids = [citation.citing] + ([] if citation.cited is None else [citation.cited])
            texts += [("context", context, MAX_LINE_CHARACTERS) for context in citation.contexts]
            texts += [("intent", intent, MAX_KEY_CHARACTERS) for intent in citation.intents]
        case AreaRecord() as area:
            areas = [area.id] + ([] if area.parent is None else [area.parent])
            texts += [("name", area.name, MAX_LINE_CHARACTERS), ("description", area.description, MAX_LINE_CHARACTERS)]
            found += ["part of itself"] if area.parent == area.id else []
        case MergeRecord() as merge:
            ids = [merge.id, merge.into]
        case WithdrawnRecord() as withdrawn:
            ids = [withdrawn.id]
        case WithdrawnCitation() | None:
            pass
    found += [f"id {id_!r}" for id_ in ids if not is_text_of_store(id_) or id_ != normal_id(id_)]
    found += [f"area {id_!r}" for id_ in areas if not is_text_of_store(id_) or id_ != normal_area_id(id_)]
    found += [f"{name} {text[:300]!r}" for name, text, most in texts if text is not None and not is_clean(text, most)]
    return found


def date_again(date: PartialDate | None) -> PartialDate | None:
    """A date read from how it is written."""
    return None if date is None else parse_partial_date(date.iso)


def is_text_of_store(text: str, allowed: str = "") -> bool:
    """Whether a text has no controls and no halves of surrogate pairs, but those allowed."""
    return all(char in allowed or unicodedata.category(char) not in ("Cc", "Cs") for char in text)


def is_clean(text: str, most: int, allowed: str = "") -> bool:
    """Whether a text has what a person may see, no more of it than the limit, and no blanks around it."""
    return len(text) <= most and text == text.strip(" \n") and is_text_of_store(text, allowed)
