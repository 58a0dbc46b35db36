"""Reads arXiv's metadata snapshot: one JSON object a line.

A paper was published when its first version was, not when its record last changed. Withdrawn papers stay papers.
The snapshot has no citations: the references are not known. Its categories are areas, named by their codes: `cs.CL` is
part of the archive `cs`, an archive without categories (`hep-th`) stands by itself. The first one is the main one.
"""

import datetime
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, Final, cast

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import AreaMembership, AreaRecord, AuthorRecord, PaperRecord, Record
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import Fields
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats import documents
from graphsvc.ingest.formats.documents import first_records, read_records
from graphsvc.ingest.formats.latex import latex_text
from graphsvc.ingest.formats.parts import author, ids_of
from graphsvc.ingest.items import Item

NAME = "arxiv"
_WRAPPERS: Final = ("papers",)
_OWN_FIELDS: Final = frozenset(("versions", "authors_parsed", "journal-ref", "report-no", "submitter", "update_date"))
_AFFILIATION: Final = re.compile(r"\([^()]*\)")
_CATEGORY: Final = re.compile(r"([a-z]+(?:-[a-z]+)?)(?:\.[A-Za-z]+(?:-[A-Za-z]+)?)?", re.ASCII)
_NESTED: Final = 3  # brackets in brackets
_BETWEEN_AUTHORS: Final = re.compile(r"\s*(?:,|;|\band\b|&)\s*")


def recognises(head: bytes) -> bool:
    """Tell whether an input begins like arXiv's snapshot. Never raises."""
    return any(
        isinstance(record.get("id"), str) and len(_OWN_FIELDS & record.keys()) >= 2
        for record in first_records(head, _WRAPPERS)
    )


def read(source: Source) -> Iterator[Item]:
    """Yield each paper, before it the areas that it is the first to name. Raises CutShort."""
    return read_records(source, _WRAPPERS, partial(_records, set()))


def has_lines(head: bytes) -> bool:
    """Tell whether each line is a paper, to be read by itself. Never raises."""
    return documents.has_lines(head, _WRAPPERS)


def read_part(source: Source) -> Iterator[Item]:
    """Yield what `read` does, of some lines of an input that has lines. Raises CutShort."""
    return documents.read_records_of_lines(source, partial(_records, set()))


def _records(told: set[str], fields: Fields, values: dict[str, Any]) -> Iterator[Record]:
    paper = _paper(fields, values)
    for category in paper.categories or ():
        for area in _areas(category):
            if area.id not in told:
                told.add(area.id)
                yield area
    yield paper


def _paper(fields: Fields, values: dict[str, Any]) -> PaperRecord:
    id_ = normal_id(f"arxiv:{fields.required_text('id')}")
    dois = (fields.text("doi") or "").split()  # a few papers have two
    categories = tuple((fields.key("categories") or "").split())
    return PaperRecord(
        id=id_,
        ids=tuple(other for other in ids_of([("doi", doi.rstrip(",;")) for doi in dois], fields.odd) if other != id_),
        title=fields.text("title"),
        abstract=clean_text(fields.paragraphs("abstract") or "") or None,
        published=_first_posted(values.get("versions"), fields.odd),
        venue=fields.text("journal-ref"),
        authors=fields.items("authors_parsed", _parsed_author) or _authors(fields.text("authors")),
        categories=categories or None,
        areas=tuple(
            AreaMembership(_area_id(category))
            for category in dict.fromkeys(categories)
            if _CATEGORY.fullmatch(category)
        )
        or None,
    )


def _areas(category: str) -> Iterator[AreaRecord]:
    """Yield the archive of a category, and the category where it is not the archive itself."""
    found = _CATEGORY.fullmatch(category)
    if found is None:
        return
    archive = found[1]
    yield AreaRecord(_area_id(archive), archive)
    if category != archive:
        yield AreaRecord(_area_id(category), category, parent=_area_id(archive))


def _area_id(code: str) -> str:
    return normal_area_id(f"area:arxiv:{code}")


def _parsed_author(value: Any) -> AuthorRecord:
    """Read `[last, first, suffix, affiliation …]`."""
    parts = cast("list[Any]", value) if isinstance(value, list) else []
    last, first, suffix = [clean_text(part) if isinstance(part, str) else "" for part in [*parts, "", "", ""][:3]]
    return _author(" ".join(part for part in (first, last, suffix) if part))


def _authors(text: str | None) -> tuple[AuthorRecord, ...] | None:
    """Read `A. Author (1), B. Author and C. Author ((1) A University)`."""
    if text is None:
        return None
    for _ in range(_NESTED):
        text = _AFFILIATION.sub("", text)
    return tuple(_author(name.strip()) for name in _BETWEEN_AUTHORS.split(text) if name.strip()) or None


def _author(text: str) -> AuthorRecord:
    return author(clean_text(latex_text(text)) or text if "\\" in text else text)


def _first_posted(versions: Any, odd: list[str]) -> PartialDate | None:
    if versions is None:
        return None
    first = cast("list[Any]", versions)[0] if isinstance(versions, list) and versions else None
    created = cast("dict[str, Any]", first).get("created") if isinstance(first, dict) else None
    try:
        if not isinstance(created, str):
            raise BadInput("is no text")
        moment = parsedate_to_datetime(created)
        # "-0000" is how a mail says that it does not know its zone
        day = moment.date() if moment.tzinfo is None else moment.astimezone(datetime.UTC).date()
        return parse_partial_date(day.isoformat())
    except (BadInput, ValueError, TypeError, IndexError, OverflowError):
        odd.append("`versions`: the first has no date of the form 'Mon, 2 Apr 2007 19:18:42 GMT'")
        return None
