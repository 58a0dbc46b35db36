"""Every Cypher statement against Neo4j itself: it compiles, and the planner has nothing to say against it."""

import datetime
import re
from collections.abc import Generator
from typing import Any

import neo4j
import pytest

from graphsvc.domain.lists import MAX_PAGE_SIZE
from graphsvc.graph import area_refresh, hub_refresh
from graphsvc.graph.connect import Connection
from graphsvc.graph.hubs import STATEMENTS
from graphsvc.graph.statements import Statement, schema_statements, statement, together
from graphsvc.resources import resource_folder
from tests.conftest import Store, emptied

pytestmark = pytest.mark.neo4j

NAMES = sorted(f"{file.parent.name}/{file.stem}" for file in resource_folder("cypher").glob("*/*.cypher"))
A_LIST: dict[str, Any] = {
    "kind": "citers",
    "ids": ["x:old"],
    "sort": "newest",
    "areas": ["area:nlp"],
    "has_area": True,
    "first_year": 2000,
    "last_year": 2030,
    "types": ["article"],
    "venues": ["venue"],
    "is_influential": True,
    "hub_sort": "most_cited",
    "from_key": 0,
    "to_key": 2**62,
    "after_key": None,
    "before_key": None,
    "area": "area:nlp",
    "wants_cells": True,
    "wants_values": True,
    "wants_table": True,
    "size": 12,
    "backward": False,
    "after": None,
    "before": None,
    "wants_years": True,
    "areas_first": 20,
    "wants_types": True,
    "wants_venues": True,
}
PARAMETERS: dict[str, Any] = {
    "ids": ["x:old"],
    "wants_abstract": True,
    "wants_identifiers": True,
    "wants_areas": True,
    "authors_from": 0,
    "authors_to": 10,
    "lists": [A_LIST],
    "least": 1,
    "list": {**A_LIST, "id": "x:old"},
    "most": 12,
    "chunk": 1000,
    "query": "old",
    "search": {**A_LIST, "query": 'title:"old"', "id": "x:old", "examined": 10, "sort": "relevance"},
    "parent": "area:nlp",
    "is_top": False,
    "most_papers": 1000,
    "most_citations": 10000,
    "of_a_paper": 50,
    "size": 12,
    "after": ["a", "area:a"],
    "after_id": "",
    "after_number": -1,
    "stated": "stated",
    "before": ["z", "area:z"],
    "backward": False,
    "first": 10,
    "timeout_s": 10,
    "most_cited": 20,
    "by_chance": 80,
    "areas": [{"id": "area:x", "name": "x", "description": None, "parent": None, "parent_name": None}],
    "papers": [{"id": "x:new", "properties": {"title": "New"}}],
    "aliases": [["doi:10.1/new", "x:old"]],
    "memberships": [["x:old", "area:x", True, "x"]],
    "identified": [["x:old", 0, "Ada", "orcid:1"]],
    "named": [["x:old", 1, "Bob"]],
    "rows": [["x:new", ["x:old"]]],
    "counts": [["x:old", 1]],
    "store_id": "abcd",
    "schema_version": 1,
    "id": "load",
    "properties": {"source": "file"},
    "data_through": datetime.date(2026, 10, 7),
    "name": "Citations",
    "merges": [["x:older", "x:old"]],
    "from": "x:outside",
    "to": "x:away",
    "owner": "x:newer",
    "source": "x:newer",
    "inputs_key": "ab",
    "hub_citers": 1,
    "looks_at_all": True,
    "this_year": 2026,
    "hubs": [["x:old", "{}", "{}", "[]", b"", [1999]]],
    "sources": ["stated:s2:1"],
    "fields": ["title"],
    "deletes_authors": True,
    "deletes_areas": True,
    "takes_authors": True,
    "takes_areas": True,
    "digests": ["x:newer ab"],
    "told_by": ["title x:newer"],
    "kept": "x:newer",
    "gone": "x:old",
    "owners": [["x:old", True]],
    "most_characters": 5000,
    "placements": [["x:old", "area:x", ["area:x"], [0.5], 0.4, None]],
    "map": "citations",
    "build": "ab",
    "type": "IN_AREA_ASIDE",
    "built": datetime.datetime(2026, 11, 30, tzinfo=datetime.UTC),
}
# Notifications that say something true which is meant to be so.
ALLOWED = {
    "00NA0",  # the index or constraint exists already: the schema is applied at each start, with IF NOT EXISTS
}

