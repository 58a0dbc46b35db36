"""Loading the formats that people have: each recognised by itself, alone, together and in any order."""

import csv
import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import DATA, Store

pytestmark = pytest.mark.neo4j

FORMATS = DATA / "formats"
CITED_BY = "{ paper(id: %s) { citedByCount citers(first: 100) { totalCount nodes { id } } } }"


def load(store: Store, *names: str | Path, **options: Any) -> Report:
    """Load files of the test data."""
    return load_files(store.writer, [str(FORMATS / name) for name in names], **options)


def cited_by(store: Store, id_: str) -> tuple[int, int, list[str]]:
    """Return the count, the length of the list, and the citers of a paper."""
    paper = store.data(CITED_BY % json.dumps(id_))["paper"]
    citers = paper["citers"]
    return paper["citedByCount"], citers["totalCount"], sorted(node["id"] for node in citers["nodes"])


def test_case_07_duplicate_rows_are_one_citation(store: Store) -> None:
    """Rows of one pair join: three citers, influential if a row says so, each context once; a null end is no edge."""
    report = load(store, "07-duplicate-edges.jsonl")
    assert (3, 3) == cited_by(store, "s2:500009")[:2]
    assert (1, 1) == (report.unmatched, report.refused)
    query = '{ paper(id: "s2:500009") { citers { edges { node { id } contexts isInfluential } } } }'
    edges = store.data(query)["paper"]["citers"]["edges"]
    edge = next(edge for edge in edges if edge["node"]["id"] == "s2:500001")
    assert (True, 1) == (edge["isInfluential"], len(edge["contexts"]))
    assert [] == store.broken_promises()


def test_case_03_spellings_of_a_doi(store: Store) -> None:
    """Six distinct edges between eight works, four of them citing the target; three bad lines are told."""
    report = load(store, "03-doi-variants.csv")
    assert (6, 8) == (report.citations_new, report.known_by_id)
    assert (4, 4) == cited_by(store, "10.5555/target.abc")[:2]
    assert [9, 10, 11] == [refused.line for _, refused in report.refused_lines]


