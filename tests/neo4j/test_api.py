"""GraphQL over a small graph that has everything: each field, each way to select, and what a query costs."""

import asyncio
import datetime
import json
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import pytest
from graphql import build_schema

from graphsvc.api.http import formatted
from graphsvc.api.schema import make_schema, sdl
from graphsvc.graph.connect import Connection, Reader, Row
from graphsvc.graph.statements import Statement
from graphsvc.resources import resource_folder
from tests.conftest import TIMEOUT_S, Store, emptied

pytestmark = pytest.mark.neo4j

THROUGH = datetime.date(2026, 10, 7)

# The areas:     ai <- language, vision (part of ai);  mathematics;  loose (never described)
AREAS: list[dict[str, Any]] = [
    {"id": "area:ai", "name": "Artificial Intelligence", "description": "Machines that think."},
    {"id": "area:language", "name": "Language", "parent": "area:ai"},
    {"id": "area:vision", "name": "vision", "description": "Seeing.", "parent": "area:ai"},
    {"id": "area:mathematics", "name": "Mathematics"},
]
AUTHORS: list[dict[str, str]] = [{"name": "Ada", "id": "orcid:1"}, *({"name": f"Author {n}"} for n in range(1, 13))]

# The papers:    a b c d e f g -> hub -> old, one work outside;  a -> old;  r -> a, b;  s -> a
#                a: language, vision   b: language   c: loose   f: vision   old: mathematics   hub: language, ai
#                d: undated   e: no title   f: published in 2027   lonely: known references, none of them
PAPERS: list[dict[str, Any]] = [
    {
        "id": "x:hub",
        "ids": ["doi:10.1000/HUB", "arxiv:1905.09418"],
        "title": "The Hub",
        "abstract": "First.\n\nSecond.",
        "published": "2020-05-17",
        "type": "Article",
        "venue": "Journal of Hubs",
        "language": "en",
        "authors": AUTHORS,
        "categories": ["cs.CL", "cs.LG"],
        "areas": ["area:language", "area:ai"],
        "references": ["x:old", "doi:10.1000/outside", "x:hub"],
        "sourceCitedByCount": 5_000_000_000,
        "isRetracted": False,
    },
    {"id": "x:old", "title": "Old", "published": "1999", "areas": ["area:mathematics"], "isRetracted": True},
    {"id": "x:lonely", "title": "Lonely", "published": "2001-02", "references": []},
    {
        "id": "x:a",
        "title": "Alpha",
        "published": "2021-03",
        "type": "article",
        "areas": ["area:language", "area:vision"],
        "references": ["x:hub", "x:old"],
    },
    {
        "id": "x:b",
        "title": "beta",
        "published": "2021",
        "type": "REVIEW",
        "areas": ["area:language"],
        "references": ["x:hub"],
    },
    {"id": "x:c", "title": "Gamma", "published": "2024-12-31", "areas": ["area:loose"], "references": ["x:hub"]},
    {"id": "x:d", "title": "Delta", "type": "article", "references": ["x:hub"]},
    {"id": "x:e", "published": "2023", "references": ["x:hub"]},
    {
        "id": "x:f",
        "title": "Zeta",
        "published": "2027-01-05",
        "type": "article",
        "areas": ["area:vision"],
        "references": ["x:hub"],
    },
    {"id": "x:g", "title": "Eta", "published": "2026-10-07", "references": ["x:hub"]},
    {"id": "x:r", "title": "R", "references": ["x:a", "x:b"]},
    {"id": "x:s", "title": "S", "references": ["x:a"]},
]
HUB = 'paper(id: "x:hub")'


@dataclass(frozen=True)
class CountingReader(Reader):
    """A reader that also tells what was asked of Neo4j."""

    asked: list[tuple[str, Row]] = field(default_factory=list)

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        """Note the statement, then run it."""
        self.asked.append((statement.name, parameters))
        return await Reader.record(self, statement, parameters)


class Api:
    """The API over a store, with one connection for many queries."""

    def __init__(self, reader: CountingReader, run: Callable[[Any], Any]) -> None:
        self.reader = reader
        self.run = run
        self.schema = make_schema()

    def ask(self, query: str, /, **variables: Any) -> dict[str, Any]:
        """Answer a query: `data`, and `errors` as callers see them."""
        self.reader.asked.clear()
        result = self.run(self.schema.execute(query, variables, {"reader": self.reader}))
        return {"data": result.data, "errors": [formatted(error) for error in result.errors or []]}

    def data(self, query: str, /, **variables: Any) -> dict[str, Any]:
        """Answer a query that has no errors."""
        answer = self.ask(query, **variables)
        assert [] == answer["errors"]
        return answer["data"]

    def errors(self, query: str, /, **variables: Any) -> list[tuple[str, list[str | int] | None]]:
        """Return the code and the place of each error of a query."""
        return [(error["extensions"]["code"], error.get("path")) for error in self.ask(query, **variables)["errors"]]

    def statements(self, query: str, /, **variables: Any) -> list[str]:
        """Return the names of the statements that a query costs."""
        self.data(query, **variables)
        return [name for name, _ in self.reader.asked]


def opened(connection: Connection) -> Generator[Api]:
    """Yield the API over what a connection leads to."""
    import neo4j

    with asyncio.Runner() as runner:
        options: dict[str, Any] = {"notifications_min_severity": "OFF"}
        driver = neo4j.AsyncGraphDatabase.driver(connection.uri, auth=(connection.user, connection.password), **options)
        try:
            yield Api(CountingReader(driver, connection.database, TIMEOUT_S), runner.run)
        finally:
            runner.run(driver.close())


