"""Loading: what becomes of records in the store, what is told of it, and the commands around it."""

import gzip
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphsvc.api.schema import make_schema
from graphsvc.domain.errors import BadInput
from graphsvc.domain.lists import Page
from graphsvc.domain.search import Found, SearchRequest
from graphsvc.graph.connect import Reader
from graphsvc.graph.search import search_papers
from graphsvc.ingest import load as loading
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import DATA, Store, emptied

pytestmark = pytest.mark.neo4j

CASE_05 = json.loads((DATA / "cases" / "05-arxiv-ids.json").read_text())
CASE_23 = [json.loads(line) for line in (DATA / "cases" / "23-unicode.jsonl").read_text().splitlines()]

PAPER = """query ($id: ID!) {
  paper(id: $id) {
    id title isKnown citedByCount referenceCount referencesOutside
    identifiers { scheme value }
    authors(first: 10) { nodes { id name } }
    citers(first: 100) { totalCount nodes { id } byArea { count area { id name } } noAreaCount }
    references(first: 100) { totalCount nodes { id } }
  }
}"""
DATASET = "{ dataset { version paperCount citationCount unresolvedCount } }"


def paper(store: Store, id_: str) -> Any:
    """Return a paper as GraphQL gives it; None for one that is not there."""
    return store.data(PAPER, id=id_)["paper"]


def citers(store: Store, id_: str) -> list[str]:
    """Return the ids of those who cite a paper, in order of their ids, and see that the count agrees."""
    found = paper(store, id_)
    ids = sorted(node["id"] for node in found["citers"]["nodes"])
    assert len(ids) == found["citedByCount"] == found["citers"]["totalCount"]
    return ids


def dataset(store: Store) -> dict[str, Any]:
    """Return what is loaded, as GraphQL gives it."""
    return store.data(DATASET)["dataset"]


def search(store: Store, text: str) -> list[str]:
    """Return the ids of the papers that a search finds."""

    async def run(reader: Reader) -> Found:
        return await search_papers(reader, SearchRequest(text, page=Page(20)))

    return [listed.paper.id for listed in store.read(run).papers.papers]


def counts(report: Report) -> dict[str, int]:
    """Return the counts of a report that are not zero."""
    return {name: value for name, value in report.as_json().items() if isinstance(value, int) and value}


# Case 05: arXiv ids in every spelling


def case_05_records() -> list[dict[str, Any]]:
    """Return the case as native records, the listed edges as references in their spelling."""
    records = [{"id": listed["id"], "title": listed["title"]} for listed in CASE_05["papers"]]
    return records + [{"id": citing, "references": [cited]} for citing, cited in CASE_05["edges"]]


def test_case_05_every_spelling_finds_its_paper(store: Store) -> None:
    """Each lookup gives the id beside it, or null with an error that says why; it never guesses."""
    store.load(case_05_records())
    for text, expected in CASE_05["lookups"]:
        answer = store.ask("query ($id: ID!) { paper(id: $id) { id } }", id=text)
        if expected is None:
            assert (text, None) == (text, answer["data"]["paper"])
            assert [(text, "BAD_IDENTIFIER")] == [
                (text, error["extensions"]["code"]) for error in answer["errors"] if text in error["message"]
            ]
        else:
            assert (text, {"data": {"paper": {"id": f"arxiv:{expected}"}}, "errors": []}) == (text, answer)


@pytest.mark.parametrize("as_one_list", [True, False])
def test_case_05_three_listed_edges_are_one(store: Store, as_one_list: bool) -> None:
    """The same citation in three spellings is one, whether in one list or in three records."""
    if as_one_list:
        cited = [edge[1] for edge in CASE_05["edges"]]
        report = store.load([*case_05_records()[:5], {"id": CASE_05["edges"][0][0], "references": cited}])
        assert 2 == report.duplicate_references
    else:
        report = store.load(case_05_records())
    assert ((5, 1), 1) == ((report.new, report.citations_new), dataset(store)["citationCount"])
    assert ["arxiv:2101.99999"] == citers(store, "hep-th/9107999")
    assert [] == store.broken_promises()


# Case 23: what titles hold


def test_case_23_titles_are_fit_to_store_and_found(store: Store) -> None:
    """Ten papers load; nothing that breaks a store or misleads a reader stays in a title; accents are no hurdle."""
    report = store.load([{**record, "id": f"x:{record['id']}"} for record in CASE_23])
    assert {"read": 10, "new": 10} == counts(report)
    titles = {id_: paper(store, f"x:{id_}")["title"] for id_ in (f"U{number}" for number in range(1, 11))}
    stored = "".join(store.rows("MATCH (paper:Paper) RETURN paper.title + paper.title_key"))
    assert not set(stored) & {"\x00", "\x01", "\x85", "\u202e", "\u2066", "\u2069", "\ufeff", "\u200b"}
    assert not any("\ud800" <= char <= "\udfff" for char in stored)
    assert "Café graphs" == titles["U2"] == titles["U3"]
    assert "paired 🙂 ok" == titles["U6"]
    assert "evil gnp.exe override x" == titles["U7"]
    assert titles["U8"].startswith("m")
    for spelling in ("Caf\u00e9", "Cafe\u0301", "cafe", "CAFÉ graphs"):
        assert ["x:U2", "x:U3"] == search(store, spelling)
    assert ["x:U10"] == search(store, "strasse")
    assert ["نورا مثال"] == [author["name"] for author in paper(store, "x:U1")["authors"]["nodes"]]


