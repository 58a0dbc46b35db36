"""Semantic Scholar's bulk data sets: papers, abstracts, citations, and the files of a diff."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    Located,
    PaperRecord,
    Refused,
    WithdrawnCitation,
    WithdrawnRecord,
)
from graphsvc.ingest.formats import s2ag
from tests.unit.ingest.formats.reading import (
    all_normal,
    data_of,
    json_lines,
    json_values,
    objects_with,
    odd,
    read_all,
    records,
    refused,
)

PAPER = {
    "corpusid": 810101,
    "externalids": {
        "ACL": "P19-1580", "DBLP": "no key", "ArXiv": "2101.99999", "MAG": "12", "CorpusId": "810101",
        "PubMed": "5", "DOI": "10.5555/INV.101", "PubMedCentral": "77",
    },
    "title": "Counting invented\n widgets",
    "authors": [{"authorId": "90000001", "name": "A. Example"}, {"authorId": None, "name": "B. Sample"}],
    "venue": "",
    "year": 2021,
    "referencecount": 12,
    "citationcount": 2,
    "s2fieldsofstudy": [
        {"category": "Physics", "source": "external"},
        {"category": "Computer Science", "source": "external"},
        {"category": "Physics", "source": "s2-fos-model"},
    ],
    "publicationtypes": ["Review", "JournalArticle"],
    "publicationdate": "2021-03-04",
    "journal": {"name": "Invented Letters", "pages": "1\n  -9", "volume": "7"},
}  # fmt: skip


def lines(*values: Any) -> list[Any]:
    """Read objects as lines."""
    return read_all(s2ag.read, b"".join(json.dumps(value).encode() + b"\n" for value in values))


def paper(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of a line with these values changed, and what was left out of it."""
    items = lines(PAPER | values)
    return records(items, PaperRecord)[0], [reason for _, reason in odd(items)]


def test_every_field_of_a_paper_is_taken() -> None:
    """Ids come with their schemes, the venue is the journal's where it is empty, an area counts once."""
    items = lines(PAPER)
    physics, computing = "area:s2:Physics", "area:s2:Computer Science"
    expected = PaperRecord(
        id="s2:810101",
        ids=("doi:10.5555/inv.101", "arxiv:2101.99999", "mag:12", "pmid:5", "pmcid:PMC77", "acl:P19-1580"),
        title="Counting invented widgets",
        published=PartialDate(2021, 3, 4),
        type="Review",
        venue="Invented Letters",
        authors=(AuthorRecord("A. Example", "s2-author:90000001"), AuthorRecord("B. Sample")),
        areas=(AreaMembership(physics), AreaMembership(computing)),
        source_cited_by_count=2,
    )
    assert [expected] == records(items, PaperRecord)
    assert [AreaRecord(physics, "Physics"), AreaRecord(computing, "Computer Science")] == records(items, AreaRecord)
    assert ["`dblp`: 'no key'"] == [reason[:16] for _, reason in odd(items)]


def test_what_is_unknown_stays_unknown() -> None:
    """Null says nothing, of references nothing is known, and a year stands in for a date that is none."""
    bare = dict.fromkeys(PAPER) | {"corpusid": "810101"}
    assert [PaperRecord("s2:810101")] == records(lines(bare), PaperRecord)
    record, reasons = paper(publicationdate="2021-02-30", externalids={}, authors=[])
    assert (PartialDate(2021), (), (), None) == (record.published, record.ids, record.authors, record.references)
    assert ["`publicationdate`: '2021-02-30' is not a date: 2021-02 has no day 30"] == reasons


def test_fields_of_study_by_their_names_alone() -> None:
    """Where the older list stands alone its fields are the areas; beside the newer one it says nothing more."""
    names = {"fieldsOfStudy": ["Sociology", "Physics"]}
    assert (AreaMembership("area:s2:Sociology"), AreaMembership("area:s2:Physics")) == paper(
        s2fieldsofstudy=None, **names
    )[0].areas
    assert (AreaMembership("area:s2:Physics"), AreaMembership("area:s2:Computer Science")) == paper(**names)[0].areas