# One of everything:   new -> old, outside     old: area nlp (part of ai), author Ada, alias doi:10.1000/old
RECORDS: list[dict[str, Any]] = [
    {
        "id": "x:old",
        "ids": ["doi:10.1000/old"],
        "title": "Old",
        "abstract": "About.",
        "published": "1999-05-17",
        "type": "article",
        "venue": "Venue",
        "language": "en",
        "authors": [{"name": "Ada", "id": "orcid:1"}, {"name": "Bob"}],
        "categories": ["cs.CL"],
        "areas": ["area:nlp"],
        "references": [],
        "sourceCitedByCount": 3,
        "isRetracted": False,
    },
    {"id": "x:newer", "title": "Newer", "references": ["x:old", "x:outside"]},
    # another source's record of the old paper: its references are told by that source
    {"id": "doi:10.1000/old", "references": ["x:outside"]},
    {"id": "x:words", "title": "Words"},
]


@pytest.fixture(scope="module")
def full_store(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    folder = tmp_path_factory.mktemp("full")
    areas = folder / "areas.jsonl"
    areas.write_text('{"id": "area:nlp", "name": "Language", "description": "Words.", "parent": "area:ai"}\n')
    with emptied(neo4j_connection, folder) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub_refresh, "HUB_CITERS", 1)
        patch.setattr(area_refresh, "MANY_PAPERS", 1)
        report = store.load(RECORDS, areas_files=[str(areas)], data_through=datetime.date(2026, 10, 7))
        assert 0 == report.exit_status
        # a load knows when it ended, and the areas of a source may have a score
        store.rows("MATCH (:Paper)-[membership:IN_AREA]->(:Area) SET membership.score = 0.5")
        store.rows(
            "MATCH ()-[citation:CITES]->() "
            "SET citation.contexts = ['as in'], citation.intents = ['method'], citation.is_influential = true"
        )
        store.rows("CREATE (:Merged {id: 'x:older', into: 'x:old'})")
        # the words of a paper were tried, and those of another one placed it
        store.rows("""
            MATCH (old:Paper {id: 'x:old'}), (words:Paper {id: 'x:words'}), (area:Area {id: 'area:nlp'})
            SET old.nearest_area_ids = ['area:nlp'], old.nearest_area_scores = [0.5], old.nearest_area_threshold = 0.4,
              old.nearest_by_title = true
            CREATE (words)-[:IN_AREA {primary: true, score: 0.5, placed_by: 'text'}]->(area)""")
        # a map that was built from citations stands aside
        store.rows("MATCH (dataset:Dataset) SET dataset.map = 'source', dataset.map_built = datetime()")
        store.rows(
            "MATCH (paper:Paper {id: 'x:old'}) "
            "CREATE (paper)-[:IN_AREA_ASIDE {primary: true}]->(:Area {id: 'area:built', map: 'citations', build: 'ab', "
            "name: 'Built', words: ['built'], papers: ['x:old'], anchors: ['x:old'], is_named: false, number: 99})"
        )
        yield store


def notifications(store: Store, each: Statement) -> list[str]:
    """Return what Neo4j has to say about a statement, beside what is meant to be so."""
    options: dict[str, Any] = {"notifications_min_severity": "INFORMATION", "warn_notification_severity": "OFF"}
    auth = (store.connection.user, store.connection.password)
    given = {name: PARAMETERS[name.removeprefix("second_")] for name in each.parameters}
    with neo4j.GraphDatabase.driver(store.connection.uri, auth=auth, **options) as driver, driver.session() as session:
        summary = session.run(f"EXPLAIN {each.text}", given).consume()
    told = [status for status in summary.gql_status_objects if status.is_notification]
    return [f"{status.gql_status}: {status.status_description}" for status in told if status.gql_status not in ALLOWED]


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_raises_no_notification(full_store: Store, name: str) -> None:
    """The planner finds nothing unknown, deprecated, unbounded or slow by its form in the statement."""
    assert [] == notifications(full_store, statement(name))


