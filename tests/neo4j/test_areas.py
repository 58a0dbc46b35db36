"""Areas as a tree, their papers and their neighbours."""

import datetime
import json
import random
from typing import Any

import pytest

from graphsvc.domain.lists import ListKind, ListRequest, Page, PaperSort
from graphsvc.graph import area_lists, area_refresh, areas
from graphsvc.graph.areas import list_neighbours, read_area_totals, read_areas
from graphsvc.graph.papers import read_lists
from tests.conftest import Store

pytestmark = pytest.mark.neo4j

# root > left > leaf, root > right        p1 in leaf and right, p2 in leaf, p3 in right, p4 in left, p5 in none
AREAS = [
    {"id": "area:leaf", "name": "Leaf", "parent": "area:left"},
    {"id": "area:left", "name": "Left", "parent": "area:root", "description": "On the left."},
    {"id": "area:right", "name": "Right", "parent": "area:root"},
    {"id": "area:root", "name": "Root"},
]
# p2 -> p1, p3    p3 -> p1    p4 -> p1, p2    p5 -> p4
PAPERS: list[dict[str, Any]] = [
    {
        "id": "x:p1",
        "published": "2001",
        "areas": [{"id": "area:leaf", "score": 0.25}, {"id": "area:right", "score": 0.75}],
    },
    {"id": "x:p2", "published": "2002", "areas": ["area:leaf"], "references": ["x:p1", "x:p3"]},
    {"id": "x:p3", "published": "2003", "areas": ["area:right"], "references": ["x:p1"]},
    {"id": "x:p4", "areas": ["area:left"], "references": ["x:p1", "x:p2"]},
    {"id": "x:p5", "published": "2005", "references": ["x:p4"]},
]


@pytest.fixture
def tree(store: Store) -> Store:
    """The store with the tree above."""
    store.load([*AREAS, *PAPERS])
    return store


def ids(nodes: list[dict[str, Any]]) -> list[str]:
    """The ids of nodes."""
    return [node["id"] for node in nodes]


def test_what_is_above_and_below(tree: Store) -> None:
    """An area knows the way to the top, its parts, its own papers, and all papers below, each once."""
    found = tree.data("""{ areas(first: 100) { nodes {
        id ancestors { id name } parent { id } children { id } paperCount totalPaperCount } } }""")["areas"]["nodes"]
    assert [
        ("area:leaf", ["area:root", "area:left"], "area:left", [], 2, 2),
        ("area:left", ["area:root"], "area:root", ["area:leaf"], 1, 3),
        ("area:right", ["area:root"], "area:root", [], 2, 2),
        ("area:root", [], None, ["area:left", "area:right"], 0, 4),
    ] == [
        (
            node["id"],
            ids(node["ancestors"]),
            node["parent"] and node["parent"]["id"],
            ids(node["children"]),
            node["paperCount"],
            node["totalPaperCount"],
        )
        for node in found
    ]


def test_the_top_of_the_tree(tree: Store) -> None:
    """`topOnly` lists the areas that are part of no other, and its cursors belong to that list."""
    assert ["area:root"] == ids(tree.data("{ areas(topOnly: true) { nodes { id } totalCount } }")["areas"]["nodes"])
    cursor = tree.data("{ areas(first: 1) { pageInfo { endCursor } } }")["areas"]["pageInfo"]["endCursor"]
    answer = tree.ask("query ($after: String) { areas(topOnly: true, after: $after) { totalCount } }", after=cursor)
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_papers_of_all_that_is_below(tree: Store) -> None:
    """With `includeBelow` the list holds each paper of the tree once, and its counts are those of that list."""
    query = """query ($below: Boolean) { area(id: "area:root") {
        papers(includeBelow: $below, sort: OLDEST) { totalCount undatedCount byYear { year count } nodes { id } } } }"""
    assert 0 == tree.data(query, below=False)["area"]["papers"]["totalCount"]
    papers = tree.data(query, below=True)["area"]["papers"]
    assert (4, 1, ["x:p1", "x:p2", "x:p3", "x:p4"]) == (
        papers["totalCount"],
        papers["undatedCount"],
        ids(papers["nodes"]),
    )
    assert [(2001, 1), (2002, 1), (2003, 1)] == [(bar["year"], bar["count"]) for bar in papers["byYear"]]


def test_cursors_of_what_is_below_are_their_own(tree: Store) -> None:
    """Pages of the list with all below follow each other, and its cursors are foreign to the list without."""
    query = """query ($after: String, $below: Boolean) { area(id: "area:root") {
        papers(includeBelow: $below, first: 3, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }"""
    first = tree.data(query, below=True)["area"]["papers"]
    second = tree.data(query, below=True, after=first["pageInfo"]["endCursor"])["area"]["papers"]
    assert (["x:p1", "x:p2", "x:p3"], ["x:p4"]) == (ids(first["nodes"]), ids(second["nodes"]))
    assert not second["pageInfo"]["hasNextPage"]
    answer = tree.ask(query, below=False, after=first["pageInfo"]["endCursor"])
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_all_areas_of_a_paper(tree: Store) -> None:
    """A paper's areas come with their scores, the main one first though another is surer; one in none has none."""
    query = '{ papers(ids: ["x:p1", "x:p5"]) { areas { isPrimary score area { id name paperCount } } } }'
    first, last = tree.data(query)["papers"]
    assert [
        {"isPrimary": True, "score": 0.25, "area": {"id": "area:leaf", "name": "Leaf", "paperCount": 2}},
        {"isPrimary": False, "score": 0.75, "area": {"id": "area:right", "name": "Right", "paperCount": 2}},
    ] == first["areas"]
    assert [] == last["areas"]