@pytest.fixture(scope="module")
def small_store(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    folder = tmp_path_factory.mktemp("small")
    with emptied(neo4j_connection, folder) as store:
        areas = folder / "areas.jsonl"
        areas.write_text("".join(json.dumps(area) + "\n" for area in AREAS))
        report = store.load(PAPERS, areas_files=[str(areas)], data_through=THROUGH)
        assert 0 == report.exit_status
        yield store


@pytest.fixture(scope="module")
def api(small_store: Store) -> Generator[Api]:
    yield from opened(small_store.connection)


def ids(nodes: list[dict[str, Any]]) -> str:
    """Return the keys of papers or areas, in their order."""
    return " ".join(node["id"].partition(":")[2] for node in nodes)


# Fields


def test_every_plain_field_of_a_paper(api: Api) -> None:
    """A paper tells all that its source told, its own ids first and each count as it is."""
    paper = api.data(f"""{{ {HUB} {{
        id title abstract type venue language categories isKnown isRetracted citedByCount sourceCitedByCount
        referenceCount referencesOutside published {{ year month day iso }} identifiers {{ scheme value url }} }} }}""")
    assert paper["paper"] == {
        "id": "x:hub",
        "title": "The Hub",
        "abstract": "First.\n\nSecond.",
        "type": "Article",
        "venue": "Journal of Hubs",
        "language": "en",
        "categories": ["cs.CL", "cs.LG"],
        "isKnown": True,
        "isRetracted": False,
        "citedByCount": 7,
        "sourceCitedByCount": 5_000_000_000,
        "referenceCount": 2,
        "referencesOutside": 1,
        "published": {"year": 2020, "month": 5, "day": 17, "iso": "2020-05-17"},
        "identifiers": [
            {"scheme": "x", "value": "hub", "url": None},
            {"scheme": "arxiv", "value": "1905.09418", "url": "https://arxiv.org/abs/1905.09418"},
            {"scheme": "doi", "value": "10.1000/hub", "url": "https://doi.org/10.1000/hub"},
        ],
    }


NOT_TRIED = "Not on the map: it is in no area, and its own words were not tried yet (graphsvc place)."


def test_what_is_not_known_is_null(api: Api) -> None:
    """What no source tells is null, never an empty text or a zero."""
    paper = api.data("""{ paper(id: "x:e") {
        title abstract type venue language categories isRetracted sourceCitedByCount published { year month day iso }
        authors { totalCount edges { cursor } nodes { name } pageInfo { hasNextPage startCursor endCursor } }
        placement { isOnMap area { id } method score explanation mostCitedIn { count } nearest { score } } } }""")
    assert paper["paper"] == {
        "title": None,
        "abstract": None,
        "type": None,
        "venue": None,
        "language": None,
        "categories": [],
        "isRetracted": None,
        "sourceCitedByCount": None,
        "published": {"year": 2023, "month": None, "day": None, "iso": "2023"},
        "authors": {
            "totalCount": 0,
            "edges": [],
            "nodes": [],
            "pageInfo": {"hasNextPage": False, "startCursor": None, "endCursor": None},
        },
        "placement": {
            "isOnMap": False,
            "area": None,
            "method": "NOT_PLACED",
            "score": None,
            "explanation": NOT_TRIED,
            "mostCitedIn": None,
            "nearest": [],
        },
    }


def test_dates_are_as_precise_as_they_are_known(api: Api) -> None:
    """A month without a day, a year alone, and no date at all."""
    papers = api.data('{ papers(ids: ["x:a", "x:b", "x:d"]) { published { year month day iso } } }')["papers"]
    assert [
        {"year": 2021, "month": 3, "day": None, "iso": "2021-03"},
        {"year": 2021, "month": None, "day": None, "iso": "2021"},
        None,
    ] == [paper["published"] for paper in papers]


def test_three_answers_about_references(api: Api) -> None:
    """Not known, known to be none, and some of them outside: three different answers."""
    fields = "references { totalCount nodes { id } } referenceCount referencesOutside"
    papers = api.data(f'{{ papers(ids: ["x:old", "x:lonely", "x:hub"]) {{ {fields} }} }}')["papers"]
    assert [
        {"references": None, "referenceCount": None, "referencesOutside": None},
        {"references": {"totalCount": 0, "nodes": []}, "referenceCount": 0, "referencesOutside": 0},
        {
            "references": {"totalCount": 1, "nodes": [{"id": "x:old"}]},
            "referenceCount": 2,
            "referencesOutside": 1,
        },
    ] == papers


def test_every_field_of_a_list(api: Api) -> None:
    """A list has its counts, its bins with the running and later years marked, its facet and its page."""
    citers = api.data(f"""{{ {HUB} {{ citers(first: 2) {{
        totalCount undatedCount noAreaCount
        byYear {{ year count isPartial through }} byArea {{ count area {{ id name }} }}
        edges {{ cursor node {{ id title }} }} nodes {{ id }}
        pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }} }} }} }}""")["paper"]["citers"]
    bars = [(2021, 2), (2022, 0), (2023, 1), (2024, 1), (2025, 0), (2026, 1), (2027, 1)]
    assert (7, 1, 3) == (citers["totalCount"], citers["undatedCount"], citers["noAreaCount"])
    assert bars == [(bar["year"], bar["count"]) for bar in citers["byYear"]]
    assert [None] * 5 + ["2026-10-07"] * 2 == [bar["through"] for bar in citers["byYear"]]
    assert [False] * 5 + [True] * 2 == [bar["isPartial"] for bar in citers["byYear"]]
    assert [
        {"count": 2, "area": {"id": "area:language", "name": "Language"}},
        {"count": 2, "area": {"id": "area:vision", "name": "vision"}},
        {"count": 1, "area": {"id": "area:loose", "name": "loose"}},
    ] == citers["byArea"]
    assert [{"id": "x:a"}, {"id": "x:b"}] == citers["nodes"]
    assert [{"id": "x:a", "title": "Alpha"}, {"id": "x:b", "title": "beta"}] == [
        edge["node"] for edge in citers["edges"]
    ]
    cursors = [edge["cursor"] for edge in citers["edges"]]
    assert {
        "hasNextPage": True,
        "hasPreviousPage": False,
        "startCursor": cursors[0],
        "endCursor": cursors[1],
    } == citers["pageInfo"]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("MOST_CITED", "a b e c g f d"),
        ("NEWEST", "f g c e a b d"),
        ("OLDEST", "b a e c g f d"),
        ("TITLE", "a b d g c f e"),
        # a: 2 in 6 years, b: 1 in 6 years; the others none, d undated
        ("MOST_CITED_PER_YEAR", "a b e c g f d"),
    ],
)
def test_every_order(api: Api, sort: str, expected: str) -> None:
    """Each order is as it says, unknown years and titles last."""
    assert expected == ids(
        api.data(f"{{ {HUB} {{ citers(sort: {sort}) {{ nodes {{ id }} }} }} }}")["paper"]["citers"]["nodes"]
    )