# Loading again


def small_graph() -> list[dict[str, Any]]:
    """Return a graph with a bit of everything.

    a -> b, c, (out)   b -> c   c -> []   d: no list known; d is also 10.5555/d, and a cites that
    """
    return [
        {
            "id": "x:a",
            "title": "A",
            "published": "2001",
            "authors": ["Ada", {"name": "Bo", "id": "orcid:1"}],
            "areas": ["area:one"],
            "references": ["x:b", "x:c", "x:out", "10.5555/D"],
        },
        {"id": "x:b", "title": "B", "published": "2002-02", "references": ["x:c"], "areas": ["area:one", "area:two"]},
        {"id": "x:c", "title": "C", "references": [], "authors": [{"name": "Bo", "id": "orcid:1"}]},
        {"id": "x:d", "ids": ["doi:10.5555/d"], "sourceCitedByCount": 7, "isRetracted": True, "abstract": "D."},
    ]


def test_loading_again_changes_nothing(store: Store) -> None:
    """The second load says that all is the same; store and data set version are what they were."""
    first = store.load(small_graph())
    assert {"read": 4, "new": 4, "citations_new": 4, "references_outside": 1} == counts(first)
    before = (store.fingerprint(), dataset(store))
    assert {"read": 4, "same": 4} == counts(store.load(small_graph()))
    assert before == (store.fingerprint(), dataset(store))
    assert [] == store.broken_promises()


def test_loading_again_in_another_order_changes_nothing(store: Store) -> None:
    """The order of records says nothing about papers."""
    store.load(small_graph())
    before = (store.fingerprint(), dataset(store))
    assert {"read": 4, "same": 4} == counts(store.load(reversed(small_graph())))
    assert before == (store.fingerprint(), dataset(store))


def test_a_later_record_updates_a_paper(store: Store) -> None:
    """What the newer record states replaces, what it leaves out stays."""
    store.load([{"id": "x:a", "title": "Old", "abstract": "Kept.", "ids": ["10.5555/a"]}])
    assert {"read": 1, "changed": 1} == counts(store.load([{"id": "x:a", "title": "New"}]))
    assert ["New", "Kept."] == store.rows("MATCH (p:Paper) UNWIND [p.title, p.abstract] AS text RETURN text")
    assert ["x:a"] == search(store, "new")
    assert [] == search(store, "old")
    assert "x:a" == paper(store, "10.5555/a")["id"]


def test_the_version_tells_of_each_change(store: Store) -> None:
    """A load that changes something gives the data a new version."""
    versions = [dataset(store)["version"]]
    for record in ({"id": "x:a"}, {"id": "x:a", "title": "T"}, {"id": "x:b"}):
        store.load([record])
        versions.append(dataset(store)["version"])
    assert 4 == len(set(versions))


def test_two_records_about_one_paper_in_a_file(store: Store) -> None:
    """The later one counts, as if they had come in two files."""
    report = store.load([{"id": "x:a", "title": "One", "type": "book"}, {"id": "x:a", "title": "Two"}])
    assert {"read": 2, "new": 1, "changed": 1} == counts(report)
    assert ["Two book"] == store.rows("MATCH (p:Paper) RETURN p.title + ' ' + p.type")


def test_two_records_about_one_paper_by_two_of_its_ids(store: Store) -> None:
    """The record of the first rank tells what both state; each list is its record's, and both are joined."""
    store.load([{"id": "x:p", "ids": ["x:q"]}])
    both = [
        {"id": "x:p", "title": "One", "authors": ["Ada", "Bo"], "areas": ["area:k"], "references": ["x:r"]},
        {"id": "x:q", "title": "Two", "authors": ["Cy"], "areas": ["area:k"], "references": ["x:s"]},
    ]
    store.load(both)
    assert [] == store.broken_promises()
    assert ["Ada", "Bo"] == [author["name"] for author in paper(store, "x:p")["authors"]["nodes"]]
    assert [1] == store.rows("MATCH (:Paper)-[in_area:IN_AREA]->() RETURN count(in_area)")
    assert ["x:r", "x:s"] == sorted(store.rows("MATCH (outside:Unresolved) RETURN outside.id"))
    one_by_one = store.fingerprint()
    with emptied(store.connection, store.folder) as other:
        for record in ({"id": "x:p", "ids": ["x:q"]}, *both):
            other.load([record])
        assert one_by_one == other.fingerprint()


# Reference lists