def test_case_09_no_row_is_lost(store: Store) -> None:
    """Odd dates and time spans leave every citation in place, and no year is negative."""
    report = load(store, "09-negative-timespan.csv")
    with (FORMATS / "09-negative-timespan.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert len({(row["citing"], row["cited"]) for row in rows}) == report.citations_new == 7
    assert 0 == report.refused
    assert [] == store.rows("MATCH (paper:Paper) WHERE paper.published_ymd < 10000000 RETURN paper.id")


def test_case_13_one_number_beside_the_claim_of_the_source(store: Store) -> None:
    """The count here is four everywhere; the source's seven is another field; the undated citer is in the list."""
    load(store, "13-count-mismatch.json")
    query = """{ papers(ids: ["W9300000000"]) { citedByCount sourceCitedByCount
      citers { totalCount undatedCount byYear { count } } } }"""
    paper = next(paper for paper in store.data(query)["papers"] if paper)
    citers = paper["citers"]
    assert (4, 7, 4) == (paper["citedByCount"], paper["sourceCitedByCount"], citers["totalCount"])
    assert 4 == sum(bar["count"] for bar in citers["byYear"]) + citers["undatedCount"]


def test_the_edge_list_is_the_graph_of_the_records(store: Store) -> None:
    """SNAP's lines make the papers they name, by their arXiv ids, and one citation for each line."""
    report = load(store, "cit-HepTh-first-300.txt")
    lines = (FORMATS / "cit-HepTh-first-300.txt").read_text().splitlines()
    pairs = {tuple(line.split()) for line in lines if not line.startswith("#")}
    ids = {end.zfill(7) for pair in pairs for end in pair}
    assert (len(pairs), len(ids)) == (report.citations_new, report.known_by_id)
    known = store.rows("MATCH (paper:Paper) RETURN paper.id")
    assert {f"arxiv:hep-th/{id_}" for id_ in ids} == set(known)
    assert False is store.data(f'{{ paper(id: "{known[0]}") {{ isKnown }} }}')["paper"]["isKnown"]


def test_a_record_makes_an_id_known(store: Store) -> None:
    """A paper that an edge list only named is known, and counted as new, when its record arrives."""
    edges = store.folder / "edges.csv"
    edges.write_text("citing,cited\nx:a,x:b\n")
    load_files(store.writer, [str(edges)])
    report = store.load([{"id": "x:b", "title": "B"}])
    assert (1, 0, -1) == (report.new, report.changed, report.known_by_id)
    assert {"isKnown": True, "citedByCount": 1} == store.data('{ paper(id: "x:b") { isKnown citedByCount } }')["paper"]


def test_a_list_and_a_statement_are_two_sources(store: Store) -> None:
    """A citation that an edge list states stays when the paper's own list no longer has it, and the other way round."""
    edges = store.folder / "edges.csv"
    edges.write_text("citing,cited\nx:a,x:b\nx:a,x:c\n")
    store.load([{"id": "x:a", "references": ["x:b", "x:d"]}, {"id": "x:b"}, {"id": "x:d"}])
    load_files(store.writer, [str(edges)])
    assert 1 == store.load([{"id": "x:a", "references": []}]).citations_gone
    references = '{ paper(id: "x:a") { references { nodes { id } } } }'
    assert ["x:b", "x:c"] == sorted(n["id"] for n in store.data(references)["paper"]["references"]["nodes"])


def test_every_file_together_in_any_order(store: Store) -> None:
    """All formats in one load, in two orders, give the same citations, and every promise holds."""
    names = ["openalex-works.jsonl.gz", "openalex-page.json.gz", "s2ag-papers.jsonl.gz", "s2ag-citations.jsonl.gz",
             "s2ag-citations-part.jsonl", "s2-paper.json.gz", "crossref-items.json.gz", "aminer-v11.jsonl.gz",
             "opencitations-citations_data.csv", "cit-HepTh-first-300.txt"]  # fmt: skip
    pairs = "MATCH (citing:Paper)-[:CITES]->(cited:Paper) RETURN citing.id + ' ' + cited.id AS pair ORDER BY pair"
    found: list[list[str]] = []
    for seed in (1, 2):
        random.Random(seed).shuffle(names)
        store.writer.driver.execute_query("MATCH (n) WHERE NOT n:Dataset DETACH DELETE n")
        load(store, *names)
        assert [] == store.broken_promises()
        found.append(store.rows(pairs))
    assert found[0] == found[1]


def test_loading_a_folder_and_an_archive(store: Store, tmp_path: Path) -> None:
    """A folder is all that is below it, an archive all that is inside; what says nothing of papers is passed over."""
    folder = tmp_path / "dump" / "part=1"
    folder.mkdir(parents=True)
    (folder / "manifest").write_text("{}")
    (folder / "a.jsonl").write_text('{"id": "x:a", "references": ["x:b"]}\n')
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inner/b.jsonl", '{"id": "x:b"}\n{"id": 7}\n')
        archive.writestr("README.txt", "nothing")
    (folder / "b.zip").write_bytes(packed.getvalue())
    report = load_files(store.writer, [str(tmp_path / "dump")])
    assert (2, 1, 1) == (report.new, report.citations_new, report.refused)
    assert f"{folder / 'b.zip'}!inner/b.jsonl" == report.refused_lines[0][0]


def test_areas_of_a_source_with_their_tree(store: Store) -> None:
    """OpenAlex's topics are areas below their subfield, field and domain, and the works are in them with scores."""
    load(store, "openalex-page.json.gz")
    depth = store.rows(
        "MATCH path = (topic:Area)-[:PART_OF*]->(top:Area) WHERE NOT (top)-[:PART_OF]->() RETURN length(path)"
    )
    assert 3 == max(depth)
    assert [] == store.rows("MATCH (:Paper)-[membership:IN_AREA]->() WHERE membership.score IS NULL RETURN 1")