TOGETHER = ("read/read_papers", "read/list_papers", *STATEMENTS.values())


def test_reads_in_one_raise_no_notification(full_store: Store) -> None:
    """Papers and their lists as one statement are as sound as each alone."""
    assert [] == notifications(full_store, together(*TOGETHER))


@pytest.mark.parametrize("name", STATEMENTS.values())
def test_the_citers_of_a_hub_come_from_an_index_in_order(full_store: Store, name: str) -> None:
    """No plan sorts citers, nor takes the first ones of all: the index has them in order."""
    operators = plan_operators(full_store, statement(name))
    assert {"DirectedRelationshipIndexSeek"} <= operators
    # of several years the page of each is sorted with the others
    sorted_pages = {"Top"} if name.endswith("_in_years") else set[str]()
    assert sorted_pages == {"Sort", "Top", "PartialSort", "PartialTop", "NodeByLabelScan"} & operators
    # a page in the middle begins at its cursor: the seek has both bounds of its first key
    seeks = [
        node for node in plan_nodes(full_store, statement(name)) if "RelationshipIndexSeek" in node["operatorType"]
    ]
    key = re.search(r"citation\.(\w+) >= ", statement(name).text)
    assert key is not None
    assert 2 == len(seeks)
    assert all(f"{key[1]} >= " in seek["args"]["Details"] for seek in seeks)
    assert all(f"{key[1]} <= " in seek["args"]["Details"] for seek in seeks)


def test_neo4j_does_say_what_it_finds(full_store: Store) -> None:
    """A statement that is unsound does raise a notification, so the silence of the others says something."""
    unsound = Statement("unsound", "MATCH (one:Nowhere), (other:Paper) RETURN one, other", frozenset())
    assert 1 <= len(notifications(full_store, unsound))
    assert {"AllNodesScan"} <= plan_operators(full_store, Statement("scan", "MATCH (n) RETURN n", frozenset()))


def plan_operators(store: Store, each: Statement) -> set[str]:
    """Return the names of the operators in a statement's plan."""
    return {node["operatorType"].partition("@")[0] for node in plan_nodes(store, each)}


def plan_nodes(store: Store, each: Statement) -> list[dict[str, Any]]:
    """Return the operators of a statement's plan."""
    auth = (store.connection.user, store.connection.password)
    given = {name: PARAMETERS[name.removeprefix("second_")] for name in each.parameters}
    with neo4j.GraphDatabase.driver(store.connection.uri, auth=auth) as driver, driver.session() as session:
        plan = session.run(f"EXPLAIN {each.text}", given).consume().plan
    waiting, nodes = [plan], list[dict[str, Any]]()
    while waiting:
        node = waiting.pop()
        assert node is not None
        nodes.append(node)
        waiting += node.get("children", [])
    return nodes


@pytest.mark.parametrize(
    "name",
    [
        "read/read_papers",
        "read/list_papers",
        "read/stream_list",
        "read/search_papers",
        "read/read_areas",
        "read/read_area_totals",
        "read/list_area_first_papers",
        "read/list_area_neighbours",
        "read/list_whole_papers",
        "read/list_whole_areas",
        "read/list_merges",
        "read/list_citations",
        "read/list_area_members",
        "read/list_area_texts",
        "read/list_unplaced_papers",
        "read/read_texts",
        "check/list_knowledge",
        "write/set_placements",
        "write/delete_placements",
        "write/find_works",
        "write/upsert_papers",
        "write/create_citations",
        "write/create_unresolved_references",
        "write/resolve_references",
        "write/delete_citations",
        "write/delete_unresolved_references",
        "write/delete_authorships",
        "write/create_aliases",
        "write/create_area_memberships",
        "write/move_area_memberships",
        "write/set_built_memberships",
        "read/list_built_areas",
        "read/list_paper_ids",
        "read/read_titles",
        "write/create_authorships",
        "write/read_references",
        "write/read_loaded_papers",
        "write/save_load",
    ],
)
def test_a_statement_never_visits_everything(full_store: Store, name: str) -> None:
    """What is asked for by ids is found by an index: no statement that runs often scans all nodes of a label."""
    scans = {"AllNodesScan", "NodeByLabelScan", "DirectedAllRelationshipsScan", "DirectedRelationshipTypeScan"}
    assert set() == scans & plan_operators(full_store, statement(name))