def test_placement_by_the_source(api: Api) -> None:
    """A paper with areas stands in its first one, and says that its source put it there."""
    placement = api.data(f"""{{ {HUB} {{ placement {{
        isOnMap method explanation area {{ id name parent {{ name }} }}
        mostCitedIn {{ count area {{ name }} }} }} }} }}""")
    assert {
        "isOnMap": True,
        "method": "GIVEN_BY_SOURCE",
        "explanation": "Placed in Language by its source.",
        "area": {"id": "area:language", "name": "Language", "parent": {"name": "Artificial Intelligence"}},
        "mostCitedIn": {"count": 2, "area": {"name": "Language"}},
    } == placement["paper"]["placement"]


def test_a_paper_off_the_map_says_why(api: Api) -> None:
    """Without an area the explanation names where most of the citers are, whether or not that is asked for too."""
    explained = api.data('{ paper(id: "x:e") { placement { explanation } } }')["paper"]["placement"]["explanation"]
    assert NOT_TRIED == explained


def test_every_field_of_an_area(api: Api) -> None:
    """An area tells its name, its place on the map, and its papers with their years."""
    area = api.data("""{ area(id: "area:language") {
        id name description paperCount byYear { year count isPartial through }
        parent { id name description parent { id } children { id } } children { id }
        papers(sort: OLDEST) { totalCount undatedCount noAreaCount byYear { year count } byArea { count area { id } }
            nodes { id } edges { cursor node { id } } pageInfo { hasNextPage } } } }""")["area"]
    assert ("area:language", "Language", None, 3) == (
        area["id"],
        area["name"],
        area["description"],
        area["paperCount"],
    )
    parent = {
        "id": "area:ai",
        "name": "Artificial Intelligence",
        "description": "Machines that think.",
        "parent": None,
        "children": [{"id": "area:language"}, {"id": "area:vision"}],
    }
    assert (parent, []) == (area["parent"], area["children"])
    bars = [{"year": 2020, "count": 1}, {"year": 2021, "count": 2}]
    assert [{**bar, "isPartial": False, "through": None} for bar in bars] == area["byYear"]
    papers = area["papers"]
    assert (3, 0, 0, bars) == (
        papers["totalCount"],
        papers["undatedCount"],
        papers["noAreaCount"],
        papers["byYear"],
    )
    assert "hub b a" == ids(papers["nodes"]) == ids([edge["node"] for edge in papers["edges"]])
    assert [("area:language", 3), ("area:ai", 1), ("area:vision", 1)] == [
        (entry["area"]["id"], entry["count"]) for entry in papers["byArea"]
    ]


def test_the_papers_of_an_area_are_sorted_and_filtered(api: Api) -> None:
    """The list of an area takes the same sort, filter and page as the list of a paper."""
    query = """{ area(id: "vision") {
        all: papers(sort: NEWEST) { nodes { id } }
        old: papers(filter: {years: {to: 2026}}) { totalCount nodes { id } byYear { year } }
        last: papers(last: 1, sort: TITLE) { nodes { id } pageInfo { hasPreviousPage hasNextPage } }
        both: papers(filter: {areas: ["area:language"]}) { nodes { id } byArea { count } } } }"""
    area = api.data(query)["area"]
    assert "f a" == ids(area["all"]["nodes"])
    assert (1, "a") == (area["old"]["totalCount"], ids(area["old"]["nodes"]))
    assert list(range(2021, 2028)) == [bar["year"] for bar in area["old"]["byYear"]]
    assert ("f", {"hasPreviousPage": True, "hasNextPage": False}) == (
        ids(area["last"]["nodes"]),
        area["last"]["pageInfo"],
    )
    assert ("a", [{"count": 2}, {"count": 1}]) == (ids(area["both"]["nodes"]), area["both"]["byArea"])


def test_an_area_without_papers(api: Api) -> None:
    """An area that only has areas below it, here but for one paper, tells its own papers alone."""
    area = api.data('{ area(id: "area:ai") { paperCount papers { nodes { id } } children { name paperCount } } }')[
        "area"
    ]
    assert (1, "hub") == (area["paperCount"], ids(area["papers"]["nodes"]))
    assert [{"name": "Language", "paperCount": 3}, {"name": "vision", "paperCount": 2}] == area["children"]


def test_an_area_nobody_described(api: Api) -> None:
    """An area that only a paper named has its id for a name."""
    area = api.data('{ area(id: "area:loose") { name description parent { id } children { id } byYear { count } } }')
    expected = {"name": "loose", "description": None, "parent": None, "children": [], "byYear": [{"count": 1}]}
    assert expected == area["area"]


