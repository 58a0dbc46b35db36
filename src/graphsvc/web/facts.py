"""The key facts of a paper in a sentence that says nothing the data does not."""

import datetime
from collections.abc import Iterable

from graphsvc.domain.lists import AreaRef, PaperList
from graphsvc.domain.text import counted
from graphsvc.web.wording import day, is_ahead, is_running, number

Piece = str | AreaRef
"""Plain words, or an area that the page shows as a link."""


def key_facts(citers: PaperList, data_through: datetime.date | None) -> tuple[Piece, ...]:
    """Say who cites the paper, when and in which areas; `citers` is the whole list with its facets."""
    if citers.total == 0:
        return ("No paper here cites it yet. ", data_date(data_through))
    undated = f" ({number(citers.undated)} without a known year)" if 0 < citers.undated < citers.total else ""
    cited = f"Cited by {counted(citers.total, 'paper', 'papers')}{undated}{_when(citers)}"
    return (cited, *_where(citers), ". ", data_date(data_through))


def data_date(data_through: datetime.date | None) -> str:
    """Say through which day the data goes."""
    if data_through is None:
        return "Through which date the data goes is not known."
    return f"Data through {day(data_through)}."


def plain(pieces: Iterable[Piece]) -> str:
    """Return the sentence as text alone."""
    return "".join(piece if isinstance(piece, str) else piece.name for piece in pieces)


def _when(citers: PaperList) -> str:
    dated = citers.total - citers.undated
    if citers.total == 1:
        return f", in {_year(citers, citers.years[0].year)}" if dated else ", its year not known"
    if not dated:
        return ", none of them with a known year"
    first, last = citers.years[0].year, citers.years[-1].year
    if first == last:
        return f", {'the others' if citers.undated else 'all of them'} in {_year(citers, first)}"
    return f" from {first} to {last}{_peak(citers)}"


def _peak(citers: PaperList) -> str:
    """The year with the most, or two that share it; with more of them, none stands out."""
    most = max(year.count for year in citers.years)
    peaks = [_year(citers, year.year) for year in citers.years if year.count == most]
    if len(peaks) > 2 or most == 1:
        return ""
    return f", the most in {' and '.join(peaks)} ({number(most)}{' each' if len(peaks) == 2 else ''})"


def _year(citers: PaperList, wanted: int) -> str:
    year = next(year for year in citers.years if year.year == wanted)
    if is_running(year):
        return f"{year.year} so far"
    return f"{year.year}, after the data ends" if is_ahead(year) else f"{year.year}"


def _where(citers: PaperList) -> tuple[Piece, ...]:
    placed = citers.total - citers.no_area
    if not citers.areas or not placed:
        return ("; it is in no area",) if citers.total == 1 else ("; none of them is in an area",)
    top = citers.areas[0]
    if citers.total == 1:
        return ("; it is in ", top.area)
    share = "all" if placed == citers.total else number(placed)
    verb = "is" if share == "1" else "are"
    if top.count == placed:
        return (f"; {share} of them {verb} in ", top.area)
    return (f"; {share} of them {verb} in an area, {number(top.count)} in ", top.area)
