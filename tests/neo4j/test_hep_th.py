"""The packaged sample, a real citation graph: one number everywhere, and lists that page to their end."""

import json
import lzma
import os
import urllib.request
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from graphsvc.graph.connect import Connection
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from graphsvc.sample import SAMPLE_CITATIONS, SAMPLE_FILE, SAMPLE_PAPER, SAMPLE_PAPERS, SAMPLE_THROUGH
from tests.conftest import Store, emptied, served

pytestmark = pytest.mark.neo4j

FORWARD = """query ($id: ID!, $size: Int, $cursor: String) { paper(id: $id) {
  citers(first: $size, after: $cursor) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }"""
BACKWARD = """query ($id: ID!, $size: Int, $cursor: String) { paper(id: $id) {
  citers(last: $size, before: $cursor) { totalCount nodes { id } pageInfo { hasPreviousPage startCursor } } } }"""
COUNTS = """query ($id: ID!) { paper(id: $id) {
  citedByCount citers { totalCount undatedCount byYear { year count } } } }"""


def records() -> Iterator[dict[str, Any]]:
    """Read the sample without graphsvc."""
    with lzma.open(SAMPLE_FILE) as file:
        yield from map(json.loads, file)


@pytest.fixture(scope="module")
def citing() -> dict[str, set[str]]:
    """Who cites whom, derived from the file alone: cited id -> ids of those who cite it, itself left out."""
    found: dict[str, set[str]] = {}
    for record in records():
        for cited in record.get("references") or ():
            if cited != record["id"]:
                found.setdefault(cited, set()).add(record["id"])
    return found


@pytest.fixture(scope="module")
def loaded(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Store, Report]]:
    """A store with the sample, and the report of its load."""
    with emptied(neo4j_connection, tmp_path_factory.mktemp("hep-th")) as store:
        yield store, load_sample(store)


@pytest.fixture(scope="module")
def hep_th(loaded: tuple[Store, Report]) -> Store:
    """A store with the sample."""
    return loaded[0]