def test_reads_in_one_never_visit_everything(full_store: Store) -> None:
    """Papers with their lists are found by index."""
    each = together(*TOGETHER)
    assert set() == {"AllNodesScan", "NodeByLabelScan"} & plan_operators(full_store, each)


COLUMNS = {
    "check/list_papers_to_check": ["ids"],
    "check/list_knowledge": ["papers"],
    "read/list_area_first_papers": ["data_through", "lists"],
    "read/list_area_neighbours": ["neighbours"],
    "read/list_area_members": ["papers"],
    "read/list_area_texts": ["areas"],
    "read/list_areas": ["total", "page"],
    "read/list_built_areas": ["areas"],
    "read/list_paper_ids": ["papers"],
    "read/read_map": ["map", "built", "source_memberships"],
    "read/read_titles": ["papers"],
    "read/list_citations": ["papers"],
    "read/list_loads": ["loads"],
    "read/list_merges": ["merges"],
    "read/list_papers": ["data_through", "lists"],
    **{name: [f"hub_{order}"] for order, name in STATEMENTS.items()},
    "read/list_unplaced_papers": ["papers"],
    "read/list_whole_areas": ["areas"],
    "read/list_whole_papers": ["papers"],
    "read/read_area_totals": ["totals"],
    "read/read_areas": ["areas"],
    "read/read_dataset": [
        "name", "version", "data_through", "paper_count", "citation_count", "unresolved_count",
    ],
    "read/read_papers": ["papers"],
    "read/read_texts": ["texts"],
    "read/search_papers": ["data_through", "taken", "found"],
    "read/stream_list": ["total", "papers", "ids"],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(COLUMNS))
def test_a_read_returns_the_columns_that_are_taken(full_store: Store, name: str) -> None:
    """The record has the columns that the Python function takes, all of them."""
    parameters = {name: PARAMETERS[name] for name in statement(name).parameters}
    records, _, keys = full_store.writer.driver.execute_query(statement(name).text, parameters)
    assert COLUMNS[name] == keys
    assert records != []


def test_reads_in_one_return_all_records(full_store: Store) -> None:
    """Papers and lists together come as one record of all statements' columns."""
    each = together("read/read_papers", "read/list_papers", "read/list_hub_citers_newest")
    parameters = {name: PARAMETERS[name.removeprefix("second_")] for name in each.parameters}
    records, _, keys = full_store.writer.driver.execute_query(each.text, parameters)
    assert {"papers", "data_through", "lists", "hub_newest"} == set(keys)
    assert 1 == len(records)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("check/find_")])
def test_a_check_returns_a_count_and_examples(full_store: Store, name: str) -> None:
    """Each check gives one record with how often a promise is broken; never in a store as it was loaded."""
    records, _, keys = full_store.writer.driver.execute_query(statement(name).text)
    assert (["count", "examples"], [(0, [])]) == (keys, [(row["count"], row["examples"]) for row in records])


def test_the_schema_can_be_applied_again(full_store: Store) -> None:
    """Making what is there already changes nothing."""
    for each in schema_statements():
        with full_store.writer.driver.session() as session:
            assert not session.run(each.text).consume().counters.contains_updates


def test_every_constraint_and_index_is_there(full_store: Store) -> None:
    """The store has one constraint a kind of node, and the index over texts, filled."""
    assert 8 == len(full_store.rows("SHOW CONSTRAINTS YIELD name RETURN name"))
    states = full_store.rows("SHOW INDEXES YIELD name, state, type WHERE type <> 'LOOKUP' RETURN name + ' ' + state")
    assert "paper_text ONLINE" in states
    assert {"ONLINE"} == {state.split()[1] for state in states}


def test_pages_are_never_larger_than_asked(full_store: Store) -> None:
    """A list reads one paper more than the page has, to know whether it goes on, and no further."""
    given = {"lists": [{**A_LIST, "hub_sort": None, "areas": None, "has_area": None, "size": 0}], "most": 0}
    text = statement("read/list_papers").text
    records, _, _ = full_store.writer.driver.execute_query(text, given)
    assert MAX_PAGE_SIZE >= len(records[0]["lists"][0][8])
