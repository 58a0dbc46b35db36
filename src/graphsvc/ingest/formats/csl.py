"""Reads CSL-JSON: an array of items, or one item a line.

Line numbers are those of the line, or the item's place in the array. An item is named by its DOI, else by its URL
where that is the address of a known id (arXiv, PubMed …), else by its number at arXiv, PMID, PMCID; the others of
these are further ids. An item with none of them gets `x:` and the id it has in its file. CSL-JSON has no references.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import PaperRecord
from graphsvc.ingest.fields import Fields
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats.documents import first_records, read_records
from graphsvc.ingest.formats.jats import plain_line, plain_paragraphs
from graphsvc.ingest.formats.parts import date_in_parts, ids_of, ids_of_address, person, private_id
from graphsvc.ingest.items import Item

NAME = "csl"
_WRAPPERS: Final = ("items",)
_CSL_TYPES: Final = (
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset"
    " document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation"
    " manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical"
    " personal_communication post post-weblog regulation report review review-book software song speech standard"
    " thesis treaty webpage"
)
_TYPES: Final = frozenset(_CSL_TYPES.split())
_OWN_FIELDS: Final = frozenset(("author", "issued", "container-title", "DOI", "URL", "citation-key", "publisher"))
_OTHER_FORMATS: Final = frozenset(("references", "authors", "published", "ids", "is-referenced-by-count", "deposited"))
_RAW_DATE: Final = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")


def recognises(head: bytes) -> bool:
    """Tell whether an input begins like CSL-JSON. Never raises."""
    return any(
        record.get("type") in _TYPES
        and not isinstance(record.get("title"), list)
        and _OWN_FIELDS & record.keys()
        and not _OTHER_FORMATS & record.keys()
        for record in first_records(head, _WRAPPERS)
        if isinstance(record.get("type"), str)
    )


def read(source: Source) -> Iterator[Item]:
    """Yield each item. Raises CutShort."""
    return read_records(source, _WRAPPERS, lambda fields, values: [_paper(fields, values)])


def _paper(fields: Fields, values: dict[str, Any]) -> PaperRecord:
    id_, *others = _ids(fields, values) or [private_id(_key(fields, values))]
    plain = Fields({name: _plain(name, values.get(name)) for name in ("title", "container-title", "abstract")})
    plain.odd = fields.odd
    return PaperRecord(
        id=id_,
        ids=tuple(others),
        title=plain.text("title"),
        abstract=plain.paragraphs("abstract"),
        published=_published(values.get("issued"), fields.odd),
        type=fields.text("type"),
        venue=plain.text("container-title"),
        language=fields.text("language"),
        authors=fields.items("author", person),
    )


def _ids(fields: Fields, values: dict[str, Any]) -> list[str]:
    doi = ids_of([("doi", values.get("DOI"))], fields.odd)
    rest = [("arxiv", _arxiv_number(values)), ("pmid", values.get("PMID")), ("pmcid", values.get("PMCID"))]
    return list(dict.fromkeys([*doi, *ids_of_address(values.get("URL")), *ids_of(rest, fields.odd)]))


def _arxiv_number(values: dict[str, Any]) -> str | None:
    archive, number = values.get("archive"), values.get("number")
    if number is None:
        number = values.get("archive_location")
    if not isinstance(number, str):
        return None
    if isinstance(archive, str) and "arxiv" in archive.lower():
        return re.sub(r"^\s*arxiv:\s*", "", number, flags=re.IGNORECASE)
    return number.strip()[6:] if number.strip().lower().startswith("arxiv:") else None


def _key(fields: Fields, values: dict[str, Any]) -> str:
    key = values.get("id")
    # a number is a common key, but never one of more than 18 digits
    return str(key) if isinstance(key, int) and abs(key) < 10**18 else fields.required_text("id")


def _plain(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return plain_paragraphs(value) if name == "abstract" else plain_line(value)


def _published(issued: Any, odd: list[str]) -> PartialDate | None:
    date = date_in_parts(issued, "issued", odd)
    if date is not None or not isinstance(issued, dict):
        return date
    raw = cast("dict[str, Any]", issued).get("raw")
    if not isinstance(raw, str) or not raw.strip():
        return None
    found = _RAW_DATE.fullmatch(raw.strip())
    try:
        if found is None:
            raise BadInput("has no date of the form YYYY-MM-DD")
        return parse_partial_date(found[0])
    except BadInput as error:
        odd.append(f"`issued`: {error}")
        return None
