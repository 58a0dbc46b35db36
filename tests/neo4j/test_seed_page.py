"""The seed page: GraphQL gives exactly what was written down before the service existed."""

import json
from typing import Any

import pytest

from tests.conftest import SEED_PAGE, Store

pytestmark = pytest.mark.neo4j

EXPECTED = json.loads((SEED_PAGE / "expected.json").read_text())

PAGE = """
query ($id: ID!) {
  dataset { dataThrough paperCount citationCount }
  paper(id: $id) {
    id title abstract published { iso } categories citedByCount
    references { totalCount }
    referenceCount referencesOutside
    placement { isOnMap method explanation mostCitedIn { count area { name } } nearest { score area { name } } }
    citers(first: 50) {
      totalCount undatedCount noAreaCount
      byYear { year count isPartial through }
      byArea { count area { name } }
      nodes { title citedByCount published { year } }
    }
  }
}
"""


@pytest.fixture(scope="module")
def page(seed_store: Store) -> dict[str, Any]:
    return seed_store.data(PAGE, id="https://arxiv.org/abs/1905.09418v2")


def test_the_paper_is_told_as_its_source_tells_it(page: dict[str, Any]) -> None:
    """Title, date, category and abstract come as they were loaded, by any spelling of the id."""
    expected = EXPECTED["paper"]
    paper = page["paper"]
    assert expected["id"] == paper["id"]
    assert expected["title"] == paper["title"]
    assert expected["firstPosted"] == paper["published"]["iso"]
    assert [expected["category"]] == paper["categories"]
    assert paper["abstract"].startswith(expected["abstractStartsWith"])


def test_one_number_of_citers(page: dict[str, Any]) -> None:
    """The count, the list and the bins all say 844."""
    citers = page["paper"]["citers"]
    assert 844 == page["paper"]["citedByCount"]
    assert 844 == citers["totalCount"]
    assert 844 == sum(bar["count"] for bar in citers["byYear"]) + citers["undatedCount"]


def test_bins_by_year_with_the_running_year_marked(page: dict[str, Any]) -> None:
    """The six yearly counts are those expected, and 2026 is partial through 7 October."""
    bars = page["paper"]["citers"]["byYear"]
    assert EXPECTED["citersByYear"] == [
        {"year": bar["year"], "count": bar["count"], "partial": bar["isPartial"]} for bar in bars
    ]
    assert [None] * 5 + [EXPECTED["dataThrough"]] == [bar["through"] for bar in bars]


def test_the_50_most_cited_in_order(page: dict[str, Any]) -> None:
    """The 50 most cited citers come in the expected order, ties older first, then by id."""
    nodes = page["paper"]["citers"]["nodes"]
    assert EXPECTED["top50"] == [
        {"year": node["published"]["year"], "title": node["title"], "citedByCount": node["citedByCount"]}
        for node in nodes
    ]


def test_the_areas_of_the_citers(page: dict[str, Any]) -> None:
    """The facet counts the citers by area, larger counts first, then by name; the rest is in none."""
    citers = page["paper"]["citers"]
    assert EXPECTED["areaFacet"] == [
        {"area": entry["area"]["name"], "count": entry["count"]} for entry in citers["byArea"]
    ]
    assert EXPECTED["citersInNoArea"] == citers["noAreaCount"]


def test_an_unknown_reference_list_is_null(page: dict[str, Any]) -> None:
    """Where no reference list is known, everything about references is null: not empty, not zero."""
    paper = page["paper"]
    assert (EXPECTED["paper"]["references"], None, None) == (
        paper["references"],
        paper["referenceCount"],
        paper["referencesOutside"],
    )


def test_the_paper_is_not_on_the_map_and_says_why(page: dict[str, Any]) -> None:
    """Without an area of its own it is not on the map, and the area of most of its citers is named."""
    placement = page["paper"]["placement"]
    assert (False, "NOT_PLACED") == (placement["isOnMap"], placement["method"])
    expected = EXPECTED["notOnMap"]
    assert (
        f"{expected['citersThere']} in {expected['mostCitedIn']}, but {expected['reason']}." in placement["explanation"]
    )
    # its abstract speaks of pruning, and of what heads do, as the members and descriptions of these do
    assert [expected["mostCitedIn"], "Interpretability of language models"] == [
        near["area"]["name"] for near in placement["nearest"][:2]
    ]
    assert {"count": expected["citersThere"], "area": {"name": expected["mostCitedIn"]}} == placement["mostCitedIn"]


def test_the_data_set(page: dict[str, Any]) -> None:
    """The data set tells how much is loaded and through which day it reaches."""
    expected = {
        "dataThrough": EXPECTED["dataThrough"],
        "paperCount": EXPECTED["papers"],
        "citationCount": EXPECTED["cites"],
    }
    assert expected == page["dataset"]


def test_the_store_is_sound(seed_store: Store) -> None:
    """The check over the whole store finds nothing."""
    assert [] == seed_store.broken_promises()
