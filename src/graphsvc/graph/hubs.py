"""Lists of who cites a hub: what to ask an index for, and the numbers of the list from what is counted on the hub."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from graphsvc.domain.errors import DatabaseUnavailable
from graphsvc.domain.lists import (
    MAX_PAGE_SIZE,
    NO_FILTER,
    AreaCount,
    AreaRef,
    ListKind,
    ListRequest,
    PaperFilter,
    PaperSort,
    ValueCount,
    value_counts,
)
from graphsvc.graph.hub_keys import bounds, hub_key
from graphsvc.graph.hub_table import Kind, TableNumbers, counted_values, packed_table

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
    """Return whether a hub's index and counts can answer a list: not several areas at once."""
    kept = request.filter
    return request.kind is ListKind.CITERS and (kept.areas is None or (len(kept.areas) == 1 and kept.has_area is None))


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
        "wants_cells": _wants_cells(request) and not _wants_table(request),
        "wants_values": bool(request.types_first or request.venues_first) and not _wants_table(request),
        "wants_table": _wants_table(request),
    }


def stored_counts(
    kinds: Sequence[Kind], areas: Mapping[int, tuple[str, str]]
) -> tuple[str, str, str, bytes, list[int]]:
    """Return what the store keeps of a hub's citers, of which there are so many of each kind.

    Three JSON texts: counts by year and by area, by area and year, by type and venue; the table; and the years. Of
    types and venues only so many are kept as a facet may show. `areas` has the ids and names of areas by number.
    """
    years, values = Counter[int | None](), (Counter[str | None](), Counter[str | None]())
    cells: dict[int | None, Counter[int | None]] = {}
    for year, type_, venue, numbers, _, count in kinds:
        years[year] += count
        values[0][type_] += count
        values[1][venue] += count
        for number in numbers or (None,):
            cells.setdefault(number, Counter())[year] += count
    by_area = {
        "" if number is None else areas[number][0]: ("" if number is None else areas[number][1], _by_year(counts))
        for number, counts in cells.items()
    }
    totals = {id_: (sum(counts.values()), name) for id_, (name, counts) in by_area.items()}
    largest = sorted((-count, name, id_) for id_, (count, name) in totals.items() if id_)
    counted = {
        "years": _by_year(years),
        "areas": [[id_, name, -less] for less, name, id_ in largest],
        "no_area": totals.get("", (0, ""))[0],
    }
    by_value = [counted_values(counts.items(), MAX_PAGE_SIZE) for counts in values]
    return (
        orjson.dumps(counted).decode(),
        orjson.dumps(dict(sorted(by_area.items()))).decode(),
        orjson.dumps([[[[each.value, each.count] for each in shown], none] for shown, none in by_value]).decode(),
        packed_table(kinds, areas),
        sorted(year for year in years if year is not None),
    )


def hub_numbers(
    request: ListRequest, counts: str, cells: str | None, values: str | None, table: bytes | None
) -> "HubNumbers | TableNumbers":
    """Return the numbers of one list of a hub's citers from what its statement read of the hub.

    Raises DatabaseUnavailable where the store was loaded by a version that did not count types and venues.
    """
    wants_table = _wants_table(request)
    if (table if wants_table else values) is None and (wants_table or request.types_first or request.venues_first):
        raise DatabaseUnavailable(
            "types and venues are not counted in this store yet: run `graphsvc check --repair` once"
        )
    return TableNumbers(request, table) if wants_table and table else HubNumbers(request, counts, cells, values)


class HubNumbers:
    """The numbers of one list of a hub's citers that is filtered by years and one area alone, if at all."""

    def __init__(self, request: ListRequest, counts: str, cells: str | None, values: str | None) -> None:
        self._filter = request.filter
        self._request = request
        self._counts: dict[str, Any] = orjson.loads(counts)
        self._cells: dict[str, tuple[str, dict[str, int]]] = orjson.loads(cells) if cells else {}
        self._values: list[tuple[list[tuple[str, int]], int]] = orjson.loads(values) if values else [([], 0)] * 2

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
            found = self._counts["areas"][: self._request.areas_first]
        else:
            counts = ((_total(years, self._filter), name, id_) for id_, (name, years) in self._cells.items() if id_)
            ordered = sorted((-count, name, id_) for count, name, id_ in counts if count)
            found = [(id_, name, -less) for less, name, id_ in ordered[: self._request.areas_first]]
        return [AreaCount(AreaRef(id_, name), count) for id_, name, count in found]

    def no_area(self) -> int:
        """Return how many papers in the filter's years are in no area."""
        return _total(self._of_area(""), self._filter) if _has_years(self._filter) else self._counts["no_area"]

    def types(self) -> tuple[tuple[ValueCount, ...], int]:
        """Return the largest counts by type of all papers, and how many have none."""
        counts, none = self._values[0]
        return value_counts(counts, self._request.types_first), none

    def venues(self) -> tuple[tuple[ValueCount, ...], int]:
        """Return the largest counts by venue of all papers, and how many have none."""
        counts, none = self._values[1]
        return value_counts(counts, self._request.venues_first), none

    def _of_area(self, id_: str) -> dict[str, int]:
        return self._cells[id_][1] if id_ in self._cells else {}


def _wants_table(request: ListRequest) -> bool:
    """Return whether counts are asked for that are kept nowhere else."""
    kept = request.filter
    by_value = kept.types is not None or kept.venues is not None or kept.is_influential is not None
    return by_value or (kept != NO_FILTER and bool(request.types_first or request.venues_first))


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


def _by_year(counts: Mapping[int | None, int]) -> dict[str, int]:
    return dict(sorted(("" if year is None else str(year), count) for year, count in counts.items()))