def test_each_area_is_told_once() -> None:
    """The areas that many papers share are yielded with the first of them."""
    items = lines(PAPER, PAPER | {"corpusid": 1}, PAPER | {"corpusid": 2})
    assert (2, 3) == (len(records(items, AreaRecord)), len(records(items, PaperRecord)))


def test_an_abstract_is_a_paper_with_what_is_known_of_it() -> None:
    """The data set of abstracts adds the abstract, with its paragraphs, and the ids of the open access part."""
    items = lines({
        "corpusid": 810101,
        "openaccessinfo": {"externalids": {"DOI": "10.5555/INV.101", "ArXiv": None}, "license": None},
        "abstract": "We count.\n\nWidgets.",
    })  # fmt: skip
    expected = PaperRecord("s2:810101", ("doi:10.5555/inv.101",), abstract="We count.\n\nWidgets.", part="abstract")
    assert [expected] == records(items, PaperRecord)


def test_repeated_and_unmatched_citations() -> None:
    """Rows of one citation come one by one, one without a cited paper is unmatched, one without a citing is refused."""
    items = read_all(s2ag.read, data_of("07-duplicate-edges.jsonl"))
    recipe = CitationRecord(
        "s2:500001", "s2:500009", ("We follow the recipe of [4].",), ("methodology",), False, "s2:71"
    )
    expected = [
        recipe,
        CitationRecord("s2:500001", "s2:500009", (), (), True, "s2:72"),
        CitationRecord("s2:500002", "s2:500009", ("As in [1].",), ("background",), False, "s2:73"),
        recipe,
        CitationRecord("s2:500002", None, ("An unmatched entry [9].",), ("background",), False, "s2:74"),
        CitationRecord("s2:500003", "s2:500009", ("Better than [2].",), ("result",), False, "s2:76"),
        CitationRecord("s2:500003", "s2:500009", (), (), False, "s2:77"),
    ]
    assert expected == records(items, CitationRecord)
    assert [(6, "`citingcorpusid` is missing")] == refused(items)
    assert 3 == len({citation.citing for citation in expected if citation.cited})


@pytest.mark.parametrize(
    ("intents", "expected"),
    [
        (["a", "b", "a"], ("a", "b")),
        ([["a"], None, ["b", "a"], []], ("a", "b")),
        ([None], ()),
        ("a", ("a",)),
        (None, ()),
    ],
)
def test_intents_of_every_release(intents: Any, expected: tuple[str, ...]) -> None:
    """Intents may be a list or a list for each context, and count without repeats."""
    (record,) = records(lines({"citingCorpusId": 1, "citedCorpusId": "2", "intents": intents}), CitationRecord)
    assert CitationRecord("s2:1", "s2:2", intents=expected) == record


def test_what_a_diff_deletes() -> None:
    """A paper's key alone withdraws its record, or its abstract in a file of those; a citation's key its statement."""
    items = lines({"corpusid": 7}, {"citationid": 8}, {"citationid": None})
    withdrawn = [item.record for item in items if isinstance(item, Located)]
    assert [WithdrawnRecord("s2:7"), WithdrawnCitation("s2:8")] == withdrawn
    assert [(3, "`citationid` is missing")] == refused(items)
    abstracts = read_all(s2ag.read, b'{"corpusid": 7}\n', "diff/abstracts/delete.jsonl")
    assert [WithdrawnRecord("s2:7", "abstract")] == records(abstracts, WithdrawnRecord)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"corpusid": 1, "model": "tldr@v2", "text": "short"}, "is of none of the data sets that are read"),
        ({"corpusid": "1a", "title": "t"}, "`corpusid` is no corpus id"),
        ({"corpusid": True, "title": "t"}, "`corpusid` is neither a number nor a text"),
        ({"corpusid": -1, "title": "t"}, "`corpusid` is no corpus id"),
        ({"title": "t"}, "`corpusid` is missing"),
        ({"citingcorpusid": 1, "citedcorpusid": "x"}, "`citedcorpusid` is no corpus id"),
        ([1], "the line holds no JSON object"),
    ],
)
def test_a_line_without_a_sound_id_is_refused(values: Any, reason: str) -> None:
    """What names no paper is refused, and the lines around it are taken."""
    items = lines(PAPER, values, PAPER)
    assert [(2, reason)] == [(line, found[: len(reason)]) for line, found in refused(items)]
    assert 2 == len(records(items, PaperRecord))


