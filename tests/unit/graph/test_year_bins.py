"""Bins by year: no holes, and the running year marked."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.lists import YearCount, year_bins

THROUGH = datetime.date(2026, 10, 7)


def test_no_years_no_bins() -> None:
    """An empty list has no bins."""
    assert () == year_bins([], THROUGH)


def test_holes_are_filled() -> None:
    """Years without a paper between the first and the last one are there, with 0."""
    expected = (YearCount(2019, 2), YearCount(2020, 0), YearCount(2021, 0), YearCount(2022, 1))
    assert expected == year_bins([(2022, 1), (2019, 2)], None)


@pytest.mark.parametrize(
    ("through", "marked"),
    [
        (None, []),
        (datetime.date(2026, 10, 7), [2026, 2027]),
        (datetime.date(2026, 1, 1), [2026, 2027]),
        (datetime.date(2026, 12, 31), [2027]),
        (datetime.date(2025, 12, 31), [2026, 2027]),
        (datetime.date(2028, 1, 1), []),
        (datetime.date(2000, 1, 1), [2025, 2026, 2027]),
    ],
)
def test_the_running_year_is_marked(through: datetime.date | None, marked: list[int]) -> None:
    """The year that the data end in is partial unless they reach its last day, and so is every later one."""
    bins = year_bins([(2025, 1), (2026, 1), (2027, 1)], through)
    assert marked == [bar.year for bar in bins if bar.is_partial]
    assert {through} >= {bar.through for bar in bins if bar.is_partial}
    assert {None} >= {bar.through for bar in bins if not bar.is_partial}


@given(st.dictionaries(st.integers(1000, 3000), st.integers(1, 10**6), min_size=1))
def test_bins_keep_every_count(counts: dict[int, int]) -> None:
    """The bins run from the first year to the last one by one, and add up to what was counted."""
    bins = year_bins(counts.items(), THROUGH)
    assert list(range(min(counts), max(counts) + 1)) == [bar.year for bar in bins]
    assert sum(counts.values()) == sum(bar.count for bar in bins)
    assert counts == {bar.year: bar.count for bar in bins if bar.count}
