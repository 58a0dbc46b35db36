"""A load through Neo4j's own importer against one over Bolt: the same graph, the same report."""

import json
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphsvc import localdb
from graphsvc.bulk.load import Job, finish, prepare
from graphsvc.graph.connect import Connection, open_writer
from graphsvc.graph.contents import Contents
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import DATA, SEED_PAGE, Store, emptied

pytestmark = pytest.mark.neo4j

FORMATS = sorted((DATA / "formats").iterdir())
ALL_THAT_IS_STORED = (
    "MATCH (n:Paper) RETURN ['paper', n.id, properties(n)]",
    "MATCH (n:Alias)-[:OF]->(p) RETURN ['alias', n.id, p.id, properties(n)]",
    "MATCH (n:Unresolved) RETURN ['unresolved', n.id, properties(n)]",
    "MATCH (n:Merged) RETURN ['merged', n.id, properties(n)]",
    "MATCH (n:Area) RETURN ['area', n.id, properties(n), COLLECT { MATCH (n)-[:PART_OF]->(p) RETURN p.id }]",
    "MATCH (p)-[r:CITES]->(q) RETURN ['cites', p.id, q.id, properties(r)]",
    "MATCH (p)-[r:CITES_UNRESOLVED]->(q) RETURN ['outside', p.id, q.id, properties(r)]",
    "MATCH (p:Paper)-[r:IN_AREA]->(a) RETURN ['in', p.id, a.id, properties(r)]",
    "MATCH (a:Author)-[r:WROTE]->(p) RETURN ['wrote', p.id, toString(r.position), properties(r), properties(a)]",
    "MATCH (n) UNWIND labels(n) AS label WITH label, count(*) AS times RETURN ['nodes', label, times]",
    "MATCH ()-[r]->() WITH type(r) AS type, count(*) AS times RETURN ['relationships', type, times]",
)
COUNTS = (
    "read", "new", "changed", "same", "merged", "stale", "merged_without_target", "refused", "odd_values",
    "citations_new", "citations_gone", "self_citations", "duplicate_references", "references_outside", "unmatched",
    "known_by_id", "areas_changed", "cut_short", "withdrawn", "withdrawn_not_here",
)  # fmt: skip


def stored(store: Store) -> Counter[str]:
    """Return everything in a store but the notes of its loads, each thing as JSON."""
    rows = [row for query in ALL_THAT_IS_STORED for row in store.rows(query)]
    kept = [row for row in rows if row[1] not in ("Dataset", "Load")]
    for row in kept:
        if row[0] == "area":  # counted in one version of the data, of which two stores have not had as many
            row[2] = {name: value for name, value in row[2].items() if not name.endswith("_at")}
        for value in row:
            if isinstance(value, dict) and value.get("sources"):
                value["sources"] = sorted(value["sources"])  # a set, kept as a list
    return Counter(json.dumps(row, sort_keys=True, default=str) for row in kept)


def told(report: Report) -> dict[str, Any]:
    """Return what two reports must agree on; lines are listed in any order."""
    lines = {name: sorted(map(repr, getattr(report, name))) for name in ("refused_lines", "odd_lines")}
    return {name: getattr(report, name) for name in COUNTS} | lines


@contextmanager
def in_bulk(folder: Path, files: Sequence[Path], areas: Sequence[Path] = ()) -> Generator[tuple[Store, Report]]:
    """Load files into a local Neo4j of their own by its importer; yield the store and the report."""
    options = localdb.LocalOptions(folder / "home", heap_mb=768, page_cache_mb=128)
    place = folder / "bulk"
    place.mkdir()
    job = Job([str(file) for file in files], areas_files=[str(file) for file in areas])
    prepared = prepare(job, place, Contents(), lambda _report, _source: None)
    if prepared.arguments:
        localdb.import_store(options, prepared.arguments, place, print)
    with localdb.use(options) as server:
        connection = Connection(server.uri, server.user, server.password)
        with open_writer(connection) as writer:
            report = finish(writer, prepared, print)
            yield Store(connection, writer, folder), report
    localdb.wipe(options)


