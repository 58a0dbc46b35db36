"""Hubs: what is read from their indexes and counts is what their citations say, whatever was loaded before."""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from graphsvc.domain.lists import ListKind, ListRequest, Page, PaperFilter, PaperList, PaperSort
from graphsvc.graph import hub_refresh, whole_lists
from graphsvc.graph.check import repair_counts
from graphsvc.graph.connect import Reader
from graphsvc.graph.papers import read_lists
from graphsvc.graph.whole_lists import stream_list
from graphsvc.ingest.load import load_files
from tests.conftest import Store

pytestmark = pytest.mark.neo4j

HUBS = ["x:hub", "doi:10.1/hub2"]  # the second one is asked for by an alias
SIZES = (1, 3, 7)


@pytest.fixture(autouse=True)
def few_citers_make_a_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_refresh, "HUB_CITERS", 8)
    monkeypatch.setattr(hub_refresh, "CITATIONS_AT_ONCE", 7)
    monkeypatch.setattr(whole_lists, "FIRST_PAPERS", 3)
    monkeypatch.setattr(whole_lists, "PAPERS_AT_ONCE", 5)


def record(chance: random.Random, number: int) -> dict[str, Any]:
    """Return a paper that cites the hubs and some others; dates, titles and areas repeat and lack."""
    return {
        "id": f"x:{number}",
        "title": chance.choice([None, "A", "B", "b", "C\U0001d4a9", f"T{number}"]),
        "published": chance.choice([None, "2001", "2001-05", "2001-05-03", "2002", "2030"]),
        "type": chance.choice([None, "article", "Article", "book"]),
        "venue": chance.choice([None, None, "Nature", "NATURE", "Annals", f"V{number}"]),
        "areas": chance.sample(["area:a", "area:b", "area:c"], chance.randrange(3)),
        "references": [
            *(["x:hub"] if chance.random() < 0.9 else []),
            *(["x:hub2"] if chance.random() < 0.7 else []),
            *(f"x:{chance.randrange(40)}" for _ in range(chance.randrange(5))),
            *(["x:outside"] if chance.random() < 0.5 else []),
        ],
    }


def requests(chance: random.Random) -> Iterator[ListRequest]:
    """Yield lists in all orders, with and without filters and counts."""
    filters = [
        PaperFilter(),
        PaperFilter(first_year=2001, last_year=2001),
        PaperFilter(first_year=2002),
        PaperFilter(last_year=2002),
        PaperFilter(areas=("area:a",)),
        PaperFilter(areas=("area:b",), first_year=2001, last_year=2002),
        PaperFilter(areas=("area:unknown",)),
        PaperFilter(areas=("area:a", "area:b")),
        PaperFilter(has_area=True),
        PaperFilter(has_area=False, last_year=2001),
        PaperFilter(types=("article",)),
        PaperFilter(types=("article", "book"), first_year=2001, last_year=2002),
        PaperFilter(types=(), venues=("nature",)),
        PaperFilter(venues=("nature", "annals")),
        PaperFilter(venues=("nature",), types=("article",), areas=("area:a",), last_year=2005),
        PaperFilter(venues=("unknown",)),
        PaperFilter(is_influential=True),
        PaperFilter(is_influential=False, venues=("nature",), has_area=True),
    ]
    for sort in PaperSort:
        for kept in filters:
            yield ListRequest(
                ListKind.CITERS,
                sort,
                kept,
                Page(chance.choice(SIZES), backward=chance.random() < 0.5),
                wants_facts=chance.random() < 0.5,
                wants_years=chance.random() < 0.7,
                areas_first=chance.choice([0, 1, 2, 20]),
                types_first=chance.choice([0, 1, 20]),
                venues_first=chance.choice([0, 1, 2, 20]),
            )


def walked(store: Store, request: ListRequest) -> list[Any]:
    """Return all pages of a list around each hub."""

    async def walk(reader: Reader, id_: str) -> list[PaperList | None]:
        pages: list[PaperList | None] = []
        page = request.page
        while page is not None:
            lists = (await read_lists(reader, [id_], [replace(request, page=page)]))[0]
            found = None if lists is None else lists[0]
            pages.append(found)
            goes_on = found is not None and (found.has_previous if page.backward else found.has_next)
            if found is None or not found.papers or not goes_on:
                break
            end = found.papers[0 if page.backward else -1].key
            page = replace(page, before=end) if page.backward else replace(page, after=end)
        return pages

    return [store.read(lambda reader, id_=id_: walk(reader, id_)) for id_ in HUBS]