def test_the_data_set_and_its_loads(api: Api) -> None:
    """The data set counts what is there, and tells each load, the newest first."""
    dataset = api.data("""{ dataset { name version dataThrough paperCount citationCount unresolvedCount
        loads { id source started finished readCount newCount changedCount sameCount refusedCount }
        none: loads(first: 0) { id } } }""")["dataset"]
    assert ("Citations", "2026-10-07", 12, 12, 1) == (
        dataset["name"],
        dataset["dataThrough"],
        dataset["paperCount"],
        dataset["citationCount"],
        dataset["unresolvedCount"],
    )
    assert [] == dataset["none"]
    (load,) = dataset["loads"]
    assert (12, 12, 0, 0, 0) == tuple(load[f"{name}Count"] for name in ("read", "new", "changed", "same", "refused"))
    assert load["source"].endswith("records.jsonl")
    began, ended = (datetime.datetime.fromisoformat(load[name]) for name in ("started", "finished"))
    assert began <= ended
    assert began.tzinfo is not None


# Roots


@pytest.mark.parametrize(
    "spelling",
    ["x:hub", "doi:10.1000/hub", "10.1000/HUB", "https://doi.org/10.1000/hub", "arXiv:1905.09418v2", "1905.09418"],
)
def test_a_paper_by_any_of_its_ids(api: Api, spelling: str) -> None:
    """Every id of a paper in every spelling leads to it, with the same answer."""
    assert {"id": "x:hub", "citedByCount": 7} == api.data(
        "query ($id: ID!) { paper(id: $id) { id citedByCount } }", id=spelling
    )["paper"]


def test_papers_in_the_order_asked(api: Api) -> None:
    """Papers come in the order asked, as often as asked, by any spelling, null for unknown ones."""
    asked = ["x:b", "doi:10.1000/hub", "x:nowhere", "x:b", "x:hub", "doi:10.1000/outside"]
    papers = api.data("query ($ids: [ID!]!) { papers(ids: $ids) { id } }", ids=asked)["papers"]
    assert ["x:b", "x:hub", None, "x:b", "x:hub", None] == [paper and paper["id"] for paper in papers]
    assert {"papers": []} == api.data("{ papers(ids: []) { id } }")


def test_nodes_of_both_kinds(api: Api) -> None:
    """Papers and areas come mixed in the order asked, null for unknown ones, an error in place for what is no id."""
    answer = api.ask(
        "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Paper { title } ... on Area { name } } }",
        ids=["area:ai", "x:a", "x:nowhere", "area:nowhere", "12345", "x:a", "area:", "AREA:ai"],
    )
    ai = {"__typename": "Area", "id": "area:ai", "name": "Artificial Intelligence"}
    alpha = {"__typename": "Paper", "id": "x:a", "title": "Alpha"}
    assert [ai, alpha, None, None, None, alpha, None, ai] == answer["data"]["nodes"]
    assert [("BAD_IDENTIFIER", ["nodes", 4]), ("BAD_IDENTIFIER", ["nodes", 6])] == sorted(
        (error["extensions"]["code"], error["path"]) for error in answer["errors"]
    )


def test_one_node(api: Api) -> None:
    """A node is a paper or an area by its id, null when there is none, an error when it is no id."""
    query = (
        "query ($id: ID!) { node(id: $id) { id ... on Paper { citers { totalCount } } ... on Area { paperCount } } }"
    )
    assert {"node": {"id": "x:hub", "citers": {"totalCount": 7}}} == api.data(query, id="10.1000/hub")
    assert {"node": {"id": "area:ai", "paperCount": 1}} == api.data(query, id="area:ai")
    assert {"node": None} == api.data(query, id="x:nowhere")
    assert {"node": None} == api.data(query, id="area:nowhere")
    assert [("BAD_IDENTIFIER", ["node"])] == api.errors(query, id="?")


def test_errors_stand_in_their_place(api: Api) -> None:
    """A text that is no id is an error of its own place; the others are answered."""
    answer = api.ask('{ papers(ids: ["x:a", "", "7", "x:b"]) { id } }')
    assert [{"id": "x:a"}, None, None, {"id": "x:b"}] == answer["data"]["papers"]
    assert [["papers", 1], ["papers", 2]] == sorted(error["path"] for error in answer["errors"])


@pytest.mark.parametrize("root", ["papers", "nodes"])
def test_too_many_ids_are_refused(api: Api, root: str) -> None:
    """Over a hundred ids at once are refused."""
    query = f"query ($ids: [ID!]!) {{ {root}(ids: $ids) {{ id }} }}"
    assert [None] * 100 == api.data(query, ids=[f"x:no-{number}" for number in range(100)])[root]
    assert ["LIMIT_EXCEEDED"] == [code for code, _ in api.errors(query, ids=["x:a"] * 101)]


def test_areas_by_name(api: Api) -> None:
    """All areas come by name without regard to case, with their count."""
    areas = api.data("{ areas { totalCount nodes { name } edges { cursor node { id } } pageInfo { hasNextPage } } }")[
        "areas"
    ]
    names = ["Artificial Intelligence", "Language", "loose", "Mathematics", "vision"]
    assert (5, names, False) == (
        areas["totalCount"],
        [area["name"] for area in areas["nodes"]],
        areas["pageInfo"]["hasNextPage"],
    )
    assert "ai language loose mathematics vision" == ids([edge["node"] for edge in areas["edges"]])


