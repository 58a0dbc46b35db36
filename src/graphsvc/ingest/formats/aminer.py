"""Reads AMiner's citation network (DBLP and others), all its layouts: v10 and v11 as JSON lines, v12 and v14 as one
array, v13 as the Mongo shell prints it, with numbers as NumberInt(2012) and records over many lines.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import orjson

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import AreaRecord, AuthorRecord, PaperRecord, Refused
from graphsvc.ingest.fields import Fields, json_object, quoted
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats.elements import outline, read_records
from graphsvc.ingest.formats.inverted import inverted_abstract
from graphsvc.ingest.formats.pieces import (
    PaperAndAreas,
    Recently,
    author_key,
    fields_of,
    id_text,
    ids_by_scheme,
    memberships,
    nested,
    told,
    told_areas,
    unique,
    value_in,
)
from graphsvc.ingest.items import Item

NAME = "aminer"

# The keys that AMiner's records have, and other formats whose records have an `id` do not.
_SIGNS: Final = frozenset(("n_citation", "indexed_abstract", "page_start", "page_end", "doc_type", "fos"))
_MAX_SCORE: Final = 1e9
_OWN_ID: Final = re.compile(r"[0-9A-Fa-f-]+")
_MONGO: Final = re.compile(
    # A text comes first, so that nothing inside it is taken for a number; one without an end is looked at once.
    rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
    rb'|(?:Number(?:Int|Long|Decimal)|ObjectId|ISODate)\s*\(\s*("[^"\\]*"|[-+.0-9eE]*)\s*\)',
    re.DOTALL,
)
_MONGO_NAMES: Final = (b"Number", b"ObjectId", b"ISODate")
# U+FFFF is no character; AMiner has it where one was lost. Where an odd number of backslashes stands before the
# escape's own, it is none.
_NO_CHARACTER: Final = re.compile(rb"((?<!\\)(?:\\\\)*)\\u[Ff]{4}|\xef\xbf\xbf")


def recognises(head: bytes) -> bool:
    """Return whether the input begins with records that have the fields of AMiner."""
    keys = outline(head)
    own = keys.get("_id") or keys.get("id") or ""
    # the id of a native record has its scheme before it
    return not _SIGNS.isdisjoint(keys) and _OWN_ID.fullmatch(own) is not None


def read(source: Source) -> Iterator[Item]:
    """Yield the papers with their references, and their fields of study as areas."""
    known = Recently()
    for line in read_records(source):
        odd: list[str] = []
        try:
            paper, areas = _paper(json_object(line.data and _plain_json(line.data)), odd)
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        beginning = quoted(line.data)
        yield from told_areas(line.number, areas, known, beginning)
        yield from told(line.number, paper, odd, beginning)


def _plain_json(data: bytes) -> bytes:
    if b"\xef\xbf\xbf" in data or b"uffff" in data or b"uFFFF" in data:
        data = _NO_CHARACTER.sub(rb"\1", data)
    if not any(name in data for name in _MONGO_NAMES):
        return data

    def plain(match: re.Match[bytes]) -> bytes:
        if match[1] is None:
            return match[0]
        # NumberLong("5") is a number in quotes, ObjectId("5390…") a text
        return match[1].strip(b'"') or b"null" if match[0].startswith(b"N") else match[1]

    return _MONGO.sub(plain, data)


def _paper(values: dict[str, Any], odd: list[str]) -> PaperAndAreas:
    fields = fields_of(values, odd)
    areas = fields.items("fos", _area)
    if areas is not None:  # the area that the paper is surest to be in is its main one
        areas = tuple(sorted(areas, key=lambda area: -(area[1] or 0.0)))
    references = fields.items("references", _id)
    record = PaperRecord(
        id=_own_id(values),
        ids=tuple(ids_by_scheme(values, {"doi": "doi"}, odd)),
        title=fields.text("title"),
        abstract=fields.paragraphs("abstract") or _abstract(values.get("indexed_abstract"), odd),
        published=fields.partial_date("year") if values.get("year") != 0 else None,
        type=fields.text("doc_type"),
        venue=_venue(values, odd),
        language=fields.text("lang"),
        authors=_authors(values, odd),
        areas=None if areas is None else memberships(areas),
        references=None if references is None else unique(references),
        source_cited_by_count=fields.count("n_citation"),
    )
    return record, tuple(area for area, _ in areas or ())


def _own_id(values: dict[str, Any]) -> str:
    try:
        return _id(values.get("id") if values.get("_id") is None else values["_id"])
    except BadInput as error:
        raise BadInput(f"`id` {error}") from None


def _id(value: Any) -> str:
    return normal_id(f"x:aminer-{id_text(value)}")


def _venue(values: dict[str, Any], odd: list[str]) -> str | None:
    if isinstance(values.get("venue"), str):
        return fields_of(values, odd).text("venue")
    venue = fields_of(nested(values, "venue", odd), odd)
    return venue.text("raw") or venue.text("name_d")


def _authors(values: dict[str, Any], odd: list[str]) -> tuple[AuthorRecord, ...] | None:
    authors = values.get("authors")
    if not isinstance(authors, list):
        return fields_of(values, odd).items("authors", _author)
    filled = [author for author in cast("list[Any]", authors) if author not in ({}, None)]
    return fields_of({"authors": filled}, odd).items("authors", _author)


def _author(value: Any) -> AuthorRecord:
    values = cast("dict[str, Any]", value) if isinstance(value, dict) else {"name": value}
    id_ = author_key("aminer-author", values.get("id") or values.get("_id"))
    return AuthorRecord(Fields(values).required_text("name"), id_)


def _area(value: Any) -> tuple[AreaRecord, float | None]:
    values = cast("dict[str, Any]", value) if isinstance(value, dict) else {"name": value}
    name, weight = Fields(values).required_text("name"), cast("Any", values.get("w"))
    # an infinity is a float too, and no score
    is_score = isinstance(weight, int | float) and 0 <= weight <= _MAX_SCORE
    return AreaRecord(normal_area_id(f"area:fos:{name.lower()}"), name), float(weight) if is_score else None


def _abstract(value: Any, odd: list[str]) -> str | None:
    if value is None or value == "":
        return None
    try:
        index: Any = orjson.loads(value) if isinstance(value, str) else value
    except orjson.JSONDecodeError:
        odd.append("`indexed_abstract` is a text that is not JSON")
        return None
    words = value_in(index, "InvertedIndex")
    text = inverted_abstract(index if words is None else words, "indexed_abstract", odd)
    return fields_of({"indexed_abstract": text}, odd).paragraphs("indexed_abstract")