def over_bolt(store: Store, files: Sequence[Path], areas: Sequence[Path] = ()) -> Report:
    """Load files over Bolt."""
    return load_files(store.writer, [str(file) for file in files], areas_files=[str(file) for file in areas])


def assert_same_graph(one: Store, other: Store) -> None:
    """Assert that two stores hold the same, and that both are sound."""
    first, second = stored(one), stored(other)
    assert ([], []) == (sorted((first - second).elements()), sorted((second - first).elements()))
    assert one.fingerprint() == other.fingerprint()
    assert [] == other.broken_promises()


def native(folder: Path, name: str, records: Iterable[dict[str, Any]]) -> Path:
    """Write native records, or what is as plain, into a file."""
    file = folder / name
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    return file


def test_all_formats_together(store: Store, tmp_path: Path) -> None:
    """Every format that is read, several records about one paper and merged ids among them, makes the same graph."""
    report = over_bolt(store, FORMATS)
    with in_bulk(tmp_path, FORMATS) as (bulk_store, bulk_report):
        assert_same_graph(store, bulk_store)
    assert told(report) == told(bulk_report)


def test_seed_page(store: Store, tmp_path: Path) -> None:
    """The seed page with its areas makes the same graph."""
    files, areas = [SEED_PAGE / "papers.jsonl.gz"], [SEED_PAGE / "areas.jsonl"]
    report = over_bolt(store, files, areas)
    with in_bulk(tmp_path, files, areas) as (bulk_store, bulk_report):
        assert_same_graph(store, bulk_store)
    assert told(report) == told(bulk_report)


# Small graphs, each of a letter of its own, all in one import.