def test_no_list_and_an_empty_list_are_two_things(store: Store) -> None:
    """Absent and null: not known; `[]`: known to be empty."""
    store.load([{"id": "x:absent"}, {"id": "x:null", "references": None}, {"id": "x:empty", "references": []}])
    for id_ in ("x:absent", "x:null"):
        found = paper(store, id_)
        assert (None, None, None) == (found["references"], found["referenceCount"], found["referencesOutside"])
    found = paper(store, "x:empty")
    assert ({"totalCount": 0, "nodes": []}, 0, 0) == (
        found["references"],
        found["referenceCount"],
        found["referencesOutside"],
    )


def test_a_list_that_is_known_stays_known(store: Store) -> None:
    """A later record without a list says nothing about it."""
    store.load([{"id": "x:a", "references": ["x:b"]}, {"id": "x:b"}])
    report = store.load([{"id": "x:a", "title": "T"}, {"id": "x:a", "title": "U", "references": None}])
    assert {"read": 2, "changed": 2} == counts(report)
    assert ["x:a"] == citers(store, "x:b")


def test_references_to_works_without_a_record(store: Store) -> None:
    """They are counted as outside, and are in no list, search or count."""
    report = store.load([{"id": "x:a", "references": ["x:b", "x:out-1", "x:out-2"]}, {"id": "x:b"}])
    assert {"read": 2, "new": 2, "citations_new": 1, "references_outside": 2} == counts(report)
    found = paper(store, "x:a")
    assert ({"totalCount": 1, "nodes": [{"id": "x:b"}]}, 2) == (found["references"], found["referencesOutside"])
    assert (2, 1, 2) == tuple(dataset(store)[name] for name in ("paperCount", "citationCount", "unresolvedCount"))
    assert paper(store, "x:out-1") is None
    assert [] == search(store, "out")
    assert [] == store.broken_promises()


@pytest.mark.parametrize("referred_to_by", ["x:late", "10.5555/late", "https://doi.org/10.5555/LATE"])
def test_a_record_that_arrives_later(store: Store, referred_to_by: str) -> None:
    """The work that was outside is a paper, and what referred to it by any of its ids cites it."""
    store.load([{"id": "x:a", "references": [referred_to_by]}, {"id": "x:b", "references": [referred_to_by, "x:out"]}])
    assert (2, 0, 2) == tuple(dataset(store)[name] for name in ("paperCount", "citationCount", "unresolvedCount"))
    report = store.load([{"id": "x:late", "ids": ["doi:10.5555/late"], "references": ["x:a"]}])
    assert (1, 3) == (report.new, report.citations_new)
    assert ["x:a", "x:b"] == citers(store, "x:late") == citers(store, "10.5555/late")
    assert (3, 3, 1) == tuple(dataset(store)[name] for name in ("paperCount", "citationCount", "unresolvedCount"))
    assert [] == store.broken_promises()


def test_an_id_that_a_known_paper_gets_later(store: Store) -> None:
    """References wait for an id, too: they become citations when a paper's newer record has it."""
    store.load([{"id": "x:a", "references": ["10.5555/p"]}, {"id": "x:p"}])
    assert [] == citers(store, "x:p")
    store.load([{"id": "x:p", "ids": ["10.5555/p"]}])
    assert ["x:a"] == citers(store, "x:p")
    assert [] == store.broken_promises()


@pytest.mark.parametrize("late", [True, False])
def test_one_work_by_two_of_its_ids_is_one_citation(store: Store, late: bool) -> None:
    """A list that names one paper twice cites it once, whichever of the two came first."""
    citing = {"id": "x:a", "references": ["x:p", "10.5555/p"]}
    cited = {"id": "x:p", "ids": ["doi:10.5555/p"]}
    for record in (citing, cited) if late else (cited, citing):
        store.load([record])
    assert ["x:a"] == citers(store, "x:p")
    assert {"totalCount": 1, "nodes": [{"id": "x:p"}]} == paper(store, "x:a")["references"]
    assert [] == store.broken_promises()


@pytest.mark.parametrize(
    "records",
    [
        [{"id": "x:a", "references": ["x:a"]}],
        [{"id": "x:a", "ids": ["10.5555/a"], "references": ["10.5555/a"]}],
        [{"id": "x:a", "references": ["10.5555/a"]}, {"id": "x:a", "ids": ["10.5555/a"]}],
        [{"id": "x:a", "ids": ["10.5555/a"]}, {"id": "10.5555/a", "references": ["x:a"]}],
    ],
)
def test_a_paper_does_not_cite_itself(store: Store, records: list[dict[str, Any]]) -> None:
    """A reference to itself by any of its ids is left out and told, also when the id turns up later."""
    reports = [store.load([record]) for record in records]
    assert (1, 0) == (sum(report.self_citations for report in reports), sum(report.citations_new for report in reports))
    assert [] == citers(store, "x:a")
    assert 0 == dataset(store)["unresolvedCount"]
    assert [] == store.broken_promises()


def test_duplicates_are_left_out_and_counted(store: Store) -> None:
    """The same reference in any spelling counts once, to a paper and to a work outside."""
    report = store.load(
        [{"id": "x:a", "references": ["10.5555/B", "doi:10.5555/b", "x:out", "x:out", "x:a"]}, {"id": "10.5555/b"}]
    )
    expected = {"citations_new": 1, "duplicate_references": 2, "references_outside": 1, "self_citations": 1}
    assert {"read": 2, "new": 2} | expected == counts(report)


