"""Arguments of lists: what they mean, and what is refused."""

from typing import Any

import pytest

from graphsvc.api.arguments import checked_first, page_size, paper_filter, paper_sort
from graphsvc.api.inputs import PaperSort as GivenSort
from graphsvc.domain.errors import BadIdentifier, BadInput, LimitExceeded
from graphsvc.domain.lists import NO_FILTER, PaperFilter, PaperSort


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, (12, False)),
        ({"first": None, "last": None, "after": None, "before": None}, (12, False)),
        ({"first": 0}, (0, False)),
        ({"first": 100}, (100, False)),
        ({"first": 5, "last": None}, (5, False)),
        ({"last": 5}, (5, True)),
        ({"last": 0}, (0, True)),
        ({"after": "x"}, (12, False)),
        ({"before": "x"}, (12, True)),
        ({"first": 3, "before": "x"}, (3, False)),
        ({"last": 3, "after": "x"}, (3, True)),
    ],
)
def test_the_size_of_a_page(arguments: dict[str, Any], expected: tuple[int, bool]) -> None:
    """`first` and `last` say how many and from which end; `before` alone reads backward."""
    assert expected == page_size(arguments)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"first": -1}, BadInput),
        ({"last": -1}, BadInput),
        ({"first": 1, "last": 1}, BadInput),
        ({"first": 0, "last": 0}, BadInput),
        ({"first": 101}, LimitExceeded),
        ({"last": 101}, LimitExceeded),
        ({"first": 2**31 - 1}, LimitExceeded),
    ],
)
def test_sizes_that_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    """Negative, too large and contradictory sizes are errors."""
    with pytest.raises(error):
        page_size(arguments)


def test_the_default_size_can_be_given() -> None:
    """A field may have a default and a largest size of its own."""
    assert (10, False) == page_size({}, default=10)
    assert 7 == checked_first(7, most=7)
    with pytest.raises(LimitExceeded, match="at most 7"):
        checked_first(8, most=7)


@pytest.mark.parametrize("given", list(GivenSort))
def test_every_order_of_the_api_is_one_of_the_domain(given: GivenSort) -> None:
    """The API's orders and the domain's are the same ones."""
    assert PaperSort(given.value) is paper_sort({"sort": given})
    assert PaperSort(given.value) is paper_sort({"sort": given.value})


def test_the_default_order() -> None:
    """Without a sort the most cited come first."""
    assert PaperSort.MOST_CITED is paper_sort({})
    assert PaperSort.MOST_CITED is paper_sort({"sort": None})
    assert {sort.name for sort in PaperSort} == {sort.name for sort in GivenSort}


@pytest.mark.parametrize("given", [None, {}, {"years": None}, {"years": {}}, {"areas": None, "hasArea": None}])
def test_a_filter_that_says_nothing(given: dict[str, Any] | None) -> None:
    """No filter, an empty one and one of nulls keep every paper."""
    assert NO_FILTER == paper_filter({"filter": given})


def test_every_field_of_a_filter() -> None:
    """A filter is taken in its normal form: ids cleaned, types in lower case, sorted and each once."""
    given = {
        "areas": [" area:b ", "a", "AREA:a"],
        "hasArea": False,
        "years": {"from": 2019, "to": 2019},
        "types": ["Review", "ARTICLE", "article"],
        "venues": ["Nature", "ACL", "NATURE"],
        "isInfluential": False,
    }
    expected = PaperFilter(
        areas=("area:a", "area:b"), has_area=False, first_year=2019, last_year=2019, types=("article", "review"),
        venues=("acl", "nature"), is_influential=False,
    )  # fmt: skip
    assert expected == paper_filter({"filter": given}, of_citations=True)


def test_empty_lists_are_not_left_out() -> None:
    """No area, type or venue to be in keeps no paper, which is not the same as no filter."""
    given = {"areas": [], "types": [], "venues": []}
    assert PaperFilter(areas=(), types=(), venues=()) == paper_filter({"filter": given})


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"years": {"from": 2020, "to": 2019}}, BadInput),
        ({"areas": [""]}, BadIdentifier),
        ({"areas": ["area:a\0"]}, BadIdentifier),
        ({"areas": ["area:a"] * 101}, LimitExceeded),
        ({"types": ["a"] * 101}, LimitExceeded),
        ({"venues": ["a"] * 101}, LimitExceeded),
        ({"isInfluential": True}, BadInput),
    ],
)
def test_filters_that_are_refused(given: dict[str, Any], error: type[Exception]) -> None:
    """Years the wrong way round, ids that are none, long lists, and facts of citations without these are errors."""
    with pytest.raises(error):
        paper_filter({"filter": given})
