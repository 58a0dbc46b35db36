"""Answers of Semantic Scholar's Graph API: papers with their lists, and pages of citations and references."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import CitationRecord, PaperRecord
from graphsvc.ingest.formats import s2_graph_api
from tests.unit.ingest.formats.reading import (
    all_normal,
    data_of,
    json_values,
    objects_with,
    odd,
    read_all,
    read_until_cut,
    records,
    refused,
)

A, B, C = "a" * 40, "b" * 40, "0" * 40


def answer(value: Any, name: str = "a file") -> list[Any]:
    """Read one answer."""
    return read_all(s2_graph_api.read, json.dumps(value).encode(), name)


def ends(items: list[Any]) -> list[tuple[str, str | None]]:
    """The ends of the citations."""
    return [(citation.citing, citation.cited) for citation in records(items, CitationRecord)]


def test_a_paper_brings_the_papers_of_its_lists() -> None:
    """Embedded references are the paper's list, embedded citations are citations, and all of them are papers."""
    items = answer({
        "paperId": A.upper(), "externalIds": {"DOI": "10.5555/A", "CorpusId": 5}, "corpusId": 5, "title": "One",
        "abstract": "We.", "venue": "V", "year": 2020, "publicationDate": "2020-05-06", "citationCount": 9,
        "publicationTypes": ["Review"], "authors": [{"authorId": "1", "name": "N"}], "referenceCount": 3,
        "references": [{"paperId": B, "title": "Two"}, {"paperId": None, "title": "Lost"}, {"paperId": B}],
        "citations": [{"paperId": C, "title": "Three"}, {"paperId": None, "title": "Nobody"}],
    })  # fmt: skip
    first, *others = records(items, PaperRecord)
    assert ("s2:5", (f"s2:{A}", "doi:10.5555/a"), "One", PartialDate(2020, 5, 6), 9) == (
        first.id, first.ids, first.title, first.published, first.source_cited_by_count,
    )  # fmt: skip
    assert ("Review", "V", "We.", (f"s2:{B}",)) == (first.type, first.venue, first.abstract, first.references)
    assert [(f"s2:{B}", "Two"), (f"s2:{B}", None), (f"s2:{C}", "Three")] == [(p.id, p.title) for p in others]
    assert [("s2:5", None), (f"s2:{C}", "s2:5")] == ends(items)
    assert [(6, "the paper has no `paperId` and no other id")] == refused(items)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, None),
        ({"references": None}, None),
        ({"references": [], "referenceCount": 0}, ()),
        ({"references": [], "referenceCount": 12}, None),
        ({"references": [{"paperId": B}], "referenceCount": 12}, (f"s2:{B}",)),
        ({"references": {}}, None),
    ],
)
def test_an_empty_list_is_only_known_to_be_empty_without_a_count(values: Any, expected: Any) -> None:
    """A list that a publisher keeps back is not an empty one."""
    assert [expected] == [record.references for record in records(answer({"paperId": A} | values), PaperRecord)[:1]]


@pytest.mark.parametrize("name", [f"{A}.json", f"dir/citations-{A}-0.json.gz", f"CorpusId_7/{A}_citations.json"])
def test_a_page_named_after_its_paper_gives_citations(name: str) -> None:
    """Where the file's name holds one id, the entries of a page are citations of that paper, with their facts."""
    entry = {"paperId": B, "title": "T"}
    facts = {"contexts": ["As in [1].", ""], "intents": ["background"], "isInfluential": True}
    items = answer({"offset": 0, "data": [{"citingPaper": entry} | facts]}, name)
    assert [PaperRecord(f"s2:{A}"), PaperRecord(f"s2:{B}", title="T")] == records(items, PaperRecord)
    expected = CitationRecord(f"s2:{B}", f"s2:{A}", ("As in [1].",), ("background",), True)
    assert ([expected], []) == (records(items, CitationRecord), odd(items) + refused(items))
    references = answer({"offset": 0, "data": [{"citedPaper": entry}, {"citedPaper": {"paperId": None}}]}, name)
    assert [(f"s2:{A}", f"s2:{B}"), (f"s2:{A}", None)] == ends(references)


@pytest.mark.parametrize("name", ["citations.0.json", f"{A}-{B}.json", f"{A}0.json", "standard input"])
def test_a_page_of_nobody_knows_whose_citations_gives_its_papers(name: str) -> None:
    """Without one id in the file's name no citation is made up, and that is told once for the file."""
    page = {"offset": 0, "data": [{"citingPaper": {"paperId": B}}, {"citingPaper": {"paperId": C}}]}
    items = answer(page, name)
    assert [PaperRecord(f"s2:{B}"), PaperRecord(f"s2:{C}")] == records(items, PaperRecord)
    assert ([], [(1, True)]) == (ends(items), [(line, "does not say whose" in reason) for line, reason in odd(items)])


def test_a_link_with_both_ends_is_a_citation() -> None:
    """An entry that names both of its papers needs no file's name, and one without a cited paper is unmatched."""
    known = {"citingPaper": {"paperId": B}, "citedPaper": {"paperId": C}, "isInfluential": False}
    items = answer([known, known | {"citedPaper": {"paperId": None}}])
    expected = [CitationRecord(f"s2:{B}", cited, is_influential=False) for cited in (f"s2:{C}", None)]
    assert (expected, []) == (records(items, CitationRecord), odd(items) + refused(items))