#   a1 -> a2 twice, by two of its ids; a1 -> a1; a1 -> a3, which nobody tells of
LISTS: list[dict[str, Any]] = [
    {"id": "x:a1", "references": ["x:a2", "doi:10.1/a2", "x:a2", "x:a1", "x:a3", "x:a3"]},
    {"id": "x:a2", "ids": ["doi:10.1/a2"], "references": []},
]
#   b1 is told twice by the same words; b2 by different ones
REPEATS: list[dict[str, Any]] = [
    {"id": "x:b1", "title": "Told twice", "references": ["x:b2"]},
    {"id": "x:b1", "title": "Told twice", "references": ["x:b2"]},
    {"id": "x:b2", "title": "First", "authors": [{"name": "Ada", "id": "orcid:b"}]},
    {"id": "x:b2", "title": "Second", "references": ["x:b1"]},
]
#   c1 and c2 share a doi, c3 cites it and an id of c2
ONE_OF_TWO: list[dict[str, Any]] = [
    {"id": "x:c1", "ids": ["doi:10.1/c"], "title": "One", "published": "2001", "references": ["x:c4"]},
    {"id": "arxiv:2001.00001", "ids": ["doi:10.1/c"], "title": "Two", "published": "1999-05", "references": ["x:c5"]},
    {"id": "x:c3", "references": ["doi:10.1/c", "arxiv:2001.00001"]},
    {"id": "x:c4", "references": ["x:c1"]},
]
#   every property, with all that CSV must quote; an empty list, which CSV cannot tell from none
TEXTS: list[dict[str, Any]] = [
    {
        "id": "x:d1;\"'\\,d",
        "title": ' "Quoted", with; all\\that `hurts` 𝔘 é ',
        "abstract": 'First, "so".\n\nThen\\n so;\n\n"End"',
        "published": "2019-05-23",
        "type": "article",
        "venue": "Venue, of \"all\"; 'things'",
        "language": "en",
        "authors": [{"name": 'Ada "A", B', "id": "orcid:1"}, {"name": "Bob"}, {"name": "Ada Other", "id": "orcid:1"}],
        "categories": ["cs.CL", 'a "b", c;d', "\\e"],
        "areas": ['area:d of; "all"', "area:d2", "area:d2", 'area:d of; "all"'],
        "references": [],
        "sourceCitedByCount": 9_000_000_000,
        "isRetracted": False,
    },
    {"id": "x:d2", "categories": [], "references": None},
    {"id": "x:d3", "title": "NULL", "abstract": "null", "venue": "#", "isRetracted": True, "published": "1999"},
]
AREAS: list[dict[str, Any]] = [
    {"id": "area:d2", "name": "Words", "description": 'Of, "all" kinds.', "parent": "area:top"},
    {"id": "area:alone", "name": "Alone"},
    {"id": "area:alone", "name": "Alone at last", "parent": "area:d2"},
]
#   s2:1 lists and states s2:2; s2:1 -> s2:3 is stated thrice; s2:4 and s2:5 are known by that alone; s2:1 -> itself
PAPERS_OF_S2: list[dict[str, Any]] = [
    {"id": "s2:1", "references": ["s2:2", "s2:6"]},
    {"id": "s2:2", "ids": ["doi:10.1/s"]},
    {"id": "s2:3"},
]
CITATIONS_OF_S2: list[dict[str, Any]] = [
    {"citingcorpusid": 1, "citedcorpusid": 2, "contexts": ['a "b", c', "d;e"], "intents": [], "isinfluential": False},
    {"citingcorpusid": 1, "citedcorpusid": 3, "contexts": ["x"], "intents": [["methodology"]], "isinfluential": False},
    {"citingcorpusid": 1, "citedcorpusid": 3, "contexts": ["y", "x"], "intents": None, "isinfluential": True},
    {"citingcorpusid": 1, "citedcorpusid": 3, "contexts": None, "intents": None, "isinfluential": None},
    {"citingcorpusid": 1, "citedcorpusid": 1, "contexts": None, "intents": None, "isinfluential": None},
    {"citingcorpusid": 4, "citedcorpusid": 5, "contexts": None, "intents": None, "isinfluential": None},
    {"citingcorpusid": 7, "citedcorpusid": None, "contexts": None, "intents": None, "isinfluential": None},
    {"citingcorpusid": 3, "citedcorpusid": 6, "contexts": None, "intents": None, "isinfluential": True},
    {"corpusid": 99},
    # taken back: the record of s2:31, which s2:32 cites, and the citation 71, the only one that tells of s2:33
    {"corpusid": 31, "title": "Withdrawn", "externalids": None},
    {"corpusid": 32, "title": "Stays", "externalids": None},
    {"citationid": 70, "citingcorpusid": 32, "citedcorpusid": 2},
    {"citationid": 71, "citingcorpusid": 32, "citedcorpusid": 33},
    {"corpusid": 31},
    {"citationid": 71},
    # papers and abstracts are parts of one word
    {"corpusid": 41, "title": "Told in two files", "externalids": None},
    {"corpusid": 41, "abstract": "By the same source."},
]
#   W1 was merged into W2, W3 into W4 of which nobody tells; W5 cites all of them
MERGED_WORKS: list[dict[str, Any]] = [
    {"id": "openalex:W1", "title": "Stale", "references": ["openalex:W6"]},
    {"id": "openalex:W2", "title": "Kept"},
    {"id": "openalex:W5", "references": ["openalex:W1", "openalex:W2", "openalex:W3"]},
]
MERGES = "merge_date,id,merge_into_id\n2026-01-01,W1,W2\n2026-01-01,W3,W4\n"


@dataclass(frozen=True)
class Both:
    """The same files in a store over Bolt, and in one by the importer, with both reports."""

    bolt: Store
    bulk: Store
    bolt_report: Report
    bulk_report: Report


@pytest.fixture(scope="module")
def both(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Both]:
    folder = tmp_path_factory.mktemp("both")
    merges = folder / "merges.csv"
    merges.write_text(MERGES)
    files = [
        native(folder, "papers.jsonl", [*LISTS, *REPEATS, *ONE_OF_TWO, *TEXTS, *PAPERS_OF_S2]),
        native(folder, "citations.jsonl", CITATIONS_OF_S2),
        merges,
        native(folder, "works.jsonl", MERGED_WORKS),
    ]
    areas = [native(folder, "areas.jsonl", AREAS)]
    with emptied(neo4j_connection, folder) as bolt:
        bolt_report = over_bolt(bolt, files, areas)
        with in_bulk(folder, files, areas) as (bulk, bulk_report):
            yield Both(bolt, bulk, bolt_report, bulk_report)


