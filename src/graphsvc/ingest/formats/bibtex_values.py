"""Values of BibTeX fields: macros followed, names of authors, dates."""

import re
from collections.abc import Iterator
from typing import Final

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import AuthorRecord
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import MAX_TEXT_CHARACTERS
from graphsvc.ingest.formats.latex import latex_text
from graphsvc.ingest.formats.parts import author

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AND: Final = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)  # only from the first of many blanks
_CONCATENATION: Final = re.compile("#")
_COMMA: Final = re.compile(",")
_YEAR: Final = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


def plain_value(raw: str, macros: dict[str, str]) -> str:
    """Return a value without its braces or quotes; `"a " # jan # { b}` is put together.

    No longer than a text may be, for macros that stand for macros grow as fast as powers do.
    """
    pieces: list[str] = []
    room = MAX_TEXT_CHARACTERS + 1
    for piece in _split(raw, _CONCATENATION):
        pieces.append(_piece(piece.strip(), macros)[:room])
        room -= len(pieces[-1])
        if not room:
            break
    return "".join(pieces)


def authors_of(text: str, odd: list[str]) -> Iterator[AuthorRecord]:
    """Yield the people of `A and B and others`; a name that cannot be one is told."""
    for part in _split(text, _AND):
        name = _name(part)
        try:
            if name:
                yield author(name)
        except BadInput as error:
            odd.append(f"`author`: {error}")


def published_in(values: dict[str, str], odd: list[str]) -> PartialDate | None:
    """Return the `date`, else year, month and day as far as they make sense; the rest is told."""
    given = values.get("date", "").strip("{} ")
    if given:
        try:
            return parse_partial_date(given.partition("/")[0].rstrip("~?"))
        except BadInput as error:
            odd.append(f"`date`: {error}")
    year = values.get("year", "").strip("{} ")
    found = _YEAR.search(year)
    if found is None:
        if year:
            odd.append(f"`year`: {year[:40]!r} has no year")
        return None
    return _in_year(found[0], values, odd)


def _in_year(year: str, values: dict[str, str], odd: list[str]) -> PartialDate | None:
    month = values.get("month", "").strip("{} ").lower()
    day = values.get("day", "").strip("{} ")
    parts = [year]
    if month[:3] in MONTHS:
        parts.append(f"{MONTHS.index(month[:3]) + 1:02d}")
    elif month.isdecimal():
        parts.append(month.zfill(2))
    elif month:
        odd.append(f"`month`: {month[:40]!r} is no month")
    if len(parts) > 1 and day:
        parts.append(day.zfill(2))
    for length in range(len(parts), 0, -1):
        try:
            return parse_partial_date("-".join(parts[:length]))
        except BadInput as error:
            odd.append(f"`{('year', 'month', 'day')[length - 1]}`: {error}")
    return None


def _name(text: str) -> str:
    """Return `First von Last Jr` for `von Last, Jr, First`; a name in braces is one, an institution's say."""
    parts = [part.strip() for part in _split(text.strip(), _COMMA)]
    ordered = [parts[-1], *parts[:-1]] if len(parts) > 1 else parts
    name = clean_text(latex_text(" ".join(ordered)))
    return "" if name.lower() == "others" else name


def _piece(piece: str, macros: dict[str, str]) -> str:
    if len(piece) >= 2 and (piece[0], piece[-1]) in (("{", "}"), ('"', '"')):
        return piece[1:-1]
    return macros.get(piece.lower(), piece)


def _split(text: str, separator: re.Pattern[str]) -> Iterator[str]:
    """Split where the separator stands outside of braces and quotes."""
    depth = start = 0
    in_quotes = False
    for mark in re.finditer(rf"[{{}}\"]|{separator.pattern}", text, separator.flags):
        if mark[0] == "{":
            depth += 1
        elif mark[0] == "}":
            depth -= 1
        elif mark[0] == '"':
            in_quotes = not in_quotes if depth == 0 and separator.pattern == "#" else in_quotes
        elif depth <= 0 and not in_quotes:
            yield text[start : mark.start()]
            start = mark.end()
    yield text[start:]
