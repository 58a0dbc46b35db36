"""Turns the arguments of a list field into what to read; bad ones are a clear error."""

from collections.abc import Mapping
from typing import Any

from graphsvc.cursors import decode_cursor
from graphsvc.domain.errors import BadInput, LimitExceeded
from graphsvc.domain.identifiers import normal_area_id
from graphsvc.domain.lists import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, NO_FILTER, PaperFilter, PaperSort, SortKey

MAX_FILTER_ITEMS = 100


def page_size(arguments: Mapping[str, Any], default: int = DEFAULT_PAGE_SIZE) -> tuple[int, bool]:
    """Return (size, backward) from `first` and `last`; raises BadInput, LimitExceeded."""
    first, last = arguments.get("first"), arguments.get("last")
    if first is not None and last is not None:
        raise BadInput("give `first` or `last`, not both")
    if first is None and last is None and arguments.get("before") is not None:
        last = default
    size = default if first is None and last is None else first if first is not None else last
    return checked_first(size), last is not None


def checked_first(first: Any, most: int = MAX_PAGE_SIZE) -> int:
    """Return how many items to show; raises BadInput for a negative number, LimitExceeded for one over `most`."""
    if first < 0:
        raise BadInput("`first` and `last` cannot be negative")
    if first > most:
        raise LimitExceeded(f"at most {most} items a page: ask for the next ones with `after`")
    return int(first)


def paper_sort(arguments: Mapping[str, Any]) -> PaperSort:
    """Return the order asked for."""
    sort = arguments.get("sort")
    return PaperSort.MOST_CITED if sort is None else PaperSort(getattr(sort, "value", sort))


def paper_filter(arguments: Mapping[str, Any], *, of_citations: bool = False) -> PaperFilter:
    """Return the filter asked for; raises BadInput, also for what only lists of citations can be filtered by."""
    given = arguments.get("filter")
    if given is None:
        return NO_FILTER
    years: Mapping[str, Any] = given.get("years") or {}
    first_year, last_year = years.get("from"), years.get("to")
    if first_year is not None and last_year is not None and first_year > last_year:
        raise BadInput(f"no year is from {first_year} to {last_year}: swap them")
    if given.get("isInfluential") is not None and not of_citations:
        raise BadInput("`isInfluential` is said of citations, and this list has none: use it with citers or references")
    areas, types, venues = given.get("areas"), given.get("types"), given.get("venues")
    for name, items in (("areas", areas), ("types", types), ("venues", venues)):
        if items is not None and len(items) > MAX_FILTER_ITEMS:
            raise LimitExceeded(f"at most {MAX_FILTER_ITEMS} items in `{name}` of a filter")
    return PaperFilter(
        areas=None if areas is None else tuple(sorted({normal_area_id(area) for area in areas})),
        has_area=given.get("hasArea"),
        first_year=first_year,
        last_year=last_year,
        types=None if types is None else tuple(sorted({type_.lower() for type_ in types})),
        venues=None if venues is None else tuple(sorted({venue.lower() for venue in venues})),
        is_influential=given.get("isInfluential"),
    )


def decoded_cursors(arguments: Mapping[str, Any], binding: str) -> tuple[SortKey | None, SortKey | None]:
    """Return (after, before) as the keys their cursors hold; raises BadCursor."""
    after, before = arguments.get("after"), arguments.get("before")
    return (
        None if after is None else decode_cursor(after, binding),
        None if before is None else decode_cursor(before, binding),
    )