def test_areas_are_paged(api: Api) -> None:
    """Pages of areas follow each other to the end, and a cursor belongs to its query and parent."""
    query = """query ($after: String, $query: String) { areas(first: 2, after: $after, query: $query) {
        totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor } } }"""
    found, after, earlier = [], None, False
    for _ in range(3):
        page = api.data(query, after=after)["areas"]
        assert (5, earlier) == (page["totalCount"], page["pageInfo"]["hasPreviousPage"])
        found += page["nodes"]
        after, earlier = page["pageInfo"]["endCursor"], True
    assert not page["pageInfo"]["hasNextPage"]
    assert "ai language loose mathematics vision" == ids(found)
    assert [("BAD_CURSOR", ["areas"])] == api.errors(query, after=after, query="a")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ('query: "A"', "ai language mathematics"),
        ('query: "VISION"', "vision"),
        ('query: ""', "ai language loose mathematics vision"),
        ('query: "%"', ""),
        ('query: ".*"', ""),
        ('parent: "area:ai"', "language vision"),
        ('parent: "ai"', "language vision"),
        ('parent: "area:language"', ""),
        ('parent: "area:nowhere"', ""),
        ('parent: "area:ai", query: "lang"', "language"),
        ("first: 0", ""),
    ],
)
def test_areas_by_query_and_parent(api: Api, arguments: str, expected: str) -> None:
    """Areas are found by a part of their name, taken as it is, and by what they are part of."""
    assert expected == ids(api.data(f"{{ areas({arguments}) {{ nodes {{ id }} }} }}")["areas"]["nodes"])


# Ways to select


def test_the_same_list_twice_with_other_arguments(api: Api) -> None:
    """Two lists of one paper under two aliases each have their own page, sort and filter."""
    paper = api.data(f"""{{ {HUB} {{
        top: citers(first: 2) {{ totalCount nodes {{ id }} }}
        recent: citers(first: 1, sort: NEWEST, filter: {{types: ["ARTICLE"]}}) {{ totalCount nodes {{ title }} }}
        none: citers(first: 0) {{ totalCount nodes {{ id }} }}
        one: references {{ nodes {{ id }} }} }} }}""")["paper"]
    assert {
        "top": {"totalCount": 7, "nodes": [{"id": "x:a"}, {"id": "x:b"}]},
        "recent": {"totalCount": 3, "nodes": [{"title": "Zeta"}]},
        "none": {"totalCount": 7, "nodes": []},
        "one": {"nodes": [{"id": "x:old"}]},
    } == paper


def test_edges_and_nodes_with_other_selections(api: Api) -> None:
    """`edges` and `nodes` of one list, each also twice, each have what was selected below them."""
    citers = api.data(f"""{{ {HUB} {{ citers(first: 1) {{
        edges {{ node {{ title }} again: node {{ abstract citers {{ totalCount }} }} }}
        nodes {{ id }} more: nodes {{ citers {{ nodes {{ id }} }} }} }} }} }}""")["paper"]["citers"]
    assert {
        "edges": [{"node": {"title": "Alpha"}, "again": {"abstract": None, "citers": {"totalCount": 2}}}],
        "nodes": [{"id": "x:a"}],
        "more": [{"citers": {"nodes": [{"id": "x:r"}, {"id": "x:s"}]}}],
    } == citers


def test_fields_of_one_key_are_merged(api: Api) -> None:
    """The same field selected in two places is one field with both selections."""
    paper = api.data(f"""query {{ {HUB} {{ citers(first: 1) {{ nodes {{ id }} }} ...F }} {HUB} {{ id }} }}
        fragment F on Paper {{ citers(first: 1) {{ totalCount nodes {{ title placement {{ isOnMap }} }} }} }}""")[
        "paper"
    ]
    node = {"id": "x:a", "title": "Alpha", "placement": {"isOnMap": True}}
    assert {"citers": {"nodes": [node], "totalCount": 7}, "id": "x:hub"} == paper


def test_fragments_of_every_kind(api: Api) -> None:
    """Fragments on types and on interfaces, inline, nested and used before they are defined, are unfolded."""
    answer = api.data(f"""
        fragment Deep on Paper {{ title ...Deeper }}
        query {{ {HUB} {{ ... {{ id }} citers(first: 1) {{ ... on PaperList {{ totalCount }} ...Nodes }} }} }}
        fragment Nodes on CitationConnection {{ nodes {{ ...Deep ... on Node {{ id }} }} }}
        fragment Deeper on Paper {{ references(sort: OLDEST) {{ nodes {{ ... on Node {{ id }} }} }} }}""")
    node = {"title": "Alpha", "references": {"nodes": [{"id": "x:old"}, {"id": "x:hub"}]}, "id": "x:a"}
    assert {"id": "x:hub", "citers": {"totalCount": 7, "nodes": [node]}} == answer["paper"]


@pytest.mark.parametrize("yes", [True, False])
def test_skip_and_include(api: Api, yes: bool) -> None:
    """What is skipped is neither answered nor read, on fields, fragments and whole lists."""
    query = f"""query ($yes: Boolean!) {{ {HUB} {{ id
        title @include(if: $yes)
        citers @include(if: $yes) {{ totalCount }}
        references @skip(if: $yes) {{ totalCount }}
        ... on Paper @include(if: $yes) {{ abstract }}
        ...F @skip(if: $yes) }} }}
        fragment F on Paper {{ authors(first: 0) {{ totalCount }} }}"""
    expected: dict[str, Any] = {"id": "x:hub"}
    if yes:
        expected |= {"title": "The Hub", "citers": {"totalCount": 7}, "abstract": "First.\n\nSecond."}
    else:
        expected |= {"references": {"totalCount": 1}, "authors": {"totalCount": 13}}
    assert expected == api.data(query, yes=yes)["paper"]
    ((_, parameters),) = api.reader.asked
    assert yes is parameters["wants_abstract"]
    assert ["citers" if yes else "references"] == [asked["kind"] for asked in parameters["second_lists"]]


def test_citers_of_citers(api: Api) -> None:
    """Lists below lists: who cites the citers, and what those reference, each for its own paper."""
    citers = api.data(f"""{{ {HUB} {{ citers(first: 3) {{ nodes {{ id
        citers {{ totalCount nodes {{ id references(sort: TITLE) {{ nodes {{ id }} }} }} }} }} }} }} }}""")["paper"][
        "citers"
    ]
    r = {"id": "x:r", "references": {"nodes": [{"id": "x:a"}, {"id": "x:b"}]}}
    s = {"id": "x:s", "references": {"nodes": [{"id": "x:a"}]}}
    assert [
        {"id": "x:a", "citers": {"totalCount": 2, "nodes": [r, s]}},
        {"id": "x:b", "citers": {"totalCount": 1, "nodes": [r]}},
        {"id": "x:e", "citers": {"totalCount": 0, "nodes": []}},
    ] == citers["nodes"]