def streamed(store: Store, request: ListRequest) -> list[tuple[list[int], list[str]]]:
    """Return the export of a list around each hub: the lengths that it tells, and its ids."""

    async def stream(reader: Reader, id_: str) -> tuple[list[int], list[str]]:
        parts = [part async for part in stream_list(reader, id_, request)]
        return sorted({total for total, _ in parts}), [columns[0] for _, rows in parts for columns in rows]

    return [store.read(lambda reader, id_=id_: stream(reader, id_)) for id_ in HUBS]


def ready_hubs(store: Store) -> int:
    return len(store.rows("MATCH (hub:Hub) WHERE hub.citer_counts IS NOT NULL RETURN hub.id"))


@pytest.mark.parametrize("seed", range(int(os.environ.get("GRAPHSVC_TEST_HUBS", "2"))))
def test_hubs_answer_as_their_citations_do(store: Store, seed: int) -> None:
    """After each of several loads, every page of every list of a hub is that of the list without its help."""
    chance = random.Random(seed)
    hubs = [{"id": "x:hub", "title": "Hub"}, {"id": "x:hub2", "ids": ["doi:10.1/hub2"], "areas": ["area:a"]}]
    told = [
        {"citing": f"x:{number}", "cited": "x:hub", "isInfluential": chance.random() < 0.5}
        for number in range(0, 25, 2)
    ]
    loads = [
        [*hubs, *(record(chance, number) for number in range(25))],
        told,  # nothing else than the facts of citations
        [record(chance, number) for number in range(20, 35)],  # some are told anew, with other dates and lists
        [
            {"id": "doi:10.1/x", "ids": ["x:3", "x:4"], "published": "1999"},
            {"id": "x:outside", "references": ["x:hub"]},
            *({"id": f"x:{number}", "type": "Book", "venue": "annals"} for number in range(5, 9)),
        ],
    ]
    for records in loads:
        store.load(records)
        assert 2 <= ready_hubs(store)
        assert [] == store.broken_promises()
        asked = chance.sample(list(requests(chance)), 22)
        helped = [(walked(store, request), streamed(store, request)) for request in asked]
        counts = store.rows("MATCH (hub:Hub) RETURN [hub.id, hub.citer_counts]")
        store.rows("MATCH (hub:Hub) SET hub.citer_counts = null")
        for request, answer in zip(asked, helped, strict=True):
            assert (walked(store, request), streamed(store, request)) == answer, request
        store.writer.driver.execute_query(
            "UNWIND $counts AS row MATCH (hub:Hub {id: row[0]}) SET hub.citer_counts = row[1]", counts=counts
        )


def test_a_hub_that_loses_its_citers_is_none(store: Store) -> None:
    """A paper with less than half of what makes a hub is read as any other one, and its citations have no keys."""
    citing = [{"id": f"x:{number}", "references": ["x:hub"]} for number in range(9)]
    store.load([{"id": "x:hub"}, *citing])
    assert 1 == ready_hubs(store)
    store.load([{**each, "references": []} for each in citing[:6]])
    assert [] == store.rows("MATCH (hub:Hub) RETURN hub.id")
    assert [] == store.rows("MATCH ()-[citation:CITES]->() WHERE citation.hub IS NOT NULL RETURN 1")
    assert 3 == store.data('{ paper(id: "x:hub") { citers { totalCount } } }')["paper"]["citers"]["totalCount"]


def test_an_area_with_a_new_name(store: Store) -> None:
    """The facet of a hub has the name that its area has now."""
    areas = store.folder / "areas.jsonl"
    query = '{ paper(id: "x:hub") { citers { byArea { count area { name } } } } }'
    citing = [{"id": f"x:{number}", "areas": ["area:a"], "references": ["x:hub"]} for number in range(9)]
    for name in ("Old", "New"):
        areas.write_text(f'{{"id": "area:a", "name": "{name}"}}\n')
        store.load([{"id": "x:hub"}, *citing], areas_files=[str(areas)])
        facet = store.data(query)["paper"]["citers"]["byArea"]
        assert [{"count": 9, "area": {"name": name}}] == facet
        assert 1 == ready_hubs(store)