def test_a_corpus_id_may_name_the_file_too() -> None:
    """CorpusId and a number in the file's name say whose page it is."""
    items = answer({"data": [{"citingPaper": {"paperId": B}}]}, "CorpusId-0123.json")
    assert [(f"s2:{B}", "s2:123")] == ends(items)


def test_answers_about_many_papers() -> None:
    """A list of papers, a page of a search and one answer a line are read alike, and null is an unknown paper."""
    one, two = {"paperId": A}, {"paperId": B}
    expected = [PaperRecord(f"s2:{A}"), PaperRecord(f"s2:{B}")]
    batch = answer([one, None, two])
    assert (expected, [2]) == (records(batch, PaperRecord), [line for line, _ in odd(batch)])
    assert expected == records(answer({"total": 2, "offset": 0, "data": [one, two]}), PaperRecord)
    lines = read_all(s2_graph_api.read, json.dumps(one).encode() + b"\n" + json.dumps(two).encode())
    assert expected == records(lines, PaperRecord)
    assert [(1, "the paper has no `paperId` and no other id: 'Paper not found'")] == refused(
        answer({"error": "Paper not found"})
    )


def test_a_real_paper_with_its_lists() -> None:
    """Each embedded paper with an id is a paper, each reference without one is unmatched, nothing is refused."""
    given_paper = json.loads(data_of("s2-paper.json.gz"))
    items = read_all(s2_graph_api.read, data_of("s2-paper.json.gz"))
    matched = [entry for entry in given_paper["references"] if entry["paperId"]]
    papers = records(items, PaperRecord)
    listed = [given_paper, *matched, *given_paper["citations"]]
    assert [f"s2:{entry['corpusId']}" for entry in listed] == [paper.id for paper in papers]
    assert [f"s2:{entry['paperId']}" for entry in listed] == [paper.ids[0] for paper in papers]
    assert tuple(f"s2:{entry['corpusId']}" for entry in matched) == papers[0].references
    assert len(given_paper["references"]) - len(matched) == sum(cited is None for _, cited in ends(items))
    assert len(given_paper["citations"]) == sum(cited == papers[0].id for _, cited in ends(items))
    assert [] == refused(items)


def test_real_pages() -> None:
    """A page of 100 citing papers gives 100 papers, one of 50 references those that the service knows."""
    cited = json.loads(data_of("s2-references-page.json.gz"))["data"]
    unmatched = sum(entry["citedPaper"]["paperId"] is None for entry in cited)
    citations = read_all(s2_graph_api.read, data_of("s2-citations-page.json.gz"), "get_paper_citations.0.json.gz")
    references = read_all(s2_graph_api.read, data_of("s2-references-page.json.gz"))
    assert (100, 0, 1) == (len(records(citations, PaperRecord)), len(refused(citations)), len(odd(citations)))
    assert (50 - unmatched, unmatched) == (len(records(references, PaperRecord)), len(refused(references)))
    named = read_all(s2_graph_api.read, data_of("s2-references-page.json.gz"), f"{A}.json.gz")
    assert (50, unmatched, []) == (len(ends(named)), sum(cited is None for _, cited in ends(named)), refused(named))


def test_an_answer_that_is_cut_short_is_told() -> None:
    """The whole papers of a list that has no end are taken, and then the reader says that it was cut."""
    items, is_cut = read_until_cut(s2_graph_api.read, f'[{{"paperId": "{A}"}}, {{"paperId": "{B}'.encode())
    assert ([PaperRecord(f"s2:{A}")], True) == (records(items, PaperRecord), is_cut)


def test_only_its_own_files_are_recognised() -> None:
    """Papers, pages of every kind and empty ones are known; other formats are not taken."""
    own = [data_of(f"s2-{name}.json.gz") for name in ("paper", "citations-page", "references-page")]
    own += [b'{"offset": 100, "data": []}', b'[null, {"paperId": "' + A.encode() + b'"}]']
    assert [True] * 5 == [s2_graph_api.recognises(head[:30_000]) for head in own]
    names = ("s2ag-papers.jsonl.gz", "s2ag-citations-part.jsonl", "aminer-v11.jsonl.gz", "19-aminer-v13-mongo.json")
    assert [False] * 4 == [s2_graph_api.recognises(data_of(name)[: 64 * 1024]) for name in names]
    assert not s2_graph_api.recognises(b'{"id": "x:a", "paperId": "b"}\n')
    assert not s2_graph_api.recognises(b'{"id": "x:a", "title": "{\\"paperId\\": 1}"}\n')


KEYS = ("paperId", "externalIds", "corpusId", "title", "authors", "references", "citations", "data", "citingPaper",
        "citedPaper", "contexts", "s2FieldsOfStudy", "publicationDate")  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(json_values | objects_with(*KEYS) | st.lists(objects_with(*KEYS), max_size=3), st.sampled_from(["x", A]))
def test_any_json_is_taken_or_refused(value: Any, name: str) -> None:
    """No value anywhere in an answer stops the reading, or brings in an id that is not in its normal form."""
    data = json.dumps(value).encode()
    assert all_normal(lambda given: s2_graph_api.read(given), data)
    assert all_normal(s2_graph_api.read, b'{"data": [' + data + b"]}")
    s2_graph_api.recognises(data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300) | st.text('{}[]",:\\ aN1', max_size=60).map(str.encode))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(s2_graph_api.read, data)
    s2_graph_api.recognises(data)
