"""The formats in which a whole list is written while it is read: JSON, NDJSON and CSV.

Each takes papers as columns (graph/rows.py), a few thousand at once: this is what an export spends its time on.
"""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import orjson

from graphsvc.domain.dates import partial_date_from_ymd
from graphsvc.graph.rows import Columns

FIELDS: Final = (
    "id", "title", "type", "venue", "language", "published", "categories", "isKnown", "isRetracted", "citedByCount",
    "sourceCitedByCount", "referenceCount", "referencesOutside",
)  # fmt: skip
"""What is told of each paper, by the GraphQL API's names; `published` says as much as is known: 2019, 2019-05 …"""


@dataclass(frozen=True, slots=True)
class ListFormat:
    """One format: what stands before the papers, they themselves, what stands between two lots of them and at the end.

    `tells_unknown` says that it can tell a list that is not known from one that is empty.
    """

    media_type: str
    begin: Callable[[Mapping[str, Any]], bytes]
    papers: Callable[[Sequence[Columns]], bytes]
    between: bytes
    end: Callable[[int], bytes]
    tells_unknown: bool = False


def fields_of(columns: Columns) -> dict[str, Any]:
    """Return a paper of a list as a JSON object."""
    (
        id_, title, type_, venue, language, ymd, categories, is_known, is_retracted, cited_by_count,
        source_cited_by_count, here, outside, _,
    ) = columns  # fmt: skip
    return {
        "id": id_,
        "title": title,
        "type": type_,
        "venue": venue,
        "language": language,
        "published": None if ymd is None else _iso(ymd),
        "categories": categories or [],
        "isKnown": is_known is not False,
        "isRetracted": is_retracted,
        "citedByCount": cited_by_count,
        "sourceCitedByCount": source_cited_by_count,
        "referenceCount": None if here is None else here + outside,
        "referencesOutside": outside,
    }


def _begin_json(head: Mapping[str, Any]) -> bytes:
    return orjson.dumps(head)[:-1] + b',"papers":['


def _json_papers(rows: Sequence[Columns]) -> bytes:
    return orjson.dumps([fields_of(columns) for columns in rows])[1:-1]


def _end_json(total: int) -> bytes:
    return b'],"total":%d}\n' % total


def _lines(rows: Sequence[Columns]) -> bytes:
    return b"".join([orjson.dumps(fields_of(columns), option=orjson.OPT_APPEND_NEWLINE) for columns in rows])


def _csv_head(_: Mapping[str, Any]) -> bytes:
    return _csv([FIELDS])


def _csv_rows(rows: Sequence[Columns]) -> bytes:
    return _csv([_csv_row(columns) for columns in rows])


def _csv_row(columns: Columns) -> list[Any]:
    (
        id_, title, type_, venue, language, ymd, categories, is_known, is_retracted, cited_by_count,
        source_cited_by_count, here, outside, _,
    ) = columns  # fmt: skip
    return [
        id_,
        _text(title),
        _text(type_),
        _text(venue),
        _text(language),
        None if ymd is None else _iso(ymd),
        _text("|".join(categories)) if categories else None,
        _TRUTHS[is_known is not False],
        _TRUTHS[is_retracted],
        cited_by_count,
        source_cited_by_count,
        None if here is None else here + outside,
        outside,
    ]


def _csv(rows: Sequence[Sequence[Any]]) -> bytes:
    """Return rows as RFC 4180 has them: CRLF, quotes only where they must be, doubled inside; None is empty."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode()


_TRUTHS: Final[Mapping[bool | None, str | None]] = {True: "true", False: "false", None: None}
_FORMULA: Final = re.compile("'*[=+@-]")


def _text(text: str | None) -> str | None:
    """Return a text that no spreadsheet takes for a formula; `'=` comes back as `''=`, so that it can be undone."""
    return f"'{text}" if text and _FORMULA.match(text) else text


@lru_cache(maxsize=1 << 14)
def _iso(ymd: int) -> str:
    return partial_date_from_ymd(ymd).iso


def _nothing(_: object) -> bytes:
    return b""


FORMATS: Final[Mapping[str, ListFormat]] = {
    "json": ListFormat("application/json", _begin_json, _json_papers, b",", _end_json, tells_unknown=True),
    "ndjson": ListFormat("application/x-ndjson", _nothing, _lines, b"", _nothing),
    "csv": ListFormat("text/csv; header=present", _csv_head, _csv_rows, b"", _nothing),
}
"""Each format by the end of a file's name."""
