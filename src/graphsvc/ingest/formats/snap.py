"""Reads edge lists as SNAP publishes them, `from` and `to` on a line, and the list of dates that comes with some.

The nodes of cit-HepTh and cit-HepPh are arXiv numbers that lost their leading zeros, and get back their archive.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import PurePath
from typing import Final

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput, CutShort
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import CitationRecord, Located, PaperRecord, Refused
from graphsvc.ingest.fields import quoted
from graphsvc.ingest.files import MAX_LINE_BYTES, Source, read_lines
from graphsvc.ingest.items import Item

NAME = "snap"

_ARCHIVES: Final = {"th": "hep-th", "ph": "hep-ph"}
_NAMED: Final = re.compile(r"cit-hep-?(th|ph)", re.IGNORECASE)
_SIGN: Final = re.compile(rb"from_?(?:node)?_?id|directed graph", re.IGNORECASE)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_NUMBERS: Final = re.compile(rb"[0-9]+[ \t]+(?:[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2})\s*")
_BOM: Final = b"\xef\xbb\xbf"
_LINES_LOOKED_AT: Final = 50
MAX_COMMENTS: Final = 10_000


def recognises(head: bytes) -> bool:
    """Return whether the input begins with lines of two numbers (or a number and a date), or says that it is SNAP's."""
    lines = head.splitlines()
    if len(lines) > 1 and not head.endswith(b"\n"):
        lines.pop()  # it may be cut in its middle
    filled = [line.strip() for line in lines[:_LINES_LOOKED_AT] if line.strip()]
    comments = [line for line in filled if line.startswith(b"#")]
    edges = [line for line in filled if not line.startswith(b"#")]
    if any(_SIGN.search(comment) for comment in comments):
        return all(len(line.split()) == 2 for line in edges)
    return bool(edges) and all(_NUMBERS.fullmatch(line) for line in edges)


def read(source: Source, archive: str | None = None) -> Iterator[Item]:
    """Yield an edge list's citations, whose ends are papers; of a list of dates, each paper with its earliest date.

    `archive` is the arXiv archive that numbers are of ("hep-th"); without it the comments before the first edge say
    so, or the file's name. Other numbers are private ids, `x:snap-<number>`.
    """
    dated: dict[str, tuple[PartialDate, int, str]] = {}
    try:
        yield from _edges(source, archive, dated)
    except CutShort:
        yield from _papers(dated)
        raise
    yield from _papers(dated)


def _edges(source: Source, archive: str | None, dated: dict[str, tuple[PartialDate, int, str]]) -> Iterator[Item]:
    comments = PurePath(source.name).name
    node_id: Callable[[str], str] | None = None
    for line in read_lines(source):
        if line.data is not None and line.data.lstrip(b"\xef\xbb\xbf \t").startswith(b"#"):
            if node_id is None and len(comments) < MAX_COMMENTS:
                comments = line.data[:MAX_COMMENTS].decode("utf-8", "replace") + comments
            continue
        node_id = node_id or _node_ids(archive, comments)
        try:
            first, second = _two(line.data)
            if _DATE.fullmatch(second):
                id_, date = node_id(first), parse_partial_date(second)
                if id_ not in dated or date.ymd < dated[id_][0].ymd:
                    dated[id_] = date, line.number, quoted(line.data)
                continue
            citation = CitationRecord(node_id(first), node_id(second))
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        yield Located(line.number, citation, quoted(line.data))


def _papers(dated: dict[str, tuple[PartialDate, int, str]]) -> Iterator[Item]:
    for id_, (date, line, beginning) in dated.items():
        yield Located(line, PaperRecord(id_, published=date, part="date"), beginning)


def _two(data: bytes | None) -> list[str]:
    if data is None:
        raise BadInput(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        parts = data.removeprefix(_BOM).decode().split()
    except UnicodeDecodeError:
        raise BadInput("the line is not UTF-8") from None
    if len(parts) != 2:
        raise BadInput(f"the line has {len(parts)} parts; an edge has two, `from` and `to`")
    return parts


def _node_ids(archive: str | None, comments: str) -> Callable[[str], str]:
    if archive is None:
        named = _NAMED.search(comments)
        archive = _ARCHIVES[named[1].lower()] if named else None

    def node_id(token: str) -> str:
        if token.isascii() and token.isdigit():
            return normal_id(f"x:snap-{token}" if archive is None else f"arxiv:{archive}/{_arxiv_number(token)}")
        try:
            return normal_id(token)  # some lists have whole ids, as hep-th/9711200
        except BadInput:
            return normal_id(f"x:snap-{token}")

    return lru_cache(maxsize=1 << 17)(node_id)


def _arxiv_number(digits: str) -> str:
    # In the list of dates, papers that came from another archive have 11 before their seven digits.
    if len(digits) == 9 and digits.startswith("11"):
        return digits[2:]
    if len(digits) > 7:
        raise BadInput(f"{digits} is no arXiv number of seven digits")
    return digits.zfill(7)