def test_a_changed_list_replaces_the_old_one(store: Store) -> None:
    """Citations come and go with it, counts follow, and works that nothing refers to any more are forgotten.

    a -> b, c, (out-1), (out-2)   becomes   a -> c, d, (out-2), (out-3)      e -> (out-1) stays
    """
    others = [{"id": "x:b"}, {"id": "x:c"}, {"id": "x:d"}, {"id": "x:e", "references": ["x:out-1"]}]
    store.load([{"id": "x:a", "references": ["x:b", "x:c", "x:out-1", "x:out-2", "x:out-0"]}, *others])
    report = store.load([{"id": "x:a", "references": ["x:c", "x:d", "x:out-2", "x:out-3"]}])
    assert (1, 1, 1) == (report.changed, report.citations_new, report.citations_gone)
    assert [[], ["x:a"], ["x:a"]] == [citers(store, id_) for id_ in ("x:b", "x:c", "x:d")]
    outside = store.rows("MATCH (outside:Unresolved) RETURN outside.id ORDER BY outside.id")
    assert ["x:out-1", "x:out-2", "x:out-3"] == outside
    assert 2 == paper(store, "x:a")["referencesOutside"]
    assert [] == store.broken_promises()
    report = store.load([{"id": "x:a", "references": []}])
    assert (2, 0) == (report.citations_gone, paper(store, "x:a")["referenceCount"])
    assert ["x:out-1"] == store.rows("MATCH (outside:Unresolved) RETURN outside.id")
    assert [] == store.broken_promises()


# Ids


def test_further_ids_work_everywhere(store: Store) -> None:
    """In lookups, lists, references, later records and their further ids, an alias is as good as the id."""
    store.load([{"id": "x:p", "ids": ["10.5555/p", "arxiv:2101.00001"], "references": []}])
    store.load([{"id": "x:a", "references": ["https://arxiv.org/abs/2101.00001v3"]}])
    report = store.load([{"id": "arxiv:2101.00001", "ids": ["pmid:7"], "title": "By its alias", "references": ["x:a"]}])
    assert {"read": 1, "changed": 1, "citations_new": 1} == counts(report)
    for id_ in ("x:p", "10.5555/P", "2101.00001", "pmid:7"):
        assert ("x:p", "By its alias", ["x:a"]) == (
            paper(store, id_)["id"],
            paper(store, id_)["title"],
            citers(store, id_),
        )
    query = "query ($ids: [ID!]!) { papers(ids: $ids) { id } }"
    assert [{"id": "x:p"}, {"id": "x:a"}, {"id": "x:p"}] == store.data(query, ids=["pmid:7", "x:a", "10.5555/p"])[
        "papers"
    ]
    assert {("x", "p"), ("doi", "10.5555/p"), ("arxiv", "2101.00001"), ("pmid", "7")} == {
        (identifier["scheme"], identifier["value"]) for identifier in paper(store, "x:p")["identifiers"]
    }
    assert ["x:p"] == citers(store, "x:a")
    assert [] == store.broken_promises()


def test_the_id_that_arrives_first_stays(store: Store) -> None:
    """A later record by another id does not rename a paper."""
    store.load([{"id": "10.5555/p"}])
    store.load([{"id": "openalex:W7", "ids": ["10.5555/p"], "title": "T"}])
    assert ["doi:10.5555/p"] == store.rows("MATCH (paper:Paper) RETURN paper.id")
    assert "doi:10.5555/p" == paper(store, "W7")["id"]


def test_further_ids_that_stand_twice(store: Store) -> None:
    """A record may name an id in several spellings, and its own id again."""
    report = store.load([{"id": "x:p", "ids": ["10.5555/P", "https://doi.org/10.5555/p", "x:p"]}])
    assert {"read": 1, "new": 1} == counts(report)
    assert ["doi:10.5555/p"] == store.rows("MATCH (alias:Alias) RETURN alias.id")


def test_a_record_of_two_papers_makes_them_one(store: Store) -> None:
    """The ids of all three lead to one paper, and its reference to itself is no citation."""
    report = store.load(
        [
            {"id": "x:a", "title": "A"},
            {"id": "x:b", "ids": ["10.5555/b"]},
            {"id": "x:c", "ids": ["x:a", "10.5555/b"], "title": "Both", "references": ["x:a"]},
            {"id": "x:d", "references": ["x:c"]},
        ]
    )
    assert {"read": 4, "new": 3, "changed": 1, "merged": 1, "citations_new": 1, "self_citations": 1} == counts(report)
    assert {"x:a"} == {paper(store, id_)["id"] for id_ in ("x:a", "x:b", "x:c", "10.5555/b")}
    assert 1 == paper(store, "x:a")["citedByCount"]
    assert [] == store.broken_promises()


# Areas


