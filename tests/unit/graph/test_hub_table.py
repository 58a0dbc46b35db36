"""The table of a hub's citers: any filter and facet counted from it is what a plain look at the citers gives."""

import random
from collections import Counter
from typing import Any

import pytest

from graphsvc.domain.lists import ListKind, ListRequest, PaperFilter, ValueCount, value_counts
from graphsvc.graph.hub_table import TableNumbers, counted_kinds, counted_values, packed_table, unpacked_kinds

AREAS = {0: ("area:a", "Alpha"), 7: ("area:b", "beta"), 300: ("area:c", "Alpha")}
FILTERS = [
    PaperFilter(),
    PaperFilter(first_year=2001),
    PaperFilter(last_year=2001, types=("article",)),
    PaperFilter(types=("article", "book"), venues=("nature",)),
    PaperFilter(types=()),
    PaperFilter(areas=("area:a", "area:c"), venues=("v 5",)),
    PaperFilter(has_area=False, is_influential=True),
    PaperFilter(areas=("area:b",), has_area=True, is_influential=False, first_year=2000, last_year=2002),
]


def made_up_citers(chance: random.Random, citers: int, venues: int) -> list[tuple[Any, ...]]:
    """Return citers as (year, type, venue, numbers of areas, whether influential)."""
    names = [None, "Nature", "NATURE", "nature", "Ünter", *(f"V {number}" for number in range(venues))]
    return [
        (
            chance.choice([None, 1999, 2000, 2001, 2002, 2003]),
            chance.choice([None, "article", "Article", "book"]),
            chance.choice(names),
            tuple(sorted(chance.sample(sorted(AREAS), chance.randrange(3)))),
            chance.choice([None, None, True, False]),
        )
        for _ in range(citers)
    ]


def keeps(citer: tuple[Any, ...], kept: PaperFilter, but: str) -> bool:
    year, type_, venue, numbers, influential = citer
    ids = {AREAS[number][0] for number in numbers}
    has_years = but != "years" and (kept.first_year is not None or kept.last_year is not None)
    if has_years and (year is None or not (kept.first_year or 0) <= year <= (kept.last_year or 9999)):
        return False
    if but != "types" and kept.types is not None and (type_ or "").lower() not in kept.types:
        return False
    if but != "venues" and kept.venues is not None and (venue or "").lower() not in kept.venues:
        return False
    if but != "areas" and kept.areas is not None and not ids & set(kept.areas):
        return False
    if but != "areas" and kept.has_area is not None and kept.has_area is not bool(ids):
        return False
    return kept.is_influential is None or influential is kept.is_influential


@pytest.mark.parametrize("kept", FILTERS, ids=str)
@pytest.mark.parametrize("venues", [1, 30, 400])
def test_any_filter_and_facet(kept: PaperFilter, venues: int) -> None:
    """Totals and facets are those of the citers that every other filter keeps, with few values and with many."""
    citers = made_up_citers(random.Random(venues), 900, venues)
    table = packed_table([(*citer, count) for citer, count in Counter(citers).items()], AREAS)
    numbers = TableNumbers(
        ListRequest(ListKind.CITERS, filter=kept, areas_first=2, types_first=9, venues_first=5), table
    )
    assert sum(keeps(citer, kept, "") for citer in citers) == numbers.total()
    by_year = Counter(str(citer[0] or "") for citer in citers if keeps(citer, kept, "years"))
    assert by_year == numbers.years()
    of_areas = [citer[3] for citer in citers if keeps(citer, kept, "areas")]
    by_area = Counter(number for numbers in of_areas for number in numbers)
    largest = sorted((-count, AREAS[number][1], AREAS[number][0]) for number, count in by_area.items())[:2]
    assert largest == [(-each.count, each.area.name, each.area.id) for each in numbers.areas()]
    assert of_areas.count(()) == numbers.no_area()
    for place, field, found in ((1, "types", numbers.types()), (2, "venues", numbers.venues())):
        spelled = Counter(citer[place] for citer in citers if keeps(citer, kept, field))
        none = spelled.pop(None, 0)
        folded = Counter[str]()
        for text, count in spelled.items():
            folded[text.lower()] += count
        shown, without = found
        assert none == without
        assert sorted(folded.values(), reverse=True)[: len(shown)] == [each.count for each in shown]
        assert {each.value: folded[each.value.lower()] for each in shown} == {each.value: each.count for each in shown}
        for each in shown:
            others = [count for text, count in spelled.items() if text.lower() == each.value.lower()]
            assert max(others) == spelled[each.value]


def test_a_table_says_what_it_was_made_of() -> None:
    """Whatever order kinds are told in, a table unpacks to them, each with its count."""
    kinds = [(*citer, count) for citer, count in Counter(made_up_citers(random.Random(3), 400, 300)).items()]
    assert sum(kind[-1] for kind in kinds) == unpacked_kinds(packed_table(kinds, AREAS)).total()
    assert counted_kinds(kinds[::-1]) == unpacked_kinds(packed_table(kinds, AREAS))
    other = (*kinds[0][:-1], kinds[0][-1] + 1)
    assert counted_kinds([other, *kinds[1:]]) != unpacked_kinds(packed_table(kinds, AREAS))


def test_a_hub_without_citers_of_a_kind() -> None:
    """An empty table has no numbers, and breaks nothing."""
    numbers = TableNumbers(ListRequest(ListKind.CITERS, filter=FILTERS[3], types_first=3), packed_table([], {}))
    assert (0, {}, [], 0, ((), 0)) == (
        numbers.total(), numbers.years(), numbers.areas(), numbers.no_area(), numbers.types(),
    )  # fmt: skip


def test_spellings_count_together() -> None:
    """The most frequent spelling is shown, of equals the first; larger counts come first, then names."""
    spelled = [("article", 3), ("Article", 4), ("ARTICLE", 4), ("Book", 2), ("book", 9), ("Review", 11), ("x", 1)]
    assert (ValueCount("ARTICLE", 11), ValueCount("Review", 11), ValueCount("book", 11)) == value_counts(spelled, 3)
    assert ((ValueCount("x", 1),), 5) == counted_values([("x", 1), (None, 5), ("gone", 0)], 9)
