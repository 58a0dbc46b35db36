"""What a record says twice counts once."""

import pytest

from tests.conftest import Store

pytestmark = pytest.mark.neo4j


def test_an_id_named_twice_is_one_alias(store: Store) -> None:
    """A record may name a further id twice, also in two spellings, or its own id again."""
    store.load([{"id": "x:a", "ids": ["doi:10.1000/A", "10.1000/a", "x:a"], "title": "A"}])
    assert ["doi:10.1000/a"] == store.rows("MATCH (alias:Alias) RETURN alias.id")
    assert [] == store.broken_promises()


def test_an_area_named_twice_counts_once(store: Store) -> None:
    """A paper that names an area twice is in it once."""
    # citing -> cited; citing in area:b and area:c
    store.load(
        [{"id": "x:citing", "areas": ["area:b", "area:c", "area:b"], "references": ["x:cited"]}, {"id": "x:cited"}]
    )
    query = '{ paper(id: "x:cited") { citers { byArea { count area { id } } noAreaCount } } }'
    expected = [{"count": 1, "area": {"id": "area:b"}}, {"count": 1, "area": {"id": "area:c"}}]
    assert expected == store.data(query)["paper"]["citers"]["byArea"]