def areas_file(store: Store) -> str:
    """Write an areas file: two areas of one parent that the file describes, one of a parent that it does not."""
    file = store.folder / "areas.jsonl"
    areas = [
        {"id": "area:one", "name": "The first", "parent": "area:all"},
        {"id": "area:two", "name": "The second", "description": "Of two", "parent": "area:all"},
        {"id": "area:all", "name": "Everything"},
        {"id": "area:far", "name": "Far", "parent": "area:nowhere"},
    ]
    file.write_text("".join(json.dumps(area) + "\n" for area in areas))
    return str(file)


AREA = (
    "query ($id: ID!) { area(id: $id) { name description paperCount parent { id name } children { id } "
    "papers(first: 10) { totalCount nodes { id } } } }"
)
AREA_PAPERS = [
    {"id": "x:a", "areas": ["area:one"], "references": ["x:p"]},
    {"id": "x:b", "areas": ["area:two", "area:one"], "references": ["x:p"]},
    {"id": "x:c", "areas": ["area:Not described"], "references": ["x:p"]},
    {"id": "x:d", "areas": [], "references": ["x:p"]},
    {"id": "x:p"},
]


@pytest.mark.parametrize("areas_first", [True, False])
def test_areas_may_come_before_or_after_papers(store: Store, areas_first: bool) -> None:
    """Names, parents and members come out the same; an area that nothing describes is named by its id."""
    if areas_first:
        report = store.load(AREA_PAPERS, areas_files=[areas_file(store)])
    else:
        store.load(AREA_PAPERS)
        report = load_files(store.writer, [], areas_files=[areas_file(store)])
    assert 4 == report.areas_changed
    expected = {
        "name": "The first",
        "description": None,
        "paperCount": 2,
        "parent": {"id": "area:all", "name": "Everything"},
        "children": [],
        "papers": {"totalCount": 2, "nodes": [{"id": "x:a"}, {"id": "x:b"}]},
    }
    assert expected == store.data(AREA, id="area:one")["area"]
    everything = store.data(AREA, id="area:all")["area"]
    assert ["area:one", "area:two"] == sorted(child["id"] for child in everything["children"])
    assert ("Not described", 1) == tuple(
        store.data(AREA, id="area:Not described")["area"][name] for name in ("name", "paperCount")
    )
    assert {"id": "area:nowhere", "name": "nowhere"} == store.data(AREA, id="area:far")["area"]["parent"]
    cited_by = paper(store, "x:p")["citers"]
    assert (4, 1) == (cited_by["totalCount"], cited_by["noAreaCount"])
    assert [("The first", 2), ("Not described", 1), ("The second", 1)] == [
        (entry["area"]["name"], entry["count"]) for entry in cited_by["byArea"]
    ]


def test_areas_loaded_again_change_nothing(store: Store) -> None:
    """Neither the areas nor the version of the data; a description that is gone is taken away."""
    store.load(AREA_PAPERS, areas_files=[areas_file(store)])
    before = dataset(store)
    assert {"read": 5, "same": 5} == counts(store.load(AREA_PAPERS, areas_files=[areas_file(store)]))
    assert before == dataset(store)
    file = store.folder / "newer.jsonl"
    file.write_text('{"id": "area:two", "name": "The second"}\n')
    assert 1 == load_files(store.writer, [], areas_files=[str(file)]).areas_changed
    found = store.data(AREA, id="area:two")["area"]
    assert (None, None) == (found["description"], found["parent"])


def test_a_newer_record_puts_a_paper_elsewhere(store: Store) -> None:
    """Areas that a record states replace the earlier ones; a record without areas leaves them."""
    store.load([{"id": "x:a", "areas": ["area:one", "area:two"]}])
    store.load([{"id": "x:a", "title": "T"}])
    assert 1 == store.data(AREA, id="area:one")["area"]["paperCount"]
    store.load([{"id": "x:a", "areas": ["area:two"]}])
    assert [0, 1] == [store.data(AREA, id=id_)["area"]["paperCount"] for id_ in ("area:one", "area:two")]


def test_an_area_that_stands_twice_counts_once(store: Store) -> None:
    """A paper is in an area or not: counts, lists and facets have it once."""
    store.load([{"id": "x:a", "areas": ["area:one", "one", "area:one"], "references": ["x:p"]}, {"id": "x:p"}])
    found = store.data(AREA, id="area:one")["area"]
    assert (1, {"totalCount": 1, "nodes": [{"id": "x:a"}]}) == (found["paperCount"], found["papers"])
    assert [1] == [entry["count"] for entry in paper(store, "x:p")["citers"]["byArea"]]


# Authors


def test_authors_with_an_id_are_one_person(store: Store) -> None:
    """An author with an id is one person on all papers, each paper prints its own name; others are of one paper."""
    store.load(
        [
            {"id": "x:a", "authors": [{"name": "Ada Example", "id": "orcid:1"}, "Bo"]},
            {"id": "x:b", "authors": ["Bo", {"name": "A. Example", "id": "orcid:1"}]},
        ]
    )
    assert [{"id": "orcid:1", "name": "Ada Example"}, {"id": None, "name": "Bo"}] == paper(store, "x:a")["authors"][
        "nodes"
    ]
    assert [{"id": None, "name": "Bo"}, {"id": "orcid:1", "name": "A. Example"}] == paper(store, "x:b")["authors"][
        "nodes"
    ]
    assert [3] == store.rows("MATCH (author:Author) RETURN count(author)")


