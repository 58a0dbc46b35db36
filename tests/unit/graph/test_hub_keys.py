"""The keys of citations into hubs: the order of an index is the order of the list."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.lists import ListKind, ListRequest, PaperFilter, PaperSort
from graphsvc.graph.hub_keys import MOST_COUNT, bounds, hub_key, sort_key

COUNTS = st.integers(0, MOST_COUNT)
DATES = st.builds(lambda year, month, day: year * 10_000 + month * 100 + day,
                  st.integers(1, 9_999), st.integers(0, 12), st.integers(0, 31))  # fmt: skip
IDS = st.text("abcxyz:/.0123456789", min_size=1, max_size=8)
TITLES = st.none() | st.text("abc ", max_size=5)


def key(sort: PaperSort, count: int, date: int | None, title: str | None, id_: str) -> tuple[Any, ...]:
    """Where a paper stands, as list_papers has it; its year of comparison is 2020."""
    known = 99999999 if date is None else date
    match sort:
        case PaperSort.MOST_CITED:
            return -count, known, id_
        case PaperSort.NEWEST:
            return -(date or 0), -count, id_
        case PaperSort.OLDEST:
            return known, -count, id_
        case PaperSort.TITLE:
            return int(title is None), title or "", -count, known, id_
        case PaperSort.MOST_CITED_PER_YEAR:
            rate = 1 if date is None else -count * 1_000_000 // max(1, 2021 - date // 10_000)
            return rate, -count, known, id_


PAPERS = st.tuples(COUNTS, st.none() | DATES, TITLES, IDS)


@given(st.sampled_from(PaperSort), PAPERS, PAPERS)
def test_the_order_is_the_same(sort: PaperSort, one: Any, other: Any) -> None:
    """Of any two papers the one that comes first in a list comes first in the hub's index."""
    keys = key(sort, *one), key(sort, *other)
    assert (keys[0] < keys[1]) == (hub_key(sort, keys[0]) < hub_key(sort, keys[1]))


@given(st.sampled_from(PaperSort), PAPERS)
def test_a_place_comes_back(sort: PaperSort, paper: Any) -> None:
    """A cursor that was made from an index is that of the list."""
    place = key(sort, *paper)
    assert place == sort_key(sort, hub_key(sort, place))


@given(st.sampled_from([PaperSort.NEWEST, PaperSort.OLDEST]), PAPERS, st.integers(1, 9_999), st.integers(1, 9_999))
def test_years_bound_the_orders_by_date(sort: PaperSort, paper: Any, first: int, last: int) -> None:
    """A paper of these years lies between the bounds, one of others with a date does not."""
    request = ListRequest(ListKind.CITERS, sort, PaperFilter(first_year=first, last_year=last))
    date = paper[1]
    number = hub_key(sort, key(sort, *paper))[0]
    is_inside = date is not None and first <= date // 10_000 <= last
    least, largest = bounds(request)
    assert is_inside == (least <= number <= largest) or date is None