def test_a_loop_through_the_graph(api: Api) -> None:
    """A query may come back to where it began: the references of the citers of a paper hold the paper."""
    nodes = api.data(f"{{ {HUB} {{ citers {{ nodes {{ references {{ nodes {{ id citedByCount }} }} }} }} }} }}")
    for node in nodes["paper"]["citers"]["nodes"]:
        assert {"id": "x:hub", "citedByCount": 7} in node["references"]["nodes"]


def test_areas_within_a_facet(api: Api) -> None:
    """Below a facet's areas anything of an area can be asked, each area once though it stands in several places."""
    by_area = api.data(f"""{{ {HUB} {{ citers {{ byArea {{ count area {{ id paperCount parent {{ id }}
        papers(first: 1, sort: NEWEST) {{ nodes {{ id abstract }} }} }} }} }} }} }}""")["paper"]["citers"]["byArea"]
    assert [("area:language", "x:a", 3), ("area:vision", "x:f", 2), ("area:loose", "x:c", 1)] == [
        (entry["area"]["id"], entry["area"]["papers"]["nodes"][0]["id"], entry["area"]["paperCount"])
        for entry in by_area
    ]


def test_typename_everywhere(api: Api) -> None:
    """`__typename` can be asked of every object and costs nothing."""
    answer = api.data(f"""{{ __typename {HUB} {{ __typename citers(first: 1) {{ __typename
        edges {{ __typename node {{ __typename }} }} pageInfo {{ __typename }} }} placement {{ __typename }} }} }}""")
    assert "Query" == answer["__typename"]
    assert [{"__typename": "CitationEdge", "node": {"__typename": "Paper"}}] == answer["paper"]["citers"]["edges"]