def test_authors_are_replaced(store: Store) -> None:
    """A newer list of authors replaces the old one, also by an empty one; nobody is left over without a paper."""
    store.load([{"id": "x:a", "authors": ["Ada", {"name": "Bo", "id": "orcid:1"}, "Cy"]}])
    store.load([{"id": "x:a", "title": "Authors stay"}])
    assert ["Ada", "Bo", "Cy"] == [author["name"] for author in paper(store, "x:a")["authors"]["nodes"]]
    store.load([{"id": "x:a", "authors": [{"name": "Bo", "id": "orcid:1"}, "Dee"]}])
    assert ["Bo", "Dee"] == [author["name"] for author in paper(store, "x:a")["authors"]["nodes"]]
    assert [2] == store.rows("MATCH (author:Author) RETURN count(author)")
    assert [] == store.broken_promises()
    store.load([{"id": "x:a", "authors": []}])
    assert [] == paper(store, "x:a")["authors"]["nodes"]
    assert [0] == store.rows("MATCH (author:Author) RETURN count(author)")


def test_an_author_who_stands_twice(store: Store) -> None:
    """What the source prints is kept, also a name that it prints twice."""
    ada = {"name": "Ada", "id": "orcid:1"}
    store.load([{"id": "x:a", "authors": [ada, ada]}])
    assert [ada, ada] == paper(store, "x:a")["authors"]["nodes"]
    store.load([{"id": "x:a", "authors": [ada]}])
    assert [ada] == paper(store, "x:a")["authors"]["nodes"]
    assert [] == store.broken_promises()


# What must not stop a load


@pytest.mark.parametrize(
    "odd",
    [
        {"authors": [{"name": "Ada", "id": "o" * 20_000}]},
        {"authors": [{"name": "A" * 100_000}]},
        {"areas": ["a" * 400]},
        {"ids": ["x:" + "é" * 990]},
        {"references": ["x:" + "𝕏" * 990]},
        {"title": "t" * 1_000_000},
        {"title": "\u0300"},
        {"categories": ["c" * 100_000] * 3},
        {"sourceCitedByCount": 2**63 - 1},
        {"ids": ["x:a", "x:a"]},
        {"references": [f"x:{number}" for number in range(30_000)]},
    ],
    ids=lambda odd: next(iter(odd)),
)
def test_no_value_stops_a_load(store: Store, odd: dict[str, Any]) -> None:
    """Whatever one record holds, the records before and after it are loaded."""
    report = store.load([{"id": "x:before"}, {"id": "x:odd", **odd}, {"id": "x:after"}])
    assert 3 == report.read
    assert {"x:before", "x:after"} <= set(store.rows("MATCH (paper:Paper) RETURN paper.id"))
    assert [] == store.broken_promises()


