"""Pages of papers and areas whose titles, ids and names hold characters of every part of Unicode."""

import asyncio
from typing import Any

import pytest

from graphsvc.domain.lists import ListKind, ListRequest, PaperSort
from graphsvc.graph.connect import open_reader
from graphsvc.graph.whole_lists import stream_list
from tests.conftest import TIMEOUT_S, Store

pytestmark = pytest.mark.neo4j

# Neo4j keeps the order of code points among stored texts and that of UTF-16 against a parameter: the two differ
# between characters beyond U+FFFF (emoji, rare Chinese) and those from U+E000 to U+FFFF (U+FFFD in broken dumps).
ODD = ["a", "a\ufffd", "a\ue000", "a\u2764\ufe0f", "a\U0001f701", "a\U00020bb7", "a\u4e00", "a\u00e9", "a\u0301", "az"]

PAGE = """query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $sort: PaperSort!) {
    paper(id: $id) { citers(first: $first, after: $after, last: $last, before: $before, sort: $sort) {
        totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""
AREAS = """query ($after: String) { areas(first: 1, after: $after) {
    totalCount nodes { id } pageInfo { hasNextPage endCursor } } }"""


def forward(store: Store, sort: str) -> list[str]:
    """Return the ids of all citers of the target, one a page."""
    found: list[str] = []
    after = None
    for _ in range(3 * len(ODD)):
        citers = store.data(PAGE, id="x:target", first=1, after=after, sort=sort)["paper"]["citers"]
        found += [node["id"] for node in citers["nodes"]]
        after = citers["pageInfo"]["endCursor"]
        if not citers["pageInfo"]["hasNextPage"]:
            break
    return found


def backward(store: Store, sort: str) -> list[str]:
    """Return the same from the end, in the list's order."""
    found: list[str] = []
    before = None
    for _ in range(3 * len(ODD)):
        citers = store.data(PAGE, id="x:target", last=1, before=before, sort=sort)["paper"]["citers"]
        found = [node["id"] for node in citers["nodes"]] + found
        before = citers["pageInfo"]["startCursor"]
        if not citers["pageInfo"]["hasPreviousPage"]:
            break
    return found


def exported(store: Store, sort: str) -> list[str]:
    """Return the same as the export streams it."""

    async def run() -> list[str]:
        request = ListRequest(ListKind.CITERS, PaperSort[sort])
        async with open_reader(store.connection, TIMEOUT_S) as reader:
            return [columns[0] async for _, rows in stream_list(reader, "x:target", request) for columns in rows]

    return asyncio.run(run())


def hold_each_once(store: Store, sort: str, ids: list[str]) -> None:
    """Hold that each citer comes once, in one order, whichever way it is read."""
    found = forward(store, sort)
    assert sorted(ids) == sorted(found)
    assert found == backward(store, sort)
    assert found == exported(store, sort)


def test_titles_of_every_kind_page_to_the_end(store: Store) -> None:
    """By title, each paper comes once in one order, whatever characters the titles hold."""
    records: list[dict[str, Any]] = [
        {"id": f"x:{number}", "title": title, "references": ["x:target"]} for number, title in enumerate(ODD)
    ]
    store.load([{"id": "x:target"}, *records])
    hold_each_once(store, "TITLE", [record["id"] for record in records])


def test_ids_of_every_kind_page_to_the_end(store: Store) -> None:
    """Papers that are told apart by their ids alone come once each, whatever characters the ids hold."""
    records = [{"id": f"x:{text}", "references": ["x:target"]} for text in ODD]
    store.load([{"id": "x:target"}, *records])
    ids = store.rows("MATCH (paper:Paper)-[:CITES]->() RETURN paper.id")
    assert len(ODD) == len(ids)
    hold_each_once(store, "MOST_CITED", ids)


def test_areas_of_every_kind_page_to_the_end(store: Store) -> None:
    """Areas come once each, whatever characters their names and ids hold."""
    store.load([{"id": "x:target", "areas": [f"area:{text}" for text in ODD]}])
    found: list[str] = []
    after = None
    for _ in range(3 * len(ODD)):
        areas = store.data(AREAS, after=after)["areas"]
        found += [node["id"] for node in areas["nodes"]]
        after = areas["pageInfo"]["endCursor"]
        if not areas["pageInfo"]["hasNextPage"]:
            break
    assert sorted(store.rows("MATCH (area:Area) RETURN area.id")) == sorted(found)
    assert areas["totalCount"] == len(found)


def test_very_long_ids_page_to_the_end(store: Store) -> None:
    """Ids as long as they may be, of characters that take several bytes, have cursors that are taken back."""
    target = "x:" + "\u4e2d" * 998
    store.load([{"id": target}, *({"id": f"x:{n}" + "\u4e2d" * 990, "references": [target]} for n in range(3))])
    first = store.data(PAGE, id=target, first=2, sort="NEWEST")["paper"]["citers"]
    assert (3, 2) == (first["totalCount"], len(first["nodes"]))
    second = store.data(PAGE, id=target, first=2, after=first["pageInfo"]["endCursor"], sort="NEWEST")["paper"][
        "citers"
    ]
    assert 1 == len(second["nodes"])
