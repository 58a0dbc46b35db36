"""The selection that an address holds."""

import pytest
from starlette.datastructures import QueryParams

from graphsvc.domain.errors import BadInput
from graphsvc.domain.lists import NO_FILTER, PaperFilter, PaperSort
from graphsvc.web.selection import Selection, read_selection


def test_nothing_chosen():
    """An address without a query is the usual order without a filter, and gives no query back."""
    selection = read_selection(QueryParams(""))
    assert (Selection(), NO_FILTER, "") == (selection, selection.filter, selection.query)


def test_everything_chosen():
    """Every parameter is read, and written back in one fixed order."""
    given = "to=2023&from=2021&area=area:b&area=a%20%26&area=b&sort=most-cited-per-year"
    selection = read_selection(QueryParams(given))
    assert Selection(PaperSort.MOST_CITED_PER_YEAR, ("area:b", "area:a &"), False, 2021, 2023) == selection
    assert PaperFilter(("area:b", "area:a &"), None, 2021, 2023) == selection.filter
    assert "?sort=most-cited-per-year&area=area:b&area=area:a%20%26&from=2021&to=2023" == selection.query
    assert selection == read_selection(QueryParams(selection.query[1:]))


def test_no_area():
    """no-area=1 keeps what is in no area."""
    assert PaperFilter(has_area=False) == read_selection(QueryParams("no-area=1")).filter


def test_empty_fields_of_a_form():
    """A form sends its empty fields too; they choose nothing."""
    assert Selection(last_year=2020) == read_selection(QueryParams("from=&to=2020"))


def test_names_of_others():
    """Parameters that are not ours, as links from elsewhere carry them, are no errors."""
    assert Selection() == read_selection(QueryParams("utm_source=mail"))


@pytest.mark.parametrize(
    "query",
    [
        "sort=best", "sort=", "sort=newest&sort=oldest", "sort=MOST_CITED", "no-area=0", "no-area=", "no-area=1&area=a",
        "from=21", "from=20211", "from=abcd", "to=-100", "from=٢٠٢١", "from=2023&to=2021", "area=", "area=%00",
        "from=2020&from=2021", "&".join(f"area={n}" for n in range(51)),
    ],
)  # fmt: skip
def test_bad_values_are_refused(query):
    """A value that cannot be meant is an error, never ignored."""
    with pytest.raises(BadInput):
        read_selection(QueryParams(query))


def test_areas_take_no_areas():
    """The list of an area refuses a filter by area."""
    with pytest.raises(BadInput):
        read_selection(QueryParams("area=a"), takes_areas=False)