def test_pages_of_authors(api: Api) -> None:
    """Authors come ten at a time in the paper's order, each with its source's id, and page to the end."""
    query = """query ($first: Int, $after: String) { paper(id: "x:hub") { authors(first: $first, after: $after) {
        totalCount nodes { id name } edges { cursor node { name } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""
    first = api.data(query.replace("$first: Int, ", "").replace("first: $first, ", ""))["paper"]["authors"]
    assert (13, 10, {"id": "orcid:1", "name": "Ada"}) == (first["totalCount"], len(first["nodes"]), first["nodes"][0])
    assert {"id": None, "name": "Author 1"} == first["nodes"][1]
    assert first["edges"][-1]["cursor"] == first["pageInfo"]["endCursor"]
    assert (True, False) == (first["pageInfo"]["hasNextPage"], first["pageInfo"]["hasPreviousPage"])
    rest = api.data(query, first=3, after=first["pageInfo"]["endCursor"])["paper"]["authors"]
    assert ["Author 10", "Author 11", "Author 12"] == [node["name"] for node in rest["nodes"]]
    assert (13, False, True) == (
        rest["totalCount"],
        rest["pageInfo"]["hasNextPage"],
        rest["pageInfo"]["hasPreviousPage"],
    )
    end = api.data(query, first=5, after=rest["pageInfo"]["endCursor"])["paper"]["authors"]
    assert (13, [], None) == (end["totalCount"], end["nodes"], end["pageInfo"]["endCursor"])
    assert 13 == len(api.data(query, first=100)["paper"]["authors"]["nodes"])
    assert [("BAD_INPUT", ["paper", "authors"])] == api.errors(query, first=-1)
    assert [("LIMIT_EXCEEDED", ["paper", "authors"])] == api.errors(query, first=101)
    assert [("BAD_CURSOR", ["paper", "authors"])] == api.errors(query, after="nonsense")


def test_two_pages_of_authors_side_by_side(api: Api) -> None:
    """Two pages of authors under two aliases are each their own part of the list."""
    cursor = api.data(f"{{ {HUB} {{ authors(first: 4) {{ pageInfo {{ endCursor }} }} }} }}")["paper"]["authors"]
    paper = api.data(
        f"""query ($after: String) {{ {HUB} {{
            one: authors(first: 1) {{ nodes {{ name }} pageInfo {{ hasNextPage }} }}
            two: authors(first: 2, after: $after) {{ nodes {{ name }} }}
            none: authors(first: 0) {{ totalCount nodes {{ name }} }} }} }}""",
        after=cursor["pageInfo"]["endCursor"],
    )["paper"]
    assert {"nodes": [{"name": "Ada"}], "pageInfo": {"hasNextPage": True}} == paper["one"]
    assert [{"name": "Author 4"}, {"name": "Author 5"}] == paper["two"]["nodes"]
    assert {"totalCount": 13, "nodes": []} == paper["none"]


def test_an_error_in_one_list_leaves_the_others(api: Api) -> None:
    """A list that may be null is null with its error; what stands beside it is answered."""
    answer = api.ask(f"{{ {HUB} {{ title references(first: -1) {{ totalCount }} citers {{ totalCount }} }} }}")
    assert {"paper": {"title": "The Hub", "references": None, "citers": {"totalCount": 7}}} == answer["data"]
    assert [["paper", "references"]] == [error["path"] for error in answer["errors"]]


# Filters and facets


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ('types: ["article"]', "a f d"),
        ('types: ["ARTICLE", "Review"]', "a b f d"),
        ("types: []", ""),
        ('types: ["book"]', ""),
        ('areas: ["area:language"]', "a b"),
        ('areas: ["area:vision", "area:loose"]', "a c f"),
        ('areas: ["language", "area:language"]', "a b"),
        ("areas: []", ""),
        ('areas: ["area:ai"]', ""),
        ("hasArea: true", "a b c f"),
        ("hasArea: false", "e g d"),
        ('hasArea: false, areas: ["area:language"]', ""),
        ("years: {from: 2021, to: 2021}", "a b"),
        ("years: {from: 2026}", "g f"),
        ("years: {to: 2023}", "a b e"),
        ("years: {from: -5, to: 100000}", "a b e c g f"),
        ("years: null, areas: null, types: null, hasArea: null", "a b e c g f d"),
        ('years: {from: 2021, to: 2024}, hasArea: true, types: ["article"]', "a"),
    ],
)
def test_every_filter(api: Api, kept: str, expected: str) -> None:
    """Each field of a filter keeps what it says, types in any case; several must all hold."""
    citers = api.data(f"{{ {HUB} {{ citers(filter: {{ {kept} }}) {{ totalCount nodes {{ id }} }} }} }}")["paper"][
        "citers"
    ]
    assert expected == ids(citers["nodes"])
    assert len(expected.split()) == citers["totalCount"]


FACETS = "totalCount undatedCount noAreaCount byYear { year count } byArea { count area { id } }"


def test_the_years_leave_out_their_own_filter(api: Api) -> None:
    """Bins follow the filter of areas and not that of years, so that another year can be chosen."""
    query = f"{{ {HUB} {{ citers(filter: {{years: {{from: 2027}}, hasArea: true}}) {{ {FACETS} }} }} }}"
    citers = api.data(query)["paper"]["citers"]
    assert (1, 0, 0) == (citers["totalCount"], citers["undatedCount"], citers["noAreaCount"])
    counted = {bar["year"]: bar["count"] for bar in citers["byYear"] if bar["count"]}
    assert {2021: 2, 2024: 1, 2027: 1} == counted
    assert list(range(2021, 2028)) == [bar["year"] for bar in citers["byYear"]]
    assert [{"count": 1, "area": {"id": "area:vision"}}] == citers["byArea"]


def test_the_areas_leave_out_their_own_filter(api: Api) -> None:
    """The facet of areas follows the filter of years and not that of areas or of having one."""
    for own in ('areas: ["area:loose"]', "hasArea: false", "hasArea: true", "areas: []"):
        query = f"{{ {HUB} {{ citers(filter: {{years: {{from: 2021, to: 2023}}, {own}}}) {{ {FACETS} }} }} }}"
        citers = api.data(query)["paper"]["citers"]
        assert [("area:language", 2), ("area:vision", 1)] == [
            (entry["area"]["id"], entry["count"]) for entry in citers["byArea"]
        ]
        assert 1 == citers["noAreaCount"]


@pytest.mark.parametrize("kept", ["", 'areas: ["area:vision"]', "hasArea: false", 'types: ["article"]', "types: []"])
def test_the_bins_add_up(api: Api, kept: str) -> None:
    """Under every filter without years, the total is the sum of the bins and of the undated."""
    citers = api.data(f"{{ {HUB} {{ citers(filter: {{ {kept} }}) {{ {FACETS} }} }} }}")["paper"]["citers"]
    assert citers["totalCount"] == sum(bar["count"] for bar in citers["byYear"]) + citers["undatedCount"]


def test_the_facet_is_cut(api: Api) -> None:
    """`byArea(first)` gives the largest; each alias of it is cut by itself, and the rest of the counts stay."""
    citers = api.data(f"""{{ {HUB} {{ citers {{ noAreaCount
        none: byArea(first: 0) {{ count }}
        one: byArea(first: 1) {{ area {{ id }} }}
        all: byArea(first: 100) {{ count }} }} }} }}""")
    assert {
        "noAreaCount": 3,
        "none": [],
        "one": [{"area": {"id": "area:language"}}],
        "all": [{"count": 2}, {"count": 2}, {"count": 1}],
    } == citers["paper"]["citers"]
    assert ["BAD_INPUT"] == [
        code for code, _ in api.errors(f"{{ {HUB} {{ citers {{ byArea(first: -1) {{ count }} }} }} }}")
    ]
    assert ["LIMIT_EXCEEDED"] == [
        code for code, _ in api.errors(f"{{ {HUB} {{ citers {{ byArea(first: 101) {{ count }} }} }} }}")
    ]


def test_the_facets_of_values(api: Api) -> None:
    """Types and venues are counted where they are selected, cut by each alias, with how many have none."""
    citers = api.data(f"""{{ {HUB} {{ citers {{ totalCount noTypeCount noVenueCount
        one: byType(first: 1) {{ type count }} all: byType {{ count }} byVenue(first: 0) {{ venue }} }} }} }}""")
    counts = citers["paper"]["citers"]
    assert counts["all"][:1] == [{"count": entry["count"]} for entry in counts["one"]]
    assert counts["totalCount"] == counts["noTypeCount"] + sum(entry["count"] for entry in counts["all"])
    assert [] == counts["byVenue"]
    assert ["LIMIT_EXCEEDED"] == [
        code for code, _ in api.errors(f"{{ {HUB} {{ citers {{ byVenue(first: 101) {{ count }} }} }} }}")
    ]


def test_only_citations_are_influential(api: Api) -> None:
    """The papers of an area have no citation that could be influential: the filter is refused with what to do."""
    query = '{ area(id: "area:language") { papers(filter: {isInfluential: %s}) { totalCount } } }'
    for value in ("true", "false"):
        assert ["BAD_INPUT"] == [code for code, _ in api.errors(query % value)]
        assert "use it with citers or references" in api.ask(query % value)["errors"][0]["message"]
    assert {"totalCount": 3} == api.data(query % "null")["area"]["papers"]


# What it costs

SEED_LIKE = f"""{{ {HUB} {{
    id title abstract published {{ iso }} categories citedByCount referenceCount referencesOutside
    identifiers {{ scheme value url }} authors {{ totalCount nodes {{ name }} }}
    placement {{ isOnMap method explanation area {{ id name }} mostCitedIn {{ count area {{ name }} }}
        nearest {{ score area {{ id name }} }} }}
    references(first: 50) {{ totalCount nodes {{ id title }} }}
    citers(first: 50) {{ totalCount undatedCount noAreaCount byYear {{ year count isPartial through }}
        byArea {{ count area {{ name }} }} nodes {{ id title citedByCount published {{ year }} }}
        pageInfo {{ endCursor }} edges {{ cursor }} }} }} }}"""


def test_a_whole_page_is_one_statement(api: Api) -> None:
    """A paper with its placement, authors, citers, references, bins and facet is read by one statement."""
    expected = "read/read_papers with read/list_papers with read/list_hub_citers_most_cited"
    assert [expected] == api.statements(SEED_LIKE)


@pytest.mark.parametrize(
    ("query", "statements"),
    [
        (f"{{ {HUB} {{ id title }} }}", 1),
        ("{ dataset { name paperCount } }", 1),
        ("{ dataset { name loads { id } } }", 2),
        (f"{{ {HUB} {{ citers {{ nodes {{ id title referenceCount }} }} }} }}", 1),
        (f"{{ {HUB} {{ citers {{ nodes {{ abstract }} }} }} }}", 2),
        (f"{{ {HUB} {{ citers {{ nodes {{ citers {{ totalCount }} placement {{ explanation }} }} }} }} }}", 2),
        (f"{{ {HUB} {{ citers {{ nodes {{ citers {{ nodes {{ citers {{ totalCount }} }} }} }} }} }} }}", 3),
        (f"{{ {HUB} {{ a: citers {{ totalCount }} b: citers(sort: TITLE) {{ totalCount }} }} }}", 1),
        ('{ papers(ids: ["x:a", "x:b", "x:c"]) { citers { nodes { id } } } }', 1),
        ('{ papers(ids: ["x:a", "x:b", "x:hub"]) { citers { nodes { authors { totalCount } } } } }', 2),
        ('{ nodes(ids: ["x:a", "area:ai"]) { id } }', 2),
        ('{ papers(ids: ["?", ""]) { id } }', 0),
        ('{ area(id: "area:ai") { name } }', 1),
        ('{ area(id: "area:ai") { name byYear { year } papers { nodes { id } } } }', 2),
        ("{ areas { nodes { name } } }", 2),
        ("{ areas { totalCount pageInfo { endCursor } } }", 1),
    ],
)
def test_a_statement_a_level(api: Api, query: str, statements: int) -> None:
    """One more level of nesting is one more statement, however many papers stand on it."""
    api.ask(query)
    assert statements == len(api.reader.asked)


def test_what_is_not_selected_is_not_read(api: Api) -> None:
    """A query for the title alone reads no list, author, area, abstract or further id."""
    api.data(f"{{ {HUB} {{ title }} }}")
    ((name, parameters),) = api.reader.asked
    assert "read/read_papers" == name
    assert {
        "ids": ["x:hub"],
        "wants_abstract": False,
        "wants_identifiers": False,
        "wants_areas": False,
        "authors_from": 0,
        "authors_to": 0,
    } == parameters


@pytest.mark.parametrize(
    ("selected", "wanted"),
    [
        ("totalCount", (None, False, 0)),
        ("undatedCount", (None, True, 0)),
        ("byYear { year }", (None, True, 0)),
        ("noAreaCount", (None, False, 1)),
        ("byArea(first: 3) { count }", (None, False, 3)),
        ("byType { count } noVenueCount", (None, False, 0)),
        ("nodes { id }", (12, False, 0)),
        ("edges { cursor }", (12, False, 0)),
        ("pageInfo { hasNextPage }", (12, False, 0)),
        ("totalCount @skip(if: true) nodes { id }", (12, False, 0)),
        ("totalCount nodes @include(if: false) { id }", (None, False, 0)),
    ],
)
def test_only_the_selected_parts_of_a_list_are_read(
    api: Api, selected: str, wanted: tuple[int | None, bool, int]
) -> None:
    """Pages, bins and facets are read where they are selected, and the facet as far as it is asked for."""
    api.data(f"{{ {HUB} {{ citers {{ {selected} }} }} }}")
    ((_, parameters),) = api.reader.asked
    (asked,) = parameters["second_lists"]
    assert wanted == (asked["size"], asked["wants_years"], asked["areas_first"])


def test_papers_below_are_read_once(api: Api) -> None:
    """A paper that stands in several lists of a level is read once."""
    api.data('{ papers(ids: ["x:a", "x:b"]) { citers { nodes { abstract } } } }')
    assert [["x:a", "x:b"], ["x:r", "x:s"]] == [parameters["ids"] for _, parameters in api.reader.asked]


# The schema


def test_the_committed_schema_is_the_codes() -> None:
    """schema/graphsvc.graphql is what the code generates."""
    assert (resource_folder("schema") / "graphsvc.graphql").read_text(encoding="utf-8") == sdl()


def test_everything_in_the_schema_is_described() -> None:
    """Every type, field, argument, input field and enum value says what it is."""
    silent: list[str] = []
    for name, type_ in build_schema(sdl()).type_map.items():
        if name.startswith("__") or name in {"String", "Int", "Float", "Boolean", "ID"}:
            continue
        if not type_.description:
            silent.append(name)
        for member_name, member in (getattr(type_, "fields", None) or getattr(type_, "values", None) or {}).items():
            if not member.description:
                silent.append(f"{name}.{member_name}")
            for argument_name, argument in (getattr(member, "args", None) or {}).items():
                if not argument.description:
                    silent.append(f"{name}.{member_name}({argument_name})")
    assert [] == silent


def test_the_store_is_sound(small_store: Store) -> None:
    """The check over the whole store finds nothing."""
    assert [] == small_store.broken_promises()