def test_neighbours_in_both_directions(tree: Store) -> None:
    """Citations count for every area of either end, in the direction in which they go."""
    query = """{ area(id: "area:leaf") { neighbours { area { id name } citingCount citedCount isExact } } }"""
    # to leaf (p1, p2): p3 -> p1 from right, p4 -> p1 and p4 -> p2 from left; from leaf: p2 -> p1, p3 into right
    # (p2 -> p1 also stays within leaf)
    assert [
        {"area": {"id": "area:right", "name": "Right"}, "citingCount": 1, "citedCount": 2, "isExact": True},
        {"area": {"id": "area:left", "name": "Left"}, "citingCount": 2, "citedCount": 0, "isExact": True},
    ] == tree.data(query)["area"]["neighbours"]
    one = tree.data(query.replace("neighbours", "neighbours(first: 1)"))["area"]["neighbours"]
    assert ["area:right"] == [each["area"]["id"] for each in one]
    answer = tree.ask(query.replace("neighbours", "neighbours(first: -1)"))
    assert ["BAD_INPUT"] == [error["extensions"]["code"] for error in answer["errors"]]


@pytest.mark.parametrize("bound", ["NEIGHBOUR_PAPERS", "NEIGHBOUR_CITATIONS"])
def test_neighbours_of_a_large_area_are_a_sample(tree: Store, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    """Past the bounds a part is counted, never more than there are, and every count says that it is no whole one."""
    whole = {
        each.area.id: each for each in tree.read(lambda reader: list_neighbours(reader, ["area:leaf"]))["area:leaf"]
    }
    monkeypatch.setattr(areas, bound, 1)
    found = tree.read(lambda reader: list_neighbours(reader, ["area:leaf"]))["area:leaf"]
    assert {False} == {each.is_exact for each in found}
    assert all(each.citing <= whole[each.area.id].citing for each in found)
    assert all(each.cited <= whole[each.area.id].cited for each in found)


def test_an_area_without_neighbours(tree: Store) -> None:
    """An area without papers has none, and so has one that is not there."""
    found = tree.read(lambda reader: list_neighbours(reader, ["area:root", "area:none"]))
    assert {"area:root": ()} == found
    assert {} == tree.read(lambda reader: list_neighbours(reader, []))


def test_areas_that_are_above_each_other(store: Store) -> None:
    """A ring, as a mistake in an areas file makes one, has an end in every answer."""
    ring = [("a", "b"), ("b", "c"), ("c", "a")]
    store.load([{"id": f"area:{one}", "name": one, "parent": f"area:{above}"} for one, above in ring])
    store.load([{"id": "x:1", "areas": ["area:b"]}])
    found = store.data("""{ area(id: "area:a") { ancestors { id } totalPaperCount paperCount
        papers(includeBelow: true) { nodes { id } } } }""")["area"]
    assert (["area:c", "area:b"], 1, 0, ["x:1"]) == (
        ids(found["ancestors"]),
        found["totalPaperCount"],
        found["paperCount"],
        ids(found["papers"]["nodes"]),
    )


def many_papers(count: int) -> list[dict[str, Any]]:
    """Papers of one area with many ties: few years, few counts, some without a date."""
    chance = random.Random(5)
    papers: list[dict[str, Any]] = []
    for number in range(count):
        cited = chance.sample(range(number), min(number, 3)) if number % 2 else []
        paper = {
            "id": f"x:{number}",
            "areas": ["area:all"],
            "venue": f"V{number % 4}",
            "references": [f"x:{other}" for other in cited],
        }
        papers.append(paper | ({"published": str(2000 + chance.randrange(3))} if number % 5 else {"type": "article"}))
    return papers


REQUESTS = [
    ListRequest(ListKind.AREA_PAPERS, page=Page(12), wants_years=True, types_first=5, venues_first=2),
    ListRequest(ListKind.AREA_PAPERS, PaperSort.NEWEST, page=Page(100), wants_years=True),
    ListRequest(ListKind.AREA_PAPERS, wants_years=True),
    ListRequest(ListKind.AREA_PAPERS, page=Page(0), wants_years=True),
]


@pytest.fixture
def large(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store in which every area with 10 papers is large; one has 150."""
    for module in (area_refresh, area_lists):
        monkeypatch.setattr(module, "MANY_PAPERS", 10)
    store.load(many_papers(150), data_through=datetime.date(2002, 6, 1))
    return store


def lists_of_all(store: Store, requests: list[ListRequest]) -> Any:
    """The lists of the one area, from what was kept where that holds."""

    async def read(reader: Any) -> Any:
        found = await read_areas(reader, ["area:all"])
        return await area_lists.read_area_lists(reader, [found[0]], requests)

    return store.read(read)


def test_the_first_papers_of_a_large_area_are_kept(large: Store) -> None:
    """What is kept of a large area is, paper by paper and number by number, what its memberships say."""
    assert ["150"] == [str(at) for at in large.rows("MATCH (a:Area) RETURN COUNT { (a)<-[:IN_AREA]-() }")]
    assert [101] == large.rows("MATCH (a:Area) RETURN size(a.first_newest)")
    assert large.read(lambda reader: read_lists(reader, ["area:all"], REQUESTS)) == lists_of_all(large, REQUESTS)


def test_what_is_kept_is_what_is_shown(large: Store) -> None:
    """A first page does come from what is kept: it shows what was put there in its place."""
    large.rows("MATCH (a:Area) SET a.first_most_cited = ['x:7', 'x:8']")
    shown = lists_of_all(large, REQUESTS[:1])[0][0]
    assert ["x:7", "x:8"] == [listed.paper.id for listed in shown.papers]


def test_a_list_goes_on_behind_what_is_kept(large: Store) -> None:
    """From the kept first page the cursors lead to the very end, each paper once and in one order."""
    query = """query ($after: String, $sort: PaperSort) { area(id: "area:all") {
        papers(first: 40, after: $after, sort: $sort) {
            totalCount nodes { id } pageInfo { endCursor hasNextPage } } } }"""
    for sort in PaperSort.MOST_CITED, PaperSort.NEWEST:
        seen: list[str] = []
        after = None
        while True:
            page = large.data(query, after=after, sort=sort.name)["area"]["papers"]
            seen += ids(page["nodes"])
            after = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                break
        whole = ListRequest(ListKind.AREA_PAPERS, sort, page=Page(1000))
        lists = large.read(lambda reader, whole=whole: read_lists(reader, ["area:all"], [whole]))[0]
        assert lists is not None
        assert [listed.paper.id for listed in lists[0].papers] == seen
        assert 150 == len(set(seen)) == page["totalCount"]


def test_what_was_kept_is_void_once_the_data_change(large: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a load, before anything is kept anew, the numbers are those of the memberships."""
    large.load([{"id": "area:all", "name": "All", "parent": "area:top"}])
    monkeypatch.setattr("graphsvc.ingest.load.refresh_areas", lambda _: None)
    large.load([{"id": "x:new", "published": "2002", "areas": ["area:all"]}, {"id": "x:1", "published": "1990"}])
    shown = lists_of_all(large, REQUESTS[1:2])[0][0]
    assert (151, 1990) == (shown.total, shown.years[0].year)
    assert shown.total == shown.undated + sum(year.count for year in shown.years)
    assert {"area:top": 151} == large.read(lambda reader: read_area_totals(reader, ["area:top"]))


def test_a_total_that_is_too_much_to_count_is_not_known(tree: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is not kept, a total of many memberships is null, not wrong; small ones are counted."""
    tree.rows("MATCH (dataset:Dataset) SET dataset.revision = dataset.revision + 1")
    monkeypatch.setattr(areas, "MEMBERSHIPS_COUNTED", 4)
    found = tree.read(lambda reader: read_area_totals(reader, ["area:root", "area:left", "area:leaf"]))
    # root has 5 memberships below it, left 3, leaf no parts at all
    assert {"area:root": None, "area:left": 3, "area:leaf": 2} == found
    assert None is tree.data('{ area(id: "area:root") { totalPaperCount } }')["area"]["totalPaperCount"]


def test_a_load_keeps_the_same_as_a_second_one(tree: Store) -> None:
    """Loading the same again gives the data no other version, and nothing is counted anew."""
    before = tree.rows("MATCH (area:Area {id: 'area:root'}) RETURN area.total_at")
    assert tree.rows("MATCH (dataset:Dataset) RETURN dataset.revision") == before
    tree.load([*AREAS, *PAPERS])
    assert before == tree.rows("MATCH (area:Area {id: 'area:root'}) RETURN area.total_at")


def test_arxiv_categories_make_a_tree(store: Store) -> None:
    """A file of arXiv's gives archives with their categories, and its papers are in these."""
    lines = [
        {"id": "2101.00001", "submitter": "A", "versions": [], "categories": "cs.CL hep-th"},
        {"id": "2101.00002", "submitter": "A", "versions": [], "categories": "cs.LG"},
    ]
    store.load_text("".join(json.dumps(line) + "\n" for line in lines))
    top = store.data("{ areas(topOnly: true) { nodes { name totalPaperCount children { name paperCount } } } }")
    assert [
        {
            "name": "cs",
            "totalPaperCount": 2,
            "children": [{"name": "cs.CL", "paperCount": 1}, {"name": "cs.LG", "paperCount": 1}],
        },
        {"name": "hep-th", "totalPaperCount": 1, "children": []},
    ] == top["areas"]["nodes"]