def test_the_samples_of_the_data_sets_are_taken_whole() -> None:
    """The real samples give one record a line, with the ids, areas, authors and counts that stand there."""
    given_papers, given_abstracts = json_lines(data_of("s2ag-papers.jsonl.gz")), data_of("s2ag-abstracts.jsonl.gz")
    items = read_all(s2ag.read, data_of("s2ag-papers.jsonl.gz"))
    papers = records(items, PaperRecord)
    assert [f"s2:{given['corpusid']}" for given in given_papers] == [paper.id for paper in papers]
    schemes = ("ACL", "DBLP", "ArXiv", "MAG", "PubMed", "DOI", "PubMedCentral")
    assert sum(given["externalids"][s] is not None for given in given_papers for s in schemes) == sum(
        len(paper.ids) for paper in papers
    )
    categories = {area["category"] for given in given_papers for area in given["s2fieldsofstudy"] or ()}
    assert categories == {area.name for area in records(items, AreaRecord)}
    assert sum(len(given["authors"]) for given in given_papers) == sum(len(paper.authors) for paper in papers)
    assert [given["citationcount"] for given in given_papers] == [paper.source_cited_by_count for paper in papers]
    assert [] == [item for item in items if isinstance(item, Refused)] + odd(items)
    abstracts = records(read_all(s2ag.read, given_abstracts), PaperRecord)
    assert [f"s2:{given['corpusid']}" for given in json_lines(given_abstracts)] == [paper.id for paper in abstracts]
    assert all(paper.abstract for paper in abstracts)


@pytest.mark.parametrize("name", ["s2ag-citations.jsonl.gz", "s2ag-citations-part.jsonl"])
def test_the_samples_of_citations_are_taken_whole(name: str) -> None:
    """The real citations give one citation a line, whatever case their keys have, with unmatched ones among them."""
    given_lines = [{key.lower(): value for key, value in line.items()} for line in json_lines(data_of(name))]
    expected = [
        (f"s2:{line['citingcorpusid']}", line["citedcorpusid"] and f"s2:{line['citedcorpusid']}")
        for line in given_lines
    ]
    found = records(read_all(s2ag.read, data_of(name)), CitationRecord)
    assert expected == [(citation.citing, citation.cited) for citation in found]
    assert [len(line.get("contexts") or ()) for line in given_lines] == [len(c.contexts) for c in found]


def test_only_its_own_files_are_recognised() -> None:
    """Each data set and diff is known by its first line; papers of the Graph API and native records are not taken."""
    names = ("s2ag-papers.jsonl.gz", "s2ag-abstracts.jsonl.gz", "s2ag-citations.jsonl.gz", "s2ag-citations-part.jsonl")
    assert [True] * 4 == [s2ag.recognises(data_of(name)[: 64 * 1024]) for name in names]
    assert s2ag.recognises(b'{"corpusid": 7}\n')
    assert s2ag.recognises(b'{"citationid": 7}\n')
    others = ("s2-paper.json.gz", "aminer-v11.jsonl.gz", "cit-HepTh-first-300.txt", "opencitations-doci_citations.csv")
    assert [False] * 4 == [s2ag.recognises(data_of(name)[: 64 * 1024]) for name in others]
    assert not s2ag.recognises(b'{"id": "x:a", "corpusid": 7}\n')


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        json_values
        | objects_with(*PAPER, "abstract", "openaccessinfo")
        | objects_with("citingcorpusid", "citedcorpusid", "contexts", "intents", "isinfluential"),
        max_size=3,
    )
)
def test_any_json_is_taken_or_refused(values: list[Any]) -> None:
    """No value anywhere in a line stops the reading, or brings in an id that is not in its normal form."""
    data = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    assert all_normal(s2ag.read, data)
    s2ag.recognises(data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(s2ag.read, data)
    s2ag.recognises(data)
