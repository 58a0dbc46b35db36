"""Reads Crossref works: single ones, answers of the API, `{"items": […]}` files, JSON lines.

Line numbers are those of the line, or the work's place in the document. What Crossref leaves open is read so:
- The date is `issued`, else the earliest of the published-… dates; `created` is the day of the deposit, not taken.
- `reference` gives the references with a DOI; one without becomes a citation of nothing, so that it is counted.
  Without `reference` the list is not known, whatever `reference-count` says: 0 means none deposited.
- A preprint and its article are one paper: the DOIs of `is-preprint-of` and `has-preprint` are other ids of the work.
- A notice of retraction marks the work that it retracts, by a second record that says nothing else.
"""

from collections.abc import Iterator
from typing import Any, Final, cast

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import CitationRecord, PaperRecord, Record
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import Fields
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats.documents import first_records, inner, read_records, whole_fields
from graphsvc.ingest.formats.jats import plain_line, plain_paragraphs
from graphsvc.ingest.formats.parts import date_in_parts, id_of, ids_of, object_of, person
from graphsvc.ingest.items import Item

NAME = "crossref"
_WRAPPERS: Final = ("items", "message.items", "message")
_OWN_FIELDS: Final = frozenset(
    ("is-referenced-by-count", "reference-count", "references-count", "deposited", "indexed", "prefix", "member")
)
_DATES: Final = ("published-print", "published-online", "published")
_SAME_PAPER: Final = ("is-preprint-of", "has-preprint")
_UNKNOWN_LAST: Final = 99


def recognises(head: bytes) -> bool:
    """Tell whether an input begins like works of Crossref. Never raises."""
    for record in first_records(head, _WRAPPERS):
        # CSL-JSON has a DOI too, but its title is no list
        if isinstance(record.get("DOI"), str) and (
            isinstance(record.get("title"), list) or len(_OWN_FIELDS & record.keys()) >= 2
        ):
            return True
    answer = whole_fields(head)
    kind = answer.get("message-type")
    return isinstance(kind, str) and kind.startswith("work") and "message" in answer


def read(source: Source) -> Iterator[Item]:
    """Yield each work, the references of it that have no DOI, and what it retracts. Raises CutShort."""
    return read_records(source, _WRAPPERS, _records)


def _records(fields: Fields, values: dict[str, Any]) -> Iterator[Record]:
    doi = id_of("doi", fields.required_text("DOI"))
    references, unmatched = _references(fields, values)
    yield _paper(doi, references, fields, values)
    for _ in range(unmatched):
        yield CitationRecord(doi, None)
    for retracted in _updates(fields, "update-to"):
        yield PaperRecord(retracted, is_retracted=True)


def _paper(doi: str, references: tuple[str, ...] | None, fields: Fields, values: dict[str, Any]) -> PaperRecord:
    plain = Fields(
        {
            "title": _cleaned(_first(values.get("title")), plain_line),
            "container-title": _cleaned(_first(values.get("container-title")), plain_line),
            "abstract": _cleaned(values.get("abstract"), plain_paragraphs),
        }
    )
    plain.odd = fields.odd
    return PaperRecord(
        id=doi,
        ids=tuple(other for other in _same_paper(fields, values) if other != doi),
        title=plain.text("title"),
        abstract=plain.paragraphs("abstract"),
        published=_published(fields, values),
        type=fields.text("type"),
        venue=plain.text("container-title"),
        language=fields.text("language"),
        authors=fields.items("author", person),
        references=references,
        source_cited_by_count=fields.count("is-referenced-by-count"),
        is_retracted=True if _updates(fields, "updated-by") else None,
    )


def _first(value: Any) -> Any:
    """Return the first text of a list that has one; titles are lists, in converted files plain texts."""
    if not isinstance(value, list):
        return value
    texts = cast("list[Any]", value)
    return next((text for text in texts if not isinstance(text, str) or clean_text(text)), None)


def _cleaned(value: Any, plain: Any) -> Any:
    return plain(value) if isinstance(value, str) else value


def _published(fields: Fields, values: dict[str, Any]) -> PartialDate | None:
    issued = date_in_parts(values.get("issued"), "issued", fields.odd)
    if issued is not None:
        return issued
    dates = [date_in_parts(values.get(name), name, fields.odd) for name in _DATES]
    # of two dates in one year the one that knows its month is the better
    return min(
        (date for date in dates if date is not None),
        key=lambda date: (date.year, date.month or _UNKNOWN_LAST, date.day or _UNKNOWN_LAST),
        default=None,
    )


def _references(fields: Fields, values: dict[str, Any]) -> tuple[tuple[str, ...] | None, int]:
    """Return the references with a DOI, and how many there are without one that can be read."""
    entries = fields.items("reference", object_of)
    if entries is None or not (entries or fields.count("reference-count") == 0):
        return None, 0
    dois: list[str] = []
    unmatched = len(cast("list[Any]", values["reference"])) - len(entries)
    for at, entry in enumerate(entries, start=1):
        doi = entry.get("DOI")
        try:
            if doi:
                dois.append(id_of("doi", doi))
                continue
        except BadInput as error:
            fields.odd.append(f"`reference`, item {at}: {error}")
        unmatched += 1
    return tuple(dois), unmatched


def _same_paper(fields: Fields, values: dict[str, Any]) -> list[str]:
    relations = inner(values, "relation", fields.odd)
    related = Fields(relations)
    related.odd = fields.odd
    found: list[tuple[str, Any]] = []
    for name in _SAME_PAPER:
        for relation in related.items(name, object_of) or ():
            kind = relation.get("id-type")
            if isinstance(kind, str) and kind.lower() in ("doi", "arxiv"):
                found.append((kind.lower(), relation.get("id")))
    return ids_of(found, fields.odd)


def _updates(fields: Fields, name: str) -> list[str]:
    """Return the DOIs that an update names as retracted, or as the notice that retracts."""
    retractions = [update for update in fields.items(name, object_of) or () if update.get("type") == "retraction"]
    return ids_of([("doi", update.get("DOI")) for update in retractions], fields.odd)