def test_an_input_that_is_cut_short(store: Store) -> None:
    """What was whole is loaded, the report says where it ends, and loading the whole file completes it."""
    records = [{"id": f"x:{number}", "references": [f"x:{number * 7 % 500}"]} for number in range(500)]
    packed = gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode())
    report = store.load_text(packed[: len(packed) // 2])
    assert 4 == report.exit_status
    assert report.cut_short is not None
    assert f"after line {report.read}:" in report.cut_short
    assert 100 < report.new == report.read < 500
    assert [] == store.broken_promises()
    again = store.load(records)
    assert (0, report.new, 500 - report.new) == (again.exit_status, again.same, again.new)
    completed = store.fingerprint()
    with emptied(store.connection, store.folder) as other:
        other.load(records)
        assert completed == other.fingerprint()


def test_a_file_that_is_not_there_is_told(store: Store) -> None:
    """It is an error with the file's name."""
    with pytest.raises(BadInput, match="not-there"):
        load_files(store.writer, [str(store.folder / "not-there.jsonl")])


# After each batch


def test_counts_are_true_after_every_batch(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever one looks while a load runs, every promise holds.

    Ten papers, each citing the next three of the ring and two works outside, one by its further id; then the same
    ring the other way round.
    """
    monkeypatch.setattr(loading, "BATCH_RECORDS", 2)
    seen: list[tuple[int, list[str]]] = []

    def look(report: Report, _: object) -> None:
        seen.append((report.read, store.broken_promises()))

    for sign in (1, -1):
        store.load(
            [
                {
                    "id": f"x:{at}",
                    "ids": [f"10.5555/{at}"],
                    "authors": [f"Author {at}", {"name": "All", "id": "orcid:1"}],
                    "references": [
                        f"x:{(at + sign) % 10}",
                        f"10.5555/{(at + 2 * sign) % 10}",
                        f"x:{(at + 3 * sign) % 10}",
                        f"x:out-{at}",
                        "x:out",
                    ],
                }
                for at in range(10)
            ],
            on_progress=look,
        )
    assert [(read, []) for read in (2, 4, 6, 8, 10)] * 2 == seen
    assert {"citationCount": 30, "paperCount": 10, "unresolvedCount": 11}.items() <= dataset(store).items()


def test_one_answer_has_one_number_while_a_load_writes(store: Store) -> None:
    """Count, list and years of one answer agree, whatever is written while it is read.

    Forty papers cite p; a load takes their lists away, another gives them back, again and again. Neo4j shows readers
    a commit edge by edge, so an answer may hold some of the forty: but the same ones in all of its numbers.
    """
    citing = [{"id": f"x:{number}", "published": "2001", "references": ["x:p"]} for number in range(40)]
    store.load([{"id": "x:p"}, *citing])
    end = threading.Event()

    def write() -> None:
        while not end.is_set():
            for references in ([], ["x:p"]):
                store.load([record | {"references": references} for record in citing])

    query = """{ paper(id: "x:p") { citedByCount citers(first: 50) {
      totalCount undatedCount byYear { count } byArea { count } noAreaCount nodes { id } } } }"""

    async def ask(reader: Reader) -> list[Any]:
        schema = make_schema()
        return [await schema.execute(query, {}, {"reader": reader}) for _ in range(300)]

    writing = threading.Thread(target=write)
    writing.start()
    try:
        answers = store.read(ask)
    finally:
        end.set()
        writing.join(timeout=60)
    seen: set[tuple[int, ...]] = set()
    for answer in answers:
        assert answer.errors is None
        found = answer.data["paper"]
        citers = found["citers"]
        in_years = citers["undatedCount"] + sum(year["count"] for year in citers["byYear"])
        numbers = (citers["totalCount"], in_years, citers["noAreaCount"], len(citers["nodes"]))
        seen.add((found["citedByCount"], *numbers))
    assert {(number,) * 5 for number, *_ in seen} == seen
    assert {0, 40} <= {number for number, *_ in seen}


# Any order


@st.composite
def some_records(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw up to six distinct papers that refer to each other by any of their ids, to themselves and outside."""
    size = draw(st.integers(1, 6))
    further = [
        draw(st.lists(st.sampled_from(["10.5555/", "arxiv:2101.0000", "pmid:1"]), unique=True)) for _ in range(size)
    ]
    ids = [[f"x:{at}", *(f"{prefix}{at}" for prefix in further[at])] for at in range(size)]
    every_id = [*(id_ for own in ids for id_ in own), "x:out-1", "10.5555/out"]
    records: list[dict[str, Any]] = []
    for own in ids:
        record: dict[str, Any] = {"id": own[0], "ids": own[1:]}
        if draw(st.booleans()):
            record["references"] = draw(st.lists(st.sampled_from(every_id), max_size=6))
        if draw(st.booleans()):
            record["authors"] = draw(
                st.lists(st.sampled_from(["Ada", "Bo", {"name": "Cy", "id": "orcid:1"}]), max_size=3)
            )
        if draw(st.booleans()):
            record["areas"] = draw(st.lists(st.sampled_from(["area:one", "area:two"]), unique=True))
        records.append(record)
    return records


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(records=some_records(), data=st.data())
def test_order_and_split_do_not_matter(store: Store, records: list[dict[str, Any]], data: st.DataObject) -> None:
    """The same papers in any order, in any number of loads, give the same store, with every promise kept."""
    with emptied(store.connection, store.folder) as at_once:
        at_once.load(records)
        expected = (at_once.fingerprint(), dataset(at_once)["unresolvedCount"])
    shuffled = data.draw(st.permutations(records))
    cuts = data.draw(st.lists(st.integers(0, len(records)), max_size=3).map(sorted))
    with emptied(store.connection, store.folder) as in_parts:
        for start, end in zip([0, *cuts], [*cuts, len(records)], strict=True):
            in_parts.load(shuffled[start:end])
        assert expected == (in_parts.fingerprint(), dataset(in_parts)["unresolvedCount"])
        assert [] == in_parts.broken_promises()


# The command line


def graphsvc(store: Store, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run graphsvc in a process of its own over the store of the test."""
    environment = {
        **os.environ,
        "GRAPHSVC_HOME": str(store.folder / "home"),
        "GRAPHSVC_NEO4J_URI": store.connection.uri,
        "GRAPHSVC_NEO4J_USER": store.connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": store.connection.password,
    }
    command = [sys.executable, "-m", "graphsvc", *arguments]
    done = subprocess.run(command, env=environment, input=stdin, capture_output=True, timeout=120)
    text = {name: getattr(done, name).decode() for name in ("stdout", "stderr")}
    assert "Traceback" not in text["stderr"]
    return subprocess.CompletedProcess(command, done.returncode, **text)


def written(store: Store, name: str, data: bytes | list[dict[str, Any]]) -> str:
    """Write a file into the folder of the test and return its name."""
    file = store.folder / name
    file.write_bytes(data if isinstance(data, bytes) else "".join(json.dumps(each) + "\n" for each in data).encode())
    return str(file)


def test_load_ends_with_0_and_writes_its_report(store: Store) -> None:
    """All loaded: 0; the report has the counts, in a file and, when asked, on standard output."""
    file, report = written(store, "all.jsonl", small_graph()), store.folder / "report.json"
    done = graphsvc(store, "load", file, "--report", str(report), "--data-through", "2003-04-30", "--name", "Small")
    assert (0, "") == (done.returncode, done.stdout)
    assert "4  read" in done.stderr
    told = json.loads(report.read_text())
    assert (4, 4, 4, 1, [], None) == tuple(
        told[name] for name in ("read", "new", "citations_new", "references_outside", "refused_lines", "cut_short")
    )
    assert {"name": "Small", "dataThrough": "2003-04-30", "paperCount": 4} == store.data(
        "{ dataset { name dataThrough paperCount } }"
    )["dataset"]
    done = graphsvc(store, "load", file, "--json")
    assert (0, 4) == (done.returncode, json.loads(done.stdout)["same"])


def test_load_ends_with_3_when_records_were_refused(store: Store) -> None:
    """Those that were fine are loaded; the others are told with file and line."""
    file, report = written(store, "some.jsonl", b'{"id": "x:a"}\nnonsense\n{"id": 7}\n'), store.folder / "report.json"
    done = graphsvc(store, "load", file, "--report", str(report))
    assert 3 == done.returncode
    told = json.loads(report.read_text())
    assert [(file, 2, "nonsense"), (file, 3, '{"id": 7}')] == [
        (line["file"], line["line"], line["quoted"]) for line in told["refused_lines"]
    ]
    assert f"{file}, line 2: refused" in done.stderr
    assert paper(store, "x:a") is not None


def test_load_ends_with_4_when_the_input_is_cut_short(store: Store) -> None:
    """What was whole is loaded, and the end of the input is told."""
    records = [{"id": f"x:{number}", "title": str(number * 7919 % 1000)} for number in range(1000)]
    packed = gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode())
    done = graphsvc(store, "load", written(store, "cut.jsonl.gz", packed[:-2000]))
    assert 4 == done.returncode
    assert "cut short" in done.stderr
    assert 0 < dataset(store)["paperCount"] < 1000


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["load", "not-there.jsonl"], "not-there.jsonl cannot be read"),
        (["load"], "name a file to load"),
        (["load", "--data-through", "2003-02-30"], "2003-02-30"),
        (["load", "--data-through", "2003"], "YYYY-MM-DD"),
        (["load", "--format", "none"], "--format"),
        (["show", "9107999"], "could be several works"),
    ],
)
def test_what_was_asked_wrongly_ends_with_2(store: Store, arguments: list[str], told: str) -> None:
    """A line says what was wrong."""
    done = graphsvc(store, *arguments)
    assert (2, True) == (done.returncode, told in done.stderr)


def test_a_missing_file_stops_before_anything_is_loaded(store: Store) -> None:
    """A misspelt name among the files is told at once, not after hours of loading the others."""
    done = graphsvc(store, "load", written(store, "all.jsonl", small_graph()), str(store.folder / "not-there.jsonl"))
    assert (2, 0) == (done.returncode, dataset(store)["paperCount"])


def test_load_reads_standard_input(store: Store) -> None:
    """A dash stands for it; lines are counted there too."""
    done = graphsvc(store, "load", "-", stdin=b'{"id": "x:a"}\nnonsense\n')
    assert (3, True) == (done.returncode, "standard input, line 2: refused" in done.stderr)
    assert paper(store, "x:a") is not None


def test_a_file_with_an_odd_name_is_loaded(store: Store) -> None:
    """A file may have any name that the system allows, also one that is no UTF-8."""
    name = os.fsdecode(os.fsencode(store.folder) + b"/\xff.jsonl")
    try:
        Path(name).write_text('{"id": "x:a"}\n')
    except OSError:
        pytest.skip("this file system wants names that are UTF-8")
    assert 0 == graphsvc(store, "load", name).returncode


def test_check_tells_a_wrong_count_and_repairs_it(store: Store) -> None:
    """0 while all promises hold; 1, with the promise and the paper, after a count was broken; repaired, 0 again."""
    store.load(small_graph())
    assert 0 == (done := graphsvc(store, "check", "--fingerprint")).returncode
    assert f"fingerprint {store.fingerprint()}" in done.stdout
    assert "4 papers, 4 citations" in done.stdout
    store.rows("MATCH (paper:Paper {id: 'x:c'}) SET paper.cited_by_count = 7")
    done = graphsvc(store, "check", "--json")
    assert 1 == done.returncode
    wrong = [finding for finding in json.loads(done.stdout)["findings"] if finding["count"]]
    assert "each count of citers is the number of citations" == wrong[0]["promise"]
    assert (1, ["x:c"]) == (wrong[0]["count"], wrong[0]["examples"])
    done = graphsvc(store, "check", "--repair")
    assert (0, True) == (done.returncode, "1 counts were wrong and are right now" in done.stderr)
    assert 0 == graphsvc(store, "check").returncode
