"""Lists of who cites a hub: what to ask an index for, and the numbers of the list from what is counted on the hub."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from graphsvc.domain.lists import AreaCount, AreaRef, ListKind, ListRequest, PaperFilter, PaperSort
from graphsvc.graph.hub_keys import bounds, hub_key

STATEMENTS = {
    "most_cited": "read/list_hub_citers_most_cited",
    "most_cited_in_years": "read/list_hub_citers_most_cited_in_years",
    "newest": "read/list_hub_citers_newest",
    "oldest": "read/list_hub_citers_oldest",
    "title": "read/list_hub_citers_title",
    "most_cited_per_year": "read/list_hub_citers_most_cited_per_year",
    "most_cited_per_year_in_years": "read/list_hub_citers_most_cited_per_year_in_years",
}
"""What reads the citers of hubs in each order; its record's column is called after the order, `hub_newest`."""
BY_COUNT = (PaperSort.MOST_CITED, PaperSort.MOST_CITED_PER_YEAR)
"""Orders in which the papers of some years may stand anywhere: these are read year by year."""

Years = Mapping[str, int]
"""Counts by year as text; "" stands for no year."""


def hub_statements(lists: Iterable[ListRequest]) -> list[str]:
    """Return the names of the statements that read the citers of hubs for these lists."""
    return sorted({STATEMENTS[hub_sort(request)] for request in lists if can_be_read(request)})


def hub_sort(request: ListRequest) -> str:
    """Return the order in which an index has what a list asks for."""
    is_by_year = request.sort in BY_COUNT and _has_years(request.filter)
    return f"{request.sort.value}_in_years" if is_by_year else request.sort.value


def can_be_read(request: ListRequest) -> bool:
    """Return whether a hub's index and counts can answer a list: not several areas at once, nor types."""
    kept = request.filter
    return (
        request.kind is ListKind.CITERS
        and kept.types is None
        and (kept.areas is None or (len(kept.areas) == 1 and kept.has_area is None))
    )


def hub_parameters(request: ListRequest) -> dict[str, Any]:
    """Return what a list's statement must know to read it from a hub's index."""
    if not can_be_read(request):
        return {"hub_sort": None}
    page, kept, (from_key, to_key) = request.page, request.filter, bounds(request)
    after = hub_key(request.sort, page.after) if page and page.after else None
    before = hub_key(request.sort, page.before) if page and page.before else None
    return {
        "hub_sort": hub_sort(request),
        "from_key": from_key if after is None else max(from_key, after[0]),
        "to_key": to_key if before is None else min(to_key, before[0]),
        "after_key": None if after is None else list(after),
        "before_key": None if before is None else list(before),
        "area": kept.areas[0] if kept.areas else None,
        "wants_cells": _wants_cells(request),
    }


def stored_counts(
    years: Sequence[tuple[int | None, int]],
    cells: Sequence[tuple[str | None, str | None, Sequence[tuple[int | None, int]]]],
) -> tuple[str, str]:
    """Return counts of a hub's citers by year, and by area and year, as the store keeps them: two JSON texts."""
    areas = sorted(
        (-sum(count for _, count in counts), name or "", id_) for id_, name, counts in cells if id_ is not None
    )
    no_area = sum(count for id_, _, counts in cells if id_ is None for _, count in counts)
    counted = {
        "years": _by_year(years),
        "areas": [[id_, name, -less] for less, name, id_ in areas],
        "no_area": no_area,
    }
    by_area = {
        id_ or "": [name or "", _by_year(counts)] for id_, name, counts in sorted(cells, key=lambda cell: cell[0] or "")
    }
    return orjson.dumps(counted).decode(), orjson.dumps(by_area).decode()


class HubNumbers:
    """The numbers of one list of a hub's citers, each facet under every filter but its own."""

    def __init__(self, request: ListRequest, counts: str, cells: str | None) -> None:
        self._filter = request.filter
        self._first = request.areas_first
        self._counts: dict[str, Any] = orjson.loads(counts)
        self._cells: dict[str, tuple[str, dict[str, int]]] = orjson.loads(cells) if cells else {}

    def years(self) -> Years:
        """Return the counts by year of the papers in the filter's areas."""
        kept = self._filter
        if kept.areas:
            return self._of_area(kept.areas[0])
        if kept.has_area is None:
            return self._counts["years"]
        without = self._of_area("")
        if not kept.has_area:
            return without
        all_years: Years = self._counts["years"]
        return {year: left for year, count in all_years.items() if (left := count - without.get(year, 0))}

    def total(self) -> int:
        """Return how many papers the filter keeps."""
        return _total(self.years(), self._filter)

    def areas(self) -> list[AreaCount]:
        """Return the largest counts by area of the papers in the filter's years."""
        if not _has_years(self._filter):
            found = self._counts["areas"][: self._first]
        else:
            counts = ((_total(years, self._filter), name, id_) for id_, (name, years) in self._cells.items() if id_)
            ordered = sorted((-count, name, id_) for count, name, id_ in counts if count)
            found = [(id_, name, -less) for less, name, id_ in ordered[: self._first]]
        return [AreaCount(AreaRef(id_, name), count) for id_, name, count in found]

    def no_area(self) -> int:
        """Return how many papers in the filter's years are in no area."""
        return _total(self._of_area(""), self._filter) if _has_years(self._filter) else self._counts["no_area"]

    def _of_area(self, id_: str) -> dict[str, int]:
        return self._cells[id_][1] if id_ in self._cells else {}


def _wants_cells(request: ListRequest) -> bool:
    kept = request.filter
    return kept.areas is not None or kept.has_area is not None or (_has_years(kept) and request.areas_first > 0)


def _has_years(kept: PaperFilter) -> bool:
    return kept.first_year is not None or kept.last_year is not None


def _total(years: Years, kept: PaperFilter) -> int:
    first, last = kept.first_year, kept.last_year
    if first is None and last is None:
        return sum(years.values())
    in_range = range(first or 0, (9_999 if last is None else last) + 1)
    return sum(count for year, count in years.items() if year and int(year) in in_range)


def _by_year(counts: Iterable[tuple[int | None, int]]) -> dict[str, int]:
    by_year: Counter[str] = Counter()
    for year, count in counts:
        by_year["" if year is None else str(year)] += count
    return dict(sorted(by_year.items()))
