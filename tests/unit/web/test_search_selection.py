"""What a search's address holds."""

import pytest
from starlette.datastructures import QueryParams

from graphsvc.domain.errors import BadCursor, BadInput
from graphsvc.domain.lists import PaperFilter
from graphsvc.domain.search import SearchSort
from graphsvc.web.search_selection import SearchSelection, read_search


def test_words_alone():
    """Words are an order by relevance without a filter, and stand first in the address."""
    selection, after = read_search(QueryParams("q=deep%20%26+nets"))
    assert (SearchSelection(text="deep & nets"), None) == (selection, after)
    assert "?q=deep%20%26%20nets" == selection.query


def test_everything_chosen():
    """Every parameter is read, and written back in one fixed order."""
    selection, _ = read_search(QueryParams("to=2023&area=area:b&sort=newest&q=x&from=2021"))
    assert PaperFilter(("area:b",), None, 2021, 2023) == selection.filter
    assert SearchSort.NEWEST is selection.order
    assert "?q=x&sort=newest&area=area:b&from=2021&to=2023" == selection.query
    assert selection == read_search(QueryParams(selection.query[1:]))[0]


def test_a_page_has_its_place():
    """The address of the next page leads behind the paper it was made for."""
    selection, _ = read_search(QueryParams("q=x&sort=most-cited"))
    assert (selection, (-3, 20190101, "x:1")) == read_search(
        QueryParams(selection.page_after((-3, 20190101, "x:1"))[1:])
    )


@pytest.mark.parametrize("change", ["q=y", "sort=newest", "from=2001", "area=area:b"])
def test_a_place_of_another_list_is_refused(change):
    """A place holds for the words, the order and the filter it was given for."""
    selection, _ = read_search(QueryParams("q=x"))
    place = QueryParams(selection.page_after((-3, "x:1"))[1:])["after"]
    with pytest.raises(BadCursor):
        read_search(QueryParams({**QueryParams("q=x"), **QueryParams(change), "after": place}))


@pytest.mark.parametrize(
    "query", ["sort=best", "sort=", "sort=newest&sort=oldest", "from=21", "after=nonsense", "area=%00"]
)
def test_bad_values_are_refused(query):
    """A value that cannot be meant is an error, never ignored."""
    with pytest.raises(BadInput):
        read_search(QueryParams(f"q=x&{query}"))
