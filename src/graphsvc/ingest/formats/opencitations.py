"""Reads the CSV files of OpenCitations: the Index's dumps of every generation and the answers of its API.

Columns are known by their names, as their order has changed. An end is a bare DOI (COCI, CROCI, DOCI), an OMID (the
Index) or several ids with blanks between (the API): then the first names the paper, and the others go to its `ids`.
"""

import csv
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import CitationRecord, Located, Odd, PaperRecord, Refused
from graphsvc.domain.text import shown
from graphsvc.ingest.fields import quoted
from graphsvc.ingest.files import MAX_LINE_BYTES, Source, read_lines
from graphsvc.ingest.formats.pieces import Recently
from graphsvc.ingest.items import Item

NAME = "opencitations"

_SIGNS: Final = frozenset(("oci", "creation", "timespan", "journal_sc", "author_sc"))
_DURATION: Final = re.compile(r"[+-]?P(?=[0-9])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?", re.ASCII)
_BOM: Final = b"\xef\xbb\xbf"
_date: Final = lru_cache(1 << 16)(parse_partial_date)
_BARE_OMID: Final = re.compile(r"(?:meta:)?(br/[0-9]+)", re.ASCII | re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Return whether the first line names the columns of OpenCitations; `citing` and `cited` alone are any table's."""
    try:
        names = _names(_cells(head.lstrip().partition(b"\n")[0]))
    except BadInput:
        return False
    return {"citing", "cited"} <= names.keys() and not _SIGNS.isdisjoint(names)


def read(source: Source) -> Iterator[Item]:
    """Yield the citations; and a paper where a row tells its date, or more than one of its ids.

    Both ends of a row are papers, as no records come with it.
    """
    names: dict[str, int] = {}
    header: list[str] = []
    told = Recently()
    for line in read_lines(source):
        odd: list[str] = []
        try:
            cells = _cells(line.data)
            if not names or cells == header:  # files that were joined have their headers inside
                names = _names(cells)
                header = list(names)
                if not {"citing", "cited"} <= names.keys():
                    reason = "the first line names no columns `citing` and `cited`"
                    yield Refused(line.number, reason, quoted(line.data))
                    return
                continue
            citing, citing_ids = _end(cells, names, "citing", odd)
            cited, cited_ids = _end(cells, names, "cited", odd)
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        published = _creation(_cell(cells, names, "creation"), odd)
        timespan = _cell(cells, names, "timespan")
        if timespan and not _DURATION.fullmatch(timespan):  # not kept: the two dates say it, or nothing does
            odd.append(f"`timespan`: {shown(timespan)} is no duration as P1Y2M3D")
        beginning = quoted(line.data)
        for reason in odd:
            yield Odd(line.number, reason)
        for id_, ids, date in ((citing, citing_ids, published), (cited, cited_ids, None)):
            if (ids or date) and told.is_new((id_, ids, date)):
                yield Located(line.number, PaperRecord(id_, ids, published=date), beginning)
        yield Located(line.number, CitationRecord(citing, cited), beginning)


def _cells(data: bytes | None) -> list[str]:
    # Line by line: no value has a line end inside, and so a quote that is not closed spoils one row only.
    if data is None:
        raise BadInput(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        text = data.removeprefix(_BOM).decode().rstrip("\r\n")
        return next(csv.reader([text], strict=True)) if '"' in text else text.split(",")
    except UnicodeDecodeError:
        raise BadInput("the line is not UTF-8") from None
    except csv.Error as error:
        raise BadInput(f"the line is not CSV: {error}") from None


def _names(cells: list[str]) -> dict[str, int]:
    return {name.strip().lower(): at for at, name in enumerate(cells)}


def _cell(cells: list[str], names: dict[str, int], name: str) -> str:
    at = names.get(name)
    return cells[at].strip() if at is not None and at < len(cells) else ""


def _end(cells: list[str], names: dict[str, int], name: str, odd: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return the first id of an end and its others; raises BadInput where it has none that can be read."""
    value = _cell(cells, names, name)
    if not value:
        raise BadInput(f"`{name}` is missing")
    parts = value.split()
    if len(parts) == 1 or not all(":" in part for part in parts):  # "DOI 10.1000/182" is one id
        try:
            return _id(value), ()
        except BadInput as error:
            raise BadInput(f"`{name}`: {error}") from None
    ids: dict[str, None] = {}
    reasons: list[str] = []
    for part in parts:
        try:
            ids[_id(part)] = None
        except BadInput as error:
            reasons.append(f"`{name}`: {error}")
    if not ids:
        raise BadInput(reasons[0])
    odd.extend(reasons)
    first, *others = ids
    return first, tuple(others)


def _id(text: str) -> str:
    bare = _BARE_OMID.fullmatch(text)
    return normal_id(text if bare is None else f"omid:{bare[1]}")


def _creation(text: str, odd: list[str]) -> PartialDate | None:
    if not text:
        return None
    try:
        return _date(text)
    except BadInput as error:
        odd.append(f"`creation`: {error}")
        return None
