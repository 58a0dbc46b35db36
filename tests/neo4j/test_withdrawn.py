"""What a source takes back: the deletes of Semantic Scholar's diffs, of papers, abstracts and citations."""

import json
from typing import Any

import pytest

from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import Store

pytestmark = pytest.mark.neo4j

# new (x:new) lists s2:1 and s2:2; s2:1 lists s2:2; citation 71 states s2:3 -> s2:2, 72 states x:new -> s2:2 as well
NEW = {"id": "x:new", "title": "New", "references": ["s2:1", "s2:2"]}
ONE = {
    "id": "s2:1",
    "ids": ["10.1/one"],
    "title": "One",
    "authors": [{"name": "Ada", "id": "orcid:1"}],
    "areas": ["area:a"],
    "references": ["s2:2"],
}
TWO = {"id": "s2:2", "title": "Two", "areas": ["area:a"]}
CITATIONS = [
    {"citationid": 71, "citingcorpusid": 3, "citedcorpusid": 2, "contexts": ["as in"], "isinfluential": True},
    {"citationid": 72, "citingcorpusid": 1, "citedcorpusid": 2, "contexts": ["see"], "isinfluential": False},
]
PAPER = """query ($id: ID!) { paper(id: $id) { id title abstract isKnown citedByCount referenceCount referencesOutside
  citers { edges { node { id } contexts isInfluential } } } }"""


def load_lines(store: Store, name: str, *objects: dict[str, Any]) -> Report:
    """Load objects as a file of JSON lines with this name."""
    file = store.folder / name
    file.write_text("".join(json.dumps(each) + "\n" for each in objects))
    return load_files(store.writer, [str(file)])


def paper(store: Store, id_: str) -> Any:
    """Return a paper as GraphQL gives it."""
    return store.data(PAPER, id=id_)["paper"]


def citers(store: Store, id_: str) -> list[str]:
    """Return who cites a paper."""
    return sorted(edge["node"]["id"] for edge in paper(store, id_)["citers"]["edges"])


def test_a_withdrawn_paper_is_as_if_it_had_never_been_there(store: Store) -> None:
    """Its own references are gone, those to it wait for a record again, and its further ids lead nowhere."""
    store.load([NEW, TWO])
    before = store.fingerprint()
    store.load([NEW, ONE, TWO])
    report = load_lines(store, "deletes.jsonl", {"corpusid": 1})
    assert (1, 2, 0) == (report.withdrawn, report.citations_gone, report.refused)
    assert before == store.fingerprint()
    assert None is paper(store, "10.1/one")
    assert [] == store.broken_promises()


def test_a_paper_that_comes_back(store: Store) -> None:
    """A record that is loaded after it was withdrawn counts again, with the citations that waited for it."""
    store.load([NEW, ONE, TWO])
    before = store.fingerprint()
    load_lines(store, "deletes.jsonl", {"corpusid": 1})
    assert 1 == store.load([ONE]).new
    assert before == store.fingerprint()


def test_a_withdrawn_paper_that_a_statement_names_stays_by_its_id(store: Store) -> None:
    """The ends of a citation that is stated by itself are papers, with a record or without."""
    store.load([NEW, TWO])
    load_lines(store, "citations.jsonl", *CITATIONS)
    load_lines(store, "deletes.jsonl", {"corpusid": 2})
    found = paper(store, "s2:2")
    assert (None, False, 3) == (found["title"], found["isKnown"], found["citedByCount"])
    assert ["s2:1", "s2:3", "x:new"] == citers(store, "s2:2")
    assert [] == store.broken_promises()


def test_what_another_source_tells_stays(store: Store) -> None:
    """A paper of which another record tells loses the references that the withdrawn one alone listed, and no more."""
    store.load([TWO, ONE, {"id": "doi:10.1/one", "venue": "Letters", "references": ["x:other"]}, {"id": "x:other"}])
    load_lines(store, "deletes.jsonl", {"corpusid": 1})
    assert {"venue": "Letters", "references": {"nodes": [{"id": "x:other"}]}} == store.data(
        '{ paper(id: "10.1/one") { venue references { nodes { id } } } }'
    )["paper"]
    assert [] == store.broken_promises()


def test_a_withdrawn_abstract(store: Store) -> None:
    """A delete in the data set of abstracts takes the abstract alone; loading both files again changes nothing else."""
    load_lines(store, "papers.jsonl", {"corpusid": 1, "title": "One"})
    load_lines(store, "abstracts.jsonl", {"corpusid": 1, "abstract": "About one."})
    assert 1 == load_lines(store, "papers.jsonl", {"corpusid": 1, "title": "One"}).same
    assert 1 == load_lines(store, "abstracts.jsonl", {"corpusid": 1, "abstract": "About one."}).same
    assert 1 == load_lines(store, "abstracts-deletes.jsonl", {"corpusid": 1}).withdrawn
    found = paper(store, "s2:1")
    assert ("One", None, True) == (found["title"], found["abstract"], found["isKnown"])


def test_a_withdrawn_citation(store: Store) -> None:
    """The statement's citation is gone, with papers of which nothing else is known; one that a list has too stays."""
    store.load([ONE, TWO])
    load_lines(store, "citations.jsonl", *CITATIONS)
    report = load_lines(store, "deletes.jsonl", {"citationid": 71}, {"citationid": 72}, {"citationid": 99})
    assert (2, 1, 1) == (report.withdrawn, report.withdrawn_not_here, report.citations_gone)
    assert [{"node": {"id": "s2:1"}, "contexts": [], "isInfluential": None}] == paper(store, "s2:2")["citers"]["edges"]
    assert None is paper(store, "s2:3")
    assert [] == store.broken_promises()


def test_one_of_two_statements_of_a_citation(store: Store) -> None:
    """A citation that two rows state is there until both are taken back."""
    rows = [{**CITATIONS[0], "citationid": number} for number in (1, 2)]
    load_lines(store, "citations.jsonl", *rows)
    load_lines(store, "deletes.jsonl", {"citationid": 1})
    assert ["s2:3"] == citers(store, "s2:2")
    load_lines(store, "deletes.jsonl", {"citationid": 2})
    assert [] == store.rows("MATCH (paper:Paper) RETURN paper.id")


def test_what_is_not_here_is_counted(store: Store) -> None:
    """Taking back what nobody told changes nothing and is told."""
    store.load([ONE])
    before = store.fingerprint()
    report = load_lines(store, "deletes.jsonl", {"corpusid": 77})
    assert (0, 1, 0) == (report.withdrawn, report.withdrawn_not_here, report.exit_status)
    assert before == store.fingerprint()
