"""Reads OpenAlex works: lines of the snapshot, pages of the API, single works.

Line numbers are those of the line, or the work's place in the page. What OpenAlex leaves open is read so:
- `referenced_works: []` says that OpenAlex has no list, not that the work cites nothing (a third of its works have
  `referenced_works_count: 0`, among them papers with long bibliographies): the references are not known.
- `publication_date` stands as OpenAlex gives it, also where 1 January may mean that only the year is known.
- `is_retracted` is taken, `is_paratext` is not; authors are named by their ORCID where they have one.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, cast

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import AreaMembership, AreaRecord, AuthorRecord, PaperRecord, Record
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import Fields
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats import documents
from graphsvc.ingest.formats.documents import first_records, inner, read_records, whole_fields
from graphsvc.ingest.formats.inverted import inverted_abstract
from graphsvc.ingest.formats.jats import plain_line
from graphsvc.ingest.formats.parts import author, ids_of, object_of, orcid
from graphsvc.ingest.items import Item

NAME = "openalex"
_WRAPPERS: Final = ("results", "works")
_WORK: Final = re.compile(r"(?:https?://(?:\w+\.)?openalex\.org/(?:works/)?)?w[0-9]+", re.IGNORECASE | re.ASCII)
_OWN_FIELDS: Final = frozenset(
    ("display_name", "publication_year", "publication_date", "referenced_works", "cited_by_count", "authorships")
) | {"abstract_inverted_index", "primary_location", "updated_date"}
_PAGE_FIELDS: Final = frozenset(("count", "per_page"))
_AUTHOR: Final = re.compile(r"(?:https?://openalex\.org/)?(a[0-9]{1,18})", re.IGNORECASE | re.ASCII)
_AREA: Final = re.compile(r"(?:https?://openalex\.org/(?:[a-z]+/)?)?t?([0-9]+)", re.IGNORECASE | re.ASCII)
_LEVELS: Final = ("domain", "field", "subfield")


def recognises(head: bytes) -> bool:
    """Tell whether an input begins like works of OpenAlex. Never raises."""
    for record in first_records(head, _WRAPPERS):
        id_ = record.get("id")
        if isinstance(id_, str) and _WORK.fullmatch(id_.strip()) and _OWN_FIELDS & record.keys():
            return True
    page = whole_fields(head)
    meta = page.get("meta")
    # the last page of the API is empty
    return page.get("results") == [] and isinstance(meta, dict) and _PAGE_FIELDS <= cast("dict[str, Any]", meta).keys()


def read(source: Source) -> Iterator[Item]:
    """Yield each work, before it the areas that it is the first to name. Raises CutShort."""
    return read_records(source, _WRAPPERS, partial(_records, set()))


def has_lines(head: bytes) -> bool:
    """Tell whether each line is a work, to be read by itself. Never raises."""
    return documents.has_lines(head, _WRAPPERS)


def read_part(source: Source) -> Iterator[Item]:
    """Yield what `read` does, of some lines of an input that has lines. Raises CutShort."""
    return documents.read_records_of_lines(source, partial(_records, set()))


def _records(told: set[str], fields: Fields, values: dict[str, Any]) -> Iterator[Record]:
    memberships, areas = _areas(told, fields, values)
    paper = _paper(fields, values, memberships)
    for area in areas:
        if area.id not in told:
            told.add(area.id)
            yield area
    yield paper


def _paper(fields: Fields, values: dict[str, Any], areas: tuple[AreaMembership, ...] | None) -> PaperRecord:
    id_ = normal_id(fields.required_text("id"))
    if not id_.startswith("openalex:"):
        raise BadInput(f"{id_} is not a work of OpenAlex")
    title = fields.text("title") or fields.text("display_name")
    abstract = inverted_abstract(values.get("abstract_inverted_index"), "abstract_inverted_index", fields.odd)
    return PaperRecord(
        id=id_,
        ids=tuple(other for other in _ids(fields, values) if other != id_),
        title=clean_text(plain_line(title)) or None if title else None,
        abstract=abstract or fields.paragraphs("abstract"),  # a text where a tool converted it
        published=_published(fields),
        type=fields.text("type"),
        venue=_venue(fields, values),
        language=fields.text("language"),
        authors=fields.items("authorships", _author),
        areas=areas,
        references=fields.ids("referenced_works", normal_id) or None,
        source_cited_by_count=fields.count("cited_by_count"),
        is_retracted=fields.truth("is_retracted"),
    )


def _ids(fields: Fields, values: dict[str, Any]) -> list[str]:
    given = inner(values, "ids", fields.odd)
    dois = [values.get("doi"), given.get("doi")]
    if dois[0] == dois[1]:
        dois.pop()
    return ids_of(
        [*(("doi", doi) for doi in dois), *((scheme, given.get(scheme)) for scheme in ("mag", "pmid", "pmcid"))],
        fields.odd,
    )


def _published(fields: Fields) -> PartialDate | None:
    return fields.partial_date("publication_date") or fields.partial_date("publication_year")


def _venue(fields: Fields, values: dict[str, Any]) -> str | None:
    location = inner(values, "primary_location", fields.odd)
    source = Fields(inner(location, "source", fields.odd))
    source.odd = fields.odd
    return source.text("display_name")


def _author(value: Any) -> AuthorRecord:
    authorship = object_of(value)
    person = inner(authorship, "author", [])
    name = Fields(person).text("display_name") or Fields(authorship).text("raw_author_name")
    id_ = person.get("id")
    found = _AUTHOR.fullmatch(id_.strip()) if isinstance(id_, str) else None
    return author(name or "", orcid(person.get("orcid")) or (f"openalex:{found[1].upper()}" if found else None))


def _areas(
    told: set[str], fields: Fields, values: dict[str, Any]
) -> tuple[tuple[AreaMembership, ...] | None, list[AreaRecord]]:
    """Return the topics of a work, the primary one first, and the tree above those that were not told yet."""
    topics = fields.items("topics", object_of)
    primary = inner(values, "primary_topic", fields.odd)
    if topics is None and not primary:
        return None, []
    memberships: dict[str, AreaMembership] = {}
    areas: list[AreaRecord] = []
    for topic in [primary, *(topics or ())] if primary else topics or ():
        try:
            id_ = _area_id("T", topic)
        except BadInput as error:
            fields.odd.append(f"`topics`: {error}")
            continue
        if id_ in memberships:
            continue
        memberships[id_] = AreaMembership(id_, _score(topic.get("score")))
        if id_ not in told:
            areas.extend(_branch(topic, fields.odd))
    return tuple(memberships.values()), areas


def _branch(topic: dict[str, Any], odd: list[str]) -> Iterator[AreaRecord]:
    """Yield domain, field, subfield and topic, as far as they have a name and an id; each is part of the one before."""
    parent = None
    for kind, value in [*((f"{level}/", inner(topic, level, odd)) for level in _LEVELS), ("T", topic)]:
        name = Fields(value).text("display_name")
        try:
            id_ = _area_id(kind, value)
        except BadInput:
            continue  # a level that is missing; the topic itself was read before
        if name:
            yield AreaRecord(id_, name, parent=parent)
            parent = id_


def _area_id(kind: str, value: dict[str, Any]) -> str:
    id_ = value.get("id")  # a number in the documentation, an address in the data
    text = str(id_) if isinstance(id_, int) and not isinstance(id_, bool) and 0 <= id_ < 2**63 else id_
    found = _AREA.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise BadInput("a topic without the id of one")
    return normal_area_id(f"area:openalex:{kind}{found[1]}")


def _score(value: Any) -> float | None:
    try:
        score = None if value is None or isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return score if score is not None and abs(score) <= 1e9 else None  # neither NaN nor infinite