@pytest.fixture(scope="module")
def address(hep_th: Store, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of the service over the sample."""
    with served(hep_th.connection, tmp_path_factory.mktemp("home")) as address:
        yield address


def load_sample(store: Store) -> Report:
    """Load the sample."""
    return load_files(store.writer, [str(SAMPLE_FILE)], data_through=SAMPLE_THROUGH)


def get(url: str | urllib.request.Request) -> Any:
    """Fetch JSON."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


def asked(address: str, query: str, **variables: Any) -> Any:
    """Ask the service for a paper by GraphQL over HTTP."""
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(f"{address}/graphql", body, {"Content-Type": "application/json"})
    answer = get(request)
    assert "errors" not in answer
    return answer["data"]["paper"]


def exported(address: str, id_: str) -> list[str]:
    """Return the ids of the export of a paper's citers, in its order."""
    return [entry["id"] for entry in get(f"{address}/papers/{id_}/citers.json")["papers"]]


def walk(address: str, id_: str, size: int, *, backward: bool) -> list[str]:
    """Page through all citers and return their ids in the order of the list."""
    pages: list[list[str]] = []
    cursor = None
    while True:
        citers = asked(address, BACKWARD if backward else FORWARD, id=id_, size=size, cursor=cursor)["citers"]
        info = citers["pageInfo"]
        pages.append([node["id"] for node in citers["nodes"]])
        assert len(pages) <= citers["totalCount"]
        if not info["hasPreviousPage" if backward else "hasNextPage"]:
            return [id_ for page in (reversed(pages) if backward else pages) for id_ in page]
        cursor = info["startCursor" if backward else "endCursor"]


def test_the_sample_is_whole(loaded: tuple[Store, Report], citing: dict[str, set[str]]) -> None:
    """29,555 papers and 352,768 citations: those that the file lists, no more and no fewer."""
    store, report = loaded
    ids = {record["id"] for record in records()}
    assert (29_555, 352_768) == (SAMPLE_PAPERS, SAMPLE_CITATIONS)
    assert SAMPLE_PAPERS == len(ids) == report.new
    assert SAMPLE_CITATIONS == sum(len(found) for id_, found in citing.items() if id_ in ids) == report.citations_new
    assert {"paperCount": SAMPLE_PAPERS, "citationCount": SAMPLE_CITATIONS} == store.data(
        "{ dataset { paperCount citationCount } }"
    )["dataset"]
    assert 0 == report.exit_status


def test_every_list_of_citers_is_that_of_the_file(hep_th: Store, citing: dict[str, set[str]]) -> None:
    """Each paper is cited by exactly those that list it."""
    rows = hep_th.rows(
        "MATCH (citing:Paper)-[:CITES]->(cited:Paper) WITH cited, collect(citing.id) AS ids RETURN [cited.id, ids]"
    )
    stored = {id_: sorted(ids) for id_, ids in rows}
    assert {id_: sorted(ids) for id_, ids in citing.items() if id_ in stored} == stored


def test_one_number(hep_th: Store, citing: dict[str, set[str]], address: str) -> None:
    """Count, list, years and export of the most cited paper give the number that the file gives."""
    expected = citing[SAMPLE_PAPER]
    assert 2_400 < len(expected) < 2_415
    paper = hep_th.data(COUNTS, id=SAMPLE_PAPER)["paper"]
    citers = paper["citers"]
    assert len(expected) == paper["citedByCount"] == citers["totalCount"]
    assert len(expected) == citers["undatedCount"] + sum(year["count"] for year in citers["byYear"])
    ids = exported(address, SAMPLE_PAPER)
    assert (len(expected), expected) == (len(ids), set(ids))


def test_one_number_by_year(hep_th: Store, citing: dict[str, set[str]]) -> None:
    """Each year's count is the number of citers that the file dates to it."""
    years = {record["id"]: (record.get("published") or "")[:4] for record in records()}
    expected: dict[str, int] = {}
    for id_ in citing[SAMPLE_PAPER]:
        expected[years[id_]] = expected.get(years[id_], 0) + 1
    citers = hep_th.data(COUNTS, id=SAMPLE_PAPER)["paper"]["citers"]
    assert expected.pop("", 0) == citers["undatedCount"]
    assert expected == {str(year["year"]): year["count"] for year in citers["byYear"] if year["count"]}


@pytest.mark.parametrize("backward", [False, True], ids=["forward", "backward"])
@pytest.mark.parametrize("size", [7, 100])
def test_the_whole_list_pages(citing: dict[str, set[str]], address: str, size: int, backward: bool) -> None:
    """Whatever the page size and the direction, the pages are the export: no repeat, no hole, one order."""
    paged = walk(address, SAMPLE_PAPER, size, backward=backward)
    assert len(citing[SAMPLE_PAPER]) == len(paged)
    assert exported(address, SAMPLE_PAPER) == paged


@pytest.mark.parametrize("backward", [False, True], ids=["forward", "backward"])
def test_a_list_pages_one_by_one(citing: dict[str, set[str]], address: str, backward: bool) -> None:
    """Pages of one give the whole list too; backward that of a smaller paper, unless GRAPHSVC_TEST_FULL=1 is set."""
    full = not backward or os.environ.get("GRAPHSVC_TEST_FULL") == "1"
    smaller = min(id_ for id_, ids in citing.items() if len(ids) == 60)
    id_ = SAMPLE_PAPER if full else smaller
    paged = walk(address, id_, 1, backward=backward)
    assert len(citing[id_]) == len(paged)
    assert exported(address, id_) == paged


def test_check_is_clean(hep_th: Store) -> None:
    """Every promise holds over the whole store."""
    assert [] == hep_th.broken_promises()


def test_loading_it_again_changes_nothing(hep_th: Store) -> None:
    """All is the same: the report says so, and store and version are what they were."""
    version = "{ dataset { version paperCount citationCount unresolvedCount dataThrough } }"
    before = (hep_th.fingerprint(), hep_th.data(version))
    report = load_sample(hep_th)
    assert (SAMPLE_PAPERS, SAMPLE_PAPERS) == (report.read, report.same)
    assert (0, 0, 0) == (report.new, report.changed, report.citations_new)
    assert before == (hep_th.fingerprint(), hep_th.data(version))
