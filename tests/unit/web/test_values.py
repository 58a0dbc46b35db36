"""The facets of types and venues, and how the address keeps what was chosen of them."""

import pytest
from starlette.datastructures import QueryParams

from graphsvc.domain.errors import LimitExceeded
from graphsvc.domain.lists import PaperFilter, PaperList, ValueCount
from graphsvc.web.selection import Selection, read_selection
from graphsvc.web.values import chosen_values, value_facets


def listed(*, total: int = 90, types: dict[str, int] | None = None, venues: dict[str, int] | None = None) -> PaperList:
    """Return a list with these facets; three papers have no type."""
    return PaperList(
        total=total,
        years=(),
        undated=0,
        areas=(),
        no_area=0,
        types=tuple(ValueCount(*entry) for entry in (types or {}).items()),
        no_type=3,
        venues=tuple(ValueCount(*entry) for entry in (venues or {}).items()),
    )


def test_the_address_keeps_them():
    """Several values are kept in the order they were chosen; what differs by case alone is one value."""
    selection = read_selection(
        QueryParams("venue=Phys.+Rev.+%26+D&type=Article&venue=ACL&type=article&type=&from=2001")
    )
    assert (("Article",), ("Phys. Rev. & D", "ACL")) == (selection.types, selection.venues)
    assert PaperFilter(first_year=2001, types=("Article",), venues=("Phys. Rev. & D", "ACL")) == selection.filter
    assert "?from=2001&type=Article&venue=Phys.%20Rev.%20%26%20D&venue=ACL" == selection.query
    assert selection == read_selection(QueryParams(selection.query[1:]))
    assert selection.is_filtered


def test_too_many_values():
    """Only so many values can be chosen at once."""
    with pytest.raises(LimitExceeded, match="51 values of venue"):
        read_selection(QueryParams([("venue", f"V{number}") for number in range(51)]))


def test_a_facet_has_links_that_choose():
    """Each value leads to the list with it added; the facet is closed, and says what it leaves out."""
    types = {f"type {number}": 90 - number for number in range(9)}
    (facet,) = value_facets(listed(types=types), Selection(venues=("ACL",)), "/p", "#x")[:1]
    assert ("By type", 3, True, False) == (facet.name, facet.without, facet.is_cut, facet.is_open)
    assert 8 == len(facet.choices)
    assert ("type 0", "/p?type=type%200&venue=ACL#x", 90, "100%") == (
        facet.choices[0].text, facet.choices[0].href, facet.choices[0].count, facet.choices[0].width,
    )  # fmt: skip


def test_a_chosen_value_is_taken_off_in_any_case():
    """A value that was chosen in another case is marked in the facet, its link takes it off, and the facet is open."""
    selection = Selection(types=("ARTICLE", "Book"))
    (facet,) = value_facets(listed(types={"article": 9}), selection, "/p", "")
    assert [("article", True, 9, "/p?type=Book"), ("Book", True, None, "/p?type=ARTICLE")] == [
        (choice.text, choice.is_chosen, choice.count, choice.href) for choice in facet.choices
    ]
    assert facet.is_open
    assert [("ARTICLE", "/p?type=Book#x"), ("Book", "/p?type=ARTICLE#x")] == [
        (choice.text, choice.href) for choice in chosen_values(selection, "/p", "#x")
    ]


def test_a_value_alone_beyond_the_facet():
    """A chosen value that the facet has no room for has the list's own length."""
    venues = {f"V{number}": 99 - number for number in range(9)}
    (facet,) = value_facets(listed(total=4, venues=venues), Selection(venues=("Rare",)), "/p", "")
    assert ("Rare", 4, True) == (facet.choices[-1].text, facet.choices[-1].count, facet.choices[-1].is_chosen)


def test_no_facet_where_nothing_can_be_chosen():
    """Papers without any type and venue have neither facet."""
    assert () == value_facets(listed(), Selection(), "/p", "")