def test_small_graphs_are_the_same(both: Both) -> None:
    """All the small graphs are what they are over Bolt, and so are the reports."""
    assert_same_graph(both.bolt, both.bulk)
    assert told(both.bolt_report) == told(both.bulk_report)


def test_lists_are_resolved_by_any_id(both: Both) -> None:
    """A list refers to a paper once, never to itself, and to works without a record by their id."""
    query = "MATCH (:Paper {id: 'x:a1'})-[r]->(n) RETURN [type(r), n.id, r.sources]"
    assert [["CITES", "x:a2", None], ["CITES_UNRESOLVED", "x:a3", None]] == sorted(both.bulk.rows(query))
    assert [1] == both.bulk.rows("MATCH (p:Paper {id: 'x:a2'}) RETURN p.cited_by_count")
    assert ["x:a2"] == both.bulk.rows("MATCH (:Alias {id: 'doi:10.1/a2'})-[:OF]->(p) RETURN p.id")


def test_records_of_one_paper_are_joined(both: Both) -> None:
    """Two records that share an id are one paper, with both lists; who refers to either cites it once."""
    query = "MATCH (p:Paper {id: 'x:c1'}) RETURN [p.title, p.published_ymd / 10000, p.cited_by_count]"
    assert [["Two", 1999, 2]] == both.bulk.rows(query)
    query = "MATCH (:Paper {id: 'x:c1'})-[:CITES|CITES_UNRESOLVED]->(n) RETURN n.id"
    assert ["x:c4", "x:c5"] == sorted(both.bulk.rows(query))


def test_texts_come_through_as_they_are(both: Both) -> None:
    """Quotes, delimiters, backslashes and paragraphs are kept, and so is the difference of no list and an empty one."""
    found = both.bulk.rows("MATCH (p:Paper) WHERE p.id STARTS WITH 'x:d1' RETURN properties(p)")[0]
    assert '"Quoted", with; all\\that `hurts` 𝔘 é' == found["title"]
    assert 'First, "so".\n\nThen\\n so;\n\n"End"' == found["abstract"]
    assert ["cs.CL", 'a "b", c;d', "\\e"] == found["categories"]
    assert (20190523, 9_000_000_000, False) == (
        found["published_ymd"],
        found["source_cited_by_count"],
        found["is_retracted"],
    )
    assert [[]] == both.bulk.rows("MATCH (p:Paper {id: 'x:d2'}) RETURN p.categories")
    assert [["NULL", "null", "#"]] == both.bulk.rows(
        "MATCH (p:Paper {id: 'x:d3'}) RETURN [p.title, p.abstract, p.venue]"
    )


def test_areas_are_told(both: Both) -> None:
    """The first area of a record is its main one; of an area that is told twice the last one counts."""
    query = "MATCH (p:Paper)-[r:IN_AREA]->(a) WHERE p.id STARTS WITH 'x:d1' RETURN [a.id, a.name, r.primary]"
    assert [['area:d of; "all"', 'd of; "all"', True], ["area:d2", "Words", False]] == sorted(both.bulk.rows(query))
    query = "MATCH (a:Area)-[:PART_OF]->(b) RETURN [a.id, a.name, b.id, b.name]"
    assert [
        ["area:alone", "Alone at last", "area:d2", "Words"],
        ["area:d2", "Words", "area:top", "top"],
    ] == sorted(both.bulk.rows(query))


