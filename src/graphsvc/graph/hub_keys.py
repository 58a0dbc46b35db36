"""The keys of citations into hubs: where a citer stands in an order, in whole numbers that an index keeps in order.

A number puts a count (larger first) and a date together: `(MOST_COUNT - count) * DATES + date` and the like. It says
the same as the parts of a SortKey (cypher/read/list_papers.cypher), of which the last is the citing paper's id.
"""

from typing import Any

from graphsvc.domain.lists import ListRequest, PaperSort, SortKey

MOST_COUNT = 2**24 - 1
COUNTS = 2**24
DATES = 10**8
NO_DATE = 99999999
NO_TITLE = "\U0010ffff"
"""Stands behind every title in the order of the index."""
LEAST, MOST = -(2**62), 2**62

HubKey = tuple[int | str, ...]


def hub_key(sort: PaperSort, key: SortKey) -> HubKey:
    """Return a place in an order as the index has it."""
    match sort:
        case PaperSort.MOST_CITED:
            less, date, id_ = key
            return _most_cited(less, date), id_
        case PaperSort.NEWEST:
            less_date, less, id_ = key
            return (NO_DATE + int(less_date)) * COUNTS + MOST_COUNT + int(less), id_
        case PaperSort.OLDEST:
            date, less, id_ = key
            return int(date) * COUNTS + MOST_COUNT + int(less), id_
        case PaperSort.TITLE:
            is_unknown, title, less, date, id_ = key
            return NO_TITLE if is_unknown else title, _most_cited(less, date), id_
        case PaperSort.MOST_CITED_PER_YEAR:
            rate, less, date, id_ = key
            return int(rate), _most_cited(less, date), id_


def sort_key(sort: PaperSort, key: HubKey) -> SortKey:
    """Return a place in an order as it stands in cursors."""
    match sort:
        case PaperSort.MOST_CITED:
            return (*_count_and_date(key[0]), key[1])
        case PaperSort.NEWEST:
            late, few = divmod(int(key[0]), COUNTS)
            return late - NO_DATE, few - MOST_COUNT, key[1]
        case PaperSort.OLDEST:
            date, few = divmod(int(key[0]), COUNTS)
            return date, few - MOST_COUNT, key[1]
        case PaperSort.TITLE:
            is_unknown = key[0] == NO_TITLE
            return int(is_unknown), "" if is_unknown else key[0], *_count_and_date(key[1]), key[2]
        case PaperSort.MOST_CITED_PER_YEAR:
            return key[0], *_count_and_date(key[1]), key[2]


def bounds(request: ListRequest) -> tuple[Any, Any]:
    """Return the least and the largest first key that a list's years leave, as far as its order goes by date."""
    kept = request.filter
    first_date = (kept.first_year or 0) * 10_000
    last_date = (9_999 if kept.last_year is None else min(kept.last_year, 9_999)) * 10_000 + 9_999
    match request.sort:
        case PaperSort.TITLE:
            return "", NO_TITLE
        case PaperSort.NEWEST if kept.first_year is not None or kept.last_year is not None:
            return (NO_DATE - last_date) * COUNTS, (NO_DATE - first_date) * COUNTS + MOST_COUNT
        case PaperSort.OLDEST if kept.first_year is not None or kept.last_year is not None:
            return first_date * COUNTS, last_date * COUNTS + MOST_COUNT
        case _:
            return LEAST, MOST


def _most_cited(less: Any, date: Any) -> int:
    return (MOST_COUNT + int(less)) * DATES + int(date)


def _count_and_date(key: Any) -> tuple[int, int]:
    few, date = divmod(int(key), DATES)
    return few - MOST_COUNT, date
