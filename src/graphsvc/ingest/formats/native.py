"""graphsvc's own records: one JSON object a line (schema/record.schema.json describes it)."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    Located,
    Odd,
    PaperRecord,
    RecordType,
    Refused,
)
from graphsvc.domain.text import clean_text, shown
from graphsvc.ingest.fields import MAX_KEY_CHARACTERS, Fields, json_object, quoted
from graphsvc.ingest.files import Line, Source, read_lines
from graphsvc.ingest.items import Item

PAPER_FIELDS = frozenset(
    {
        "id", "ids", "title", "abstract", "published", "type", "venue", "language", "authors", "categories",
        "areas", "references", "sourceCitedByCount", "isRetracted",
    }
)  # fmt: skip
AREA_FIELDS = frozenset({"id", "name", "description", "parent"})
MOST_TOLD = 100


NAME = "native"
_ID = re.compile(rb'\s*\{.*?"id"\s*:\s*"[A-Za-z0-9]+:', re.DOTALL)


def recognises(head: bytes) -> bool:
    """Tell whether an input begins with an object whose id has a scheme; whatever nothing else claims is native too."""
    return _ID.match(head.partition(b"\n")[0]) is not None


def read(source: Source) -> Iterator[Item]:
    """Yield the papers of an input."""
    return read_papers(read_lines(source))


def read_papers(lines: Iterable[Line]) -> Iterator[Located[PaperRecord] | Refused | Odd]:
    """Yield what each line holds: a line that names no paper is Refused, an odd value alone is left out as Odd."""
    return _read(lines, _paper, PAPER_FIELDS)


def read_areas(lines: Iterable[Line]) -> Iterator[Located[AreaRecord] | Refused | Odd]:
    """Yield the areas of an areas file: `id`, `name`, `description`, `parent`, one a line."""
    return _read(lines, _area, AREA_FIELDS)


def _read(
    lines: Iterable[Line], read: Callable[[Fields], RecordType], names: frozenset[str]
) -> Iterator[Located[RecordType] | Refused | Odd]:
    told = set(names)
    for line in lines:
        try:
            fields = Fields(json_object(line.data))
            record = read(fields)
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        # once each, for a misspelt name stands on every line
        for name in () if told.issuperset(fields.names) or len(told) >= MOST_TOLD else sorted(fields.names - told):
            told.add(name)
            yield Odd(line.number, f"field {shown(name)}, here and on later lines: no field of a record has this name")
        for reason in fields.odd:
            yield Odd(line.number, reason)
        yield Located(line.number, record, quoted(line.data))


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
        authors=fields.objects("authors", _author, "name"),
        categories=fields.items("categories", _text),
        areas=fields.items("areas", _membership),
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


def _author(fields: Fields) -> AuthorRecord:
    # a bare name is what many people write, and says the same
    return AuthorRecord(fields.required_text("name"), fields.key("id"))


def _membership(value: Any) -> AreaMembership:
    if not isinstance(value, str):
        raise BadInput("is no text; write ids as text")
    return AreaMembership(normal_area_id(value))


def _text(value: Any) -> str:
    text = clean_text(value) if isinstance(value, str) else ""
    if not text or len(text) > MAX_KEY_CHARACTERS:
        raise BadInput(f"is no text of at most {MAX_KEY_CHARACTERS:,} characters")
    return text