def test_statements_are_joined(both: Both) -> None:
    """What rows tell of a citation is joined, its sources are all that tell of it, and its ends are papers."""
    query = """MATCH (p:Paper)-[r:CITES]->(q) WHERE p.id =~ 's2:[0-9]'
        RETURN [p.id, q.id, r.sources, r.contexts, r.intents, r.is_influential]"""
    assert [
        ["s2:1", "s2:2", ["s2:1", "stated"], ['a "b", c', "d;e"], None, False],
        ["s2:1", "s2:3", ["stated"], ["x", "y"], ["methodology"], True],
        ["s2:1", "s2:6", None, None, None, None],
        ["s2:3", "s2:6", ["stated"], None, None, True],
        ["s2:4", "s2:5", ["stated"], None, None, None],
    ] == sorted(both.bulk.rows(query))
    query = "MATCH (p:Paper) WHERE p.id =~ 's2:[0-9]' RETURN [p.id, p.is_known, p.references_known]"
    assert [
        ["s2:1", True, True],
        ["s2:2", True, False],
        ["s2:3", True, True],
        ["s2:4", False, True],
        ["s2:5", False, False],
        ["s2:6", False, False],
        ["s2:7", False, False],
    ] == sorted(both.bulk.rows(query))


def test_what_is_withdrawn_is_not_there(both: Both) -> None:
    """A record and a citation that are taken back are as if they had never been told; others keep their sources."""
    query = "MATCH (n) WHERE n.id IN ['s2:31', 's2:33'] RETURN n.id"
    assert [] == both.bulk.rows(query)
    query = "MATCH (:Paper {id: 's2:32'})-[r:CITES]->(p) RETURN [p.id, r.sources]"
    assert [["s2:2", ["stated:s2:70"]]] == both.bulk.rows(query)


def test_parts_of_a_record_are_one_paper(both: Both) -> None:
    """What a source tells of a paper in two files is put together."""
    query = "MATCH (p:Paper {id: 's2:41'}) RETURN [p.title, p.abstract, size(p.record_digests)]"
    assert [["Told in two files", "By the same source.", 2]] == both.bulk.rows(query)


def test_merges_are_followed(both: Both) -> None:
    """An id that was merged leads to what it became, and the record of an id that is no more is left out."""
    query = "MATCH (:Paper {id: 'openalex:W5'})-[r:CITES|CITES_UNRESOLVED]->(n) RETURN [type(r), n.id]"
    assert [["CITES", "openalex:W2"], ["CITES_UNRESOLVED", "openalex:W4"]] == sorted(both.bulk.rows(query))
    assert ["openalex:W2"] == both.bulk.rows("MATCH (:Alias {id: 'openalex:W1'})-[:OF]->(p) RETURN p.id")


IDS = st.integers(0, 5)
SEVERAL = st.lists(IDS, max_size=4)
PAPERS = st.lists(st.tuples(IDS, st.lists(IDS, max_size=1), st.none() | SEVERAL, st.sampled_from("AB")), max_size=8)
GRAPHS = st.lists(st.tuples(PAPERS, st.lists(st.tuples(IDS, IDS), max_size=4)), min_size=12, max_size=24)


@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # an example takes ten seconds: none are sought that are smaller
    suppress_health_check=list(HealthCheck),
)
@given(graphs=GRAPHS)
def test_any_records_make_the_same_graph(
    neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory, graphs: list[Any]
) -> None:
    """Papers with shared ids, lists and citations between them, by chance: the same over Bolt and by the importer."""
    folder = tmp_path_factory.mktemp("any")
    papers: list[dict[str, Any]] = []
    citations: list[dict[str, Any]] = []
    for at, (records, pairs) in enumerate(graphs):
        # every graph has ids of its own; the number of one is s2's too, so that citations meet them
        name = [f"s2:{100 * at + number + 1}" for number in range(6)]
        papers += [
            {
                "id": name[own],
                "ids": [name[other] for other in others],
                "title": title,
                "references": None if cited is None else [name[each] for each in cited],
            }
            for own, others, cited, title in records
        ]
        citations += [
            {"citingcorpusid": 100 * at + citing + 1, "citedcorpusid": 100 * at + cited + 1} for citing, cited in pairs
        ]
    files = [native(folder, "papers.jsonl", papers), native(folder, "citations.jsonl", citations)]
    with emptied(neo4j_connection, folder) as bolt:
        bolt_report = over_bolt(bolt, files)
        with in_bulk(folder, files) as (bulk, bulk_report):
            assert_same_graph(bolt, bulk)
            assert told(bolt_report)["read"] == told(bulk_report)["read"]