def test_citers_with_another_type_and_venue(store: Store) -> None:
    """The facets and filters of a hub follow what is told anew of its citers, and what is told of its citations."""
    query = """{ paper(id: "x:hub") { citers(filter: {types: ["BOOK"]}) { totalCount byType { type count }
        byVenue { venue count } } influential: citers(filter: {isInfluential: true}) { totalCount } } }"""
    citing = [
        {"id": f"x:{number}", "type": "Article", "venue": "Nature", "references": ["x:hub"]} for number in range(9)
    ]
    store.load([{"id": "x:hub"}, *citing])
    store.load([{**each, "type": "book", "venue": "Annals"} for each in citing[:4]])
    store.load([{"citing": "x:1", "cited": "x:hub", "isInfluential": True}])
    assert 1 == ready_hubs(store)
    found = store.data(query)["paper"]
    assert 4 == found["citers"]["totalCount"]
    assert [("Article", 5), ("book", 4)] == [(each["type"], each["count"]) for each in found["citers"]["byType"]]
    assert [("Annals", 4)] == [(each["venue"], each["count"]) for each in found["citers"]["byVenue"]]
    assert 1 == found["influential"]["totalCount"]
    assert [] == store.broken_promises()


@pytest.mark.parametrize(
    "harm",
    [
        "SET hub.citer_counts = replace(hub.citer_counts, '9', '8')",
        "SET hub.citer_values = replace(hub.citer_values, 'Nature', 'Science')",
    ],
)
def test_wrong_counts_are_found_and_mended(store: Store, harm: str) -> None:
    """What is counted on a hub and is not true is found by the check, and a repair counts it anew."""
    citing = [{"id": f"x:{number}", "venue": "Nature", "references": ["x:hub"]} for number in range(9)]
    store.load([{"id": "x:hub"}, *citing])
    assert [] == store.broken_promises()
    store.rows(f"MATCH (hub:Hub) {harm} RETURN hub")
    assert "what is counted on hubs is what their citations say" in store.broken_promises()
    repair_counts(store.writer)
    hub_refresh.refresh_hubs(store.writer)
    assert (1, []) == (ready_hubs(store), store.broken_promises())


def test_what_equal_stores_share_is_no_bookkeeping_of_hubs(store: Store) -> None:
    """A store with the same papers in another order, so with other numbers of hubs and areas, has the same mark."""
    citing = [
        {"id": f"x:{number}", "areas": [f"area:{'abc'[number % 3]}"], "published": f"{2000 + number % 4}",
         "references": ["x:hub", "x:a-hub"][: 1 + (number > 0)]}
        for number in range(20)
    ]  # fmt: skip
    hubs = [{"id": "x:hub"}, {"id": "x:a-hub"}]
    marks: list[str] = []
    for first, second in (([hubs[0], *citing], [hubs[1]]), ([hubs[1], *citing[::-1]], [hubs[0]])):
        store.rows("MATCH (node) WHERE NOT node:Dataset DETACH DELETE node")
        store.load(first)
        store.load(second)
        marks.append(store.fingerprint())
    assert marks[0] == marks[1]


def test_a_hub_whose_record_is_withdrawn(store: Store) -> None:
    """A hub that stays by its id alone has the same citers in its list as before."""
    file = store.folder / "rows.jsonl"
    rows = [{"citationid": number, "citingcorpusid": number, "citedcorpusid": 99} for number in range(1, 11)]
    listed = '{ paper(id: "s2:99") { title citers(first: 100) { totalCount nodes { id } } } }'
    for lines in ([{"corpusid": 99, "title": "Hub"}, *rows], [{"corpusid": 99}]):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        load_files(store.writer, [str(file)])
        assert 1 == ready_hubs(store)
        citers = store.data(listed)["paper"]["citers"]
        assert (10, {f"s2:{number}" for number in range(1, 11)}) == (
            citers["totalCount"],
            {node["id"] for node in citers["nodes"]},
        )
        assert [] == store.broken_promises()


def test_two_records_of_a_hub_tell_nothing_of_its_help(store: Store) -> None:
    """What a hub is helped by is told by no record: a second record leaves it out of who told what."""
    citing = [{"id": f"x:{number}", "references": ["x:hub"]} for number in range(9)]
    store.load([{"id": "x:hub", "title": "Hub"}, *citing])
    store.load([{"id": "doi:10.1/hub", "ids": ["x:hub"], "venue": "Letters"}])
    told = store.rows("MATCH (hub:Hub) RETURN hub.told_by")[0]
    assert ["title x:hub", "venue doi:10.1/hub"] == told
