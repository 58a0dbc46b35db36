"""graphsvc's own records: one JSON object a line (schema/record.schema.json describes it).

A line is a paper, unless its fields or its id say that it is a citation, an area or an id that was merged into another.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, cast

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    Located,
    MergeRecord,
    Odd,
    PaperRecord,
    Record,
    RecordType,
    Refused,
)
from graphsvc.domain.text import clean_text, shown
from graphsvc.ingest.fields import MAX_KEY_CHARACTERS, MAX_LINE_CHARACTERS, Fields, json_object, quoted
from graphsvc.ingest.files import Line, Source, read_lines
from graphsvc.ingest.formats.pieces import text_in_list, unique
from graphsvc.ingest.items import Item

PAPER_FIELDS = frozenset(
    {
        "id", "ids", "title", "abstract", "published", "type", "venue", "language", "authors", "categories",
        "areas", "references", "sourceCitedByCount", "isRetracted",
    }
)  # fmt: skip
AREA_FIELDS = frozenset({"id", "name", "description", "parent"})
CITATION_FIELDS = frozenset({"citing", "cited", "contexts", "intents", "isInfluential", "statement"})
MERGE_FIELDS = frozenset({"id", "mergedInto"})
MOST_TOLD = 100
AREA_PREFIX: Final = "area:"


NAME = "native"
_ID = re.compile(rb'\s*\{.*?"(?:id|citing)"\s*:\s*"[A-Za-z0-9]+:', re.DOTALL)
_UNKNOWN_FIELD = "here and on later lines: no field of a record has this name"


def recognises(head: bytes) -> bool:
    """Tell whether an input begins with an object whose id has a scheme; whatever nothing else claims is native too."""
    return _ID.match(head.partition(b"\n")[0]) is not None


def read(source: Source) -> Iterator[Item]:
    """Yield the records of an input."""
    return read_records(read_lines(source))


def read_records(lines: Iterable[Line]) -> Iterator[Located[Record] | Refused | Odd]:
    """Yield what each line holds: a line that names nothing is Refused, an odd value alone is left out as Odd."""
    return _read(lines, _kind)


def read_areas(lines: Iterable[Line]) -> Iterator[Located[AreaRecord] | Refused | Odd]:
    """Yield the areas of an areas file: `id`, `name`, `description`, `parent`, one a line."""
    return _read(lines, lambda _: _AREA)


@dataclass(frozen=True, slots=True)
class _Kind(Generic[RecordType]):
    """What a line may hold: how it is read, and the names of its fields."""

    read: Callable[[Fields], RecordType]
    names: frozenset[str]


def is_told_once(odd: Odd) -> bool:
    """Return whether a reason is told for the first line alone that has it."""
    return odd.reason.endswith(_UNKNOWN_FIELD)


def _read(
    lines: Iterable[Line], kind_of: Callable[[Fields], _Kind[RecordType]]
) -> Iterator[Located[RecordType] | Refused | Odd]:
    told: set[str] = set()
    for line in lines:
        try:
            fields = Fields(json_object(line.data))
            kind = kind_of(fields)
            record = kind.read(fields)
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        # once each, for a misspelt name stands on every line
        names = fields.names
        is_known = len(told) >= MOST_TOLD or kind.names.issuperset(names)
        for name in () if is_known else sorted(names - kind.names - told):
            told.add(name)
            yield Odd(line.number, f"field {shown(name)}, {_UNKNOWN_FIELD}")
        for reason in fields.odd:
            yield Odd(line.number, reason)
        yield Located(line.number, record, quoted(line.data))


def _kind(fields: Fields) -> _Kind[Record]:
    names = fields.names
    if "citing" in names and "id" not in names:
        return _CITATION
    if "mergedInto" in names:
        return _MERGE
    return _AREA if fields.begins_with("id", AREA_PREFIX) else _PAPER


def _paper(fields: Fields) -> PaperRecord:
    return PaperRecord(
        id=normal_id(fields.required_text("id")),
        ids=fields.ids("ids", normal_id) or (),
        title=fields.text("title"),
        abstract=fields.paragraphs("abstract"),
        published=fields.partial_date("published"),
        type=fields.text("type"),
        venue=fields.text("venue"),
        language=fields.text("language"),
        authors=_plain_authors(fields.value("authors")) or fields.objects("authors", _author, "name"),
        categories=fields.items("categories", _text),
        areas=fields.objects("areas", _membership, "id"),
        references=fields.ids("references", normal_id),
        source_cited_by_count=fields.count("sourceCitedByCount"),
        is_retracted=fields.truth("isRetracted"),
    )


def _area(fields: Fields) -> AreaRecord:
    id_ = normal_area_id(fields.required_text("id"))
    parent = fields.text("parent")
    parent_id = None if parent is None else normal_area_id(parent)
    if parent_id == id_:
        raise BadInput(f"{id_} cannot be part of itself: name another parent, or none")
    return AreaRecord(id_, fields.required_text("name"), fields.text("description"), parent_id)


def _citation(fields: Fields) -> CitationRecord:
    return CitationRecord(
        citing=normal_id(fields.required_text("citing")),
        # null: the source could not say which work is cited
        cited=None if fields.is_null("cited") else normal_id(fields.required_text("cited")),
        contexts=unique(fields.items("contexts", text_in_list) or ()),
        intents=unique(fields.items("intents", text_in_list) or ()),
        is_influential=fields.truth("isInfluential"),
        id=fields.key("statement"),
    )


def _merge(fields: Fields) -> MergeRecord:
    merge = MergeRecord(normal_id(fields.required_text("id")), normal_id(fields.required_text("mergedInto")))
    if merge.id == merge.into:
        raise BadInput(f"{merge.id} is said to be merged into itself")
    return merge


def _author(fields: Fields) -> AuthorRecord:
    # a bare name is what many people write, and says the same
    return AuthorRecord(fields.required_text("name"), fields.key("id"))


def _membership(fields: Fields) -> AreaMembership:
    return AreaMembership(normal_area_id(fields.required_text("id")), fields.number("score"))


def _plain_authors(values: Any) -> tuple[AuthorRecord, ...]:
    """Return authors that are all told by their name alone, at the speed a load of millions needs; else none."""
    authors: list[AuthorRecord] = []
    for value in cast("list[Any]", values) if isinstance(values, list) else ():
        told: dict[str, Any] = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        name = told.get("name")
        if not isinstance(name, str) or len(told) != 1 or not 0 < len(name) <= MAX_LINE_CHARACTERS:
            return ()
        text = clean_text(name)
        if not text:
            return ()
        authors.append(AuthorRecord(text))
    return tuple(authors)


def _text(value: Any) -> str:
    text = clean_text(value) if isinstance(value, str) else ""
    if not text or len(text) > MAX_KEY_CHARACTERS:
        raise BadInput(f"is no text of at most {MAX_KEY_CHARACTERS:,} characters")
    return text


_PAPER = _Kind(_paper, PAPER_FIELDS)
_AREA = _Kind(_area, AREA_FIELDS)
_CITATION = _Kind(_citation, CITATION_FIELDS)
_MERGE = _Kind(_merge, MERGE_FIELDS)
