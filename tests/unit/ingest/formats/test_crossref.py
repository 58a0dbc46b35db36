"""Works of Crossref."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AuthorRecord, CitationRecord, PaperRecord
from graphsvc.domain.text import clean_paragraphs
from graphsvc.ingest.formats import crossref
from graphsvc.ingest.formats.jats import plain_line, plain_paragraphs
from tests.unit.ingest.formats.reading import (
    all_normal,
    data_of,
    json_lines,
    json_values,
    objects_with,
    odd,
    read_all,
    read_until_cut,
    records,
    refused,
)

WORK = {
    "DOI": "10.5555/Inv.101",
    "type": "journal-article",
    "title": ["", "Counting <i>invented</i> widgets &amp; more"],
    "subtitle": ["not taken"],
    "author": [
        {"given": "Ada", "family": "Example", "ORCID": "http://orcid.org/0000-0002-1825-0097", "sequence": "first"},
        {"name": "The Widget Consortium"},
        {"given": "Bo", "family": "Sample", "suffix": "Jr."},
    ],
    "issued": {"date-parts": [[2021, 3]]},
    "container-title": ["Invented Letters", "Inv. Lett."],
    "abstract": "<jats:title>A</jats:title><p>We <jats:italic>count</jats:italic>.</p><jats:p>p &lt; 1</jats:p>",
    "is-referenced-by-count": 2,
    "reference-count": 3,
    "reference": [{"key": "1", "DOI": "10.5555/INV.77"}, {"key": "2", "unstructured": "Notes, 1999."}, {"DOI": "bad"}],
    "relation": {
        "has-preprint": [{"id-type": "doi", "id": "10.5555/Pre.1"}, {"id-type": "arxiv", "id": "2001.90001v2"}],
        "is-review-of": [{"id-type": "doi", "id": "10.5555/other"}],
        "is-preprint-of": [{"id-type": "uri", "id": "http://example.org"}],
    },
    "language": "en",
}
FULL = PaperRecord(
    id="doi:10.5555/inv.101",
    ids=("doi:10.5555/pre.1", "arxiv:2001.90001"),
    title="Counting invented widgets & more",
    abstract="We count.\n\np < 1",
    published=PartialDate(2021, 3),
    type="journal-article",
    venue="Invented Letters",
    language="en",
    authors=(
        AuthorRecord("Ada Example", "orcid:0000-0002-1825-0097"),
        AuthorRecord("The Widget Consortium"),
        AuthorRecord("Bo Sample Jr."),
    ),
    references=("doi:10.5555/inv.77",),
    source_cited_by_count=2,
)
REAL_FILES = ("crossref-items.json.gz", "crossref-pretty.json.gz")


def lines(*values: Any) -> bytes:
    """JSON lines of these values."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def one(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of a work with these fields, and what was left out of it."""
    items = read_all(crossref.read, lines({"DOI": "10.1/a", **values}))
    return records(items, PaperRecord)[0], [reason for _, reason in odd(items)]


def test_every_field_is_taken() -> None:
    """A full work comes out whole, each reference without a readable DOI as a citation of nothing."""
    items = read_all(crossref.read, lines(WORK))
    assert [FULL] == records(items, PaperRecord)
    assert 2 * [CitationRecord("doi:10.5555/inv.101", None)] == records(items, CitationRecord)
    assert 1 == len(odd(items))


@pytest.mark.parametrize("layout", ["lines", "items", "answer", "page", "one", "printed", "array"])
def test_every_layout_is_read(layout: str) -> None:
    """Lines, files of items, answers and pages of the API and single works give the same papers."""
    page = {"status": "ok", "message-type": "work-list", "message": {"facets": {}, "total-results": 1, "items": [WORK]}}
    text = {
        "lines": lines(WORK),
        "items": lines({"items": [WORK]}),
        "answer": lines({"status": "ok", "message-type": "work", "message": WORK}),
        "page": lines(page),
        "one": json.dumps(WORK).encode(),
        "printed": json.dumps(page, indent=2).encode(),
        "array": lines([WORK]),
    }[layout]
    assert crossref.recognises(text)
    assert [FULL] == records(read_all(crossref.read, text), PaperRecord)


@pytest.mark.parametrize("name", REAL_FILES)
def test_real_files_lose_nothing(name: str) -> None:
    """Each work of a real file is a paper with its title, count and references, and nothing is odd."""
    works, items = json.loads(data_of(name))["items"], read_all(crossref.read, data_of(name))
    papers = records(items, PaperRecord)
    assert ["doi:" + work["DOI"].lower() for work in works] == [paper.id for paper in papers]
    assert [bool("".join(work["title"])) for work in works] == [bool(paper.title) for paper in papers]
    assert [work["is-referenced-by-count"] for work in works] == [paper.source_cited_by_count for paper in papers]
    assert [len(work.get("author", ())) for work in works] == [len(paper.authors or ()) for paper in papers]
    references = [reference for work in works for reference in work.get("reference", ())]
    with_doi = sum("DOI" in reference for reference in references)
    assert with_doi == sum(len(paper.references or ()) for paper in papers)
    assert len(references) - with_doi == len(records(items, CitationRecord))
    assert ["reference" in work for work in works] == [paper.references is not None for paper in papers]
    assert [] == odd(items) + refused(items)
    assert not any("<" in (paper.title or "") + (paper.abstract or "") for paper in papers)


def test_dates_are_as_precise_as_they_make_sense() -> None:
    """Case 11: unknown dates stay unknown, what makes no sense of one is told, the day of the deposit is not taken."""
    items = read_all(crossref.read, data_of("11-crossref-dates.json"))
    dates = [paper.published and paper.published.iso for paper in records(items, PaperRecord)]
    assert [None] * 5 == dates[:5]
    assert ["2016", "2016-02", "2016-02", None, "2016", "2015-07-01", "2014-05-01"] == dates[5:]
    assert [8, 9, 10] == [line for line, _ in odd(items)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"references-count": 5}, None),
        ({"reference-count": 0}, None),
        ({"reference-count": 4, "reference": []}, None),
        ({"reference-count": 0, "reference": []}, ()),
        ({"reference": [{"key": "a"}]}, ()),
    ],
)
def test_references_that_were_not_deposited_are_not_known(values: Any, expected: Any) -> None:
    """Only a list that is there tells which references a work has."""
    assert expected == one(**values)[0].references


def test_a_retraction_marks_what_it_retracts() -> None:
    """The notice is a paper of its own; the work that it retracts is marked, one that it corrects is not."""
    updates = [{"DOI": "10.1/Bad", "type": "retraction"}, {"DOI": "10.1/meh", "type": "correction"}]
    items = read_all(crossref.read, lines({"DOI": "10.1/notice", "update-to": updates}))
    assert [PaperRecord("doi:10.1/notice"), PaperRecord("doi:10.1/bad", is_retracted=True)] == records(
        items, PaperRecord
    )
    assert one(**{"updated-by": [{"DOI": "10.1/n", "type": "retraction"}]})[0].is_retracted


def test_preprint_and_article_are_one_paper() -> None:
    """Case 29: what the article names as its preprint is another id of it; a peer review is a paper of its own."""
    cases = [case for case in json_lines(data_of("29-preprint-published.jsonl")) if case["source"] == "crossref"]
    items = read_all(crossref.read, lines(*({**case, "DOI": case["doi"]} for case in cases)))
    assert [
        ("doi:10.5555/jwg.2021.7", ("arxiv:2001.90001",)),
        ("doi:10.5555/jwg-2020-7-rc1", ()),
    ] == [(paper.id, paper.ids) for paper in records(items, PaperRecord)]


@pytest.mark.parametrize("title", [[], None, [None], ["", " "], [[]]])
def test_titles_that_are_not_there_are_none(title: Any) -> None:
    """Case 01: an empty list, null and blanks are no title."""
    assert None is one(title=title)[0].title


@pytest.mark.parametrize("doi", [None, "", 5, "not a doi", "pmid:5", {}])
def test_a_work_without_its_doi_is_refused(doi: Any) -> None:
    """What has no DOI is refused, the next is read."""
    items = read_all(crossref.read, lines({"DOI": doi, "title": ["x"]}, WORK))
    assert [1] == [line for line, _ in refused(items)]
    assert [FULL] == records(items, PaperRecord)


def test_a_cut_file_gives_what_was_whole() -> None:
    """A file that ends in the middle gives its whole works, then tells that it was cut."""
    data = data_of("crossref-items.json.gz")
    items, is_cut = read_until_cut(crossref.read, data[: len(data) // 2])
    whole = records(read_all(crossref.read, data), PaperRecord)
    papers = records(items, PaperRecord)
    assert is_cut
    assert whole[: len(papers)] == papers != []


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<jats:sec><jats:title>Methods</jats:title><jats:p>We.</jats:p></jats:sec><jats:p>So.</jats:p>", "We.\n\nSo."),
        ("<jats:p>&lt;em&gt;Abstract&lt;/em&gt; .</jats:p>", "Abstract ."),
        ("H<jats:sub>2</jats:sub>O &#8211; &amp; R&D &copy=1", "H2O – & R&D &copy=1"),
        ("if a <b and c> d, p <0.05, see <http://example.org>", "if a <b and c> d, p <0.05, see <http://example.org>"),
        ("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo></mml:math><jats:tex-math>$x=$</jats:tex-math>", "x="),
        ("<jats:title>Never closed <jats:p>Text", "Never closed Text"),
        ("<![CDATA[a & b]]><!-- not --> c", "a & b c"),
        ("a < b", "a < b"),
    ],
)
def test_markup_goes_and_text_stays(markup: str, expected: str) -> None:
    """Tags go, headings and TeX go with their text, paragraphs stay apart, comparisons are no tags."""
    assert expected == clean_paragraphs(plain_paragraphs(markup))


@pytest.mark.parametrize("beginning", ["<", "<a ", "<![CDATA[", "<jats:title>", "&#", "<b a", "<!--"])
def test_markup_that_never_ends_costs_no_more(beginning: str) -> None:
    """A text of nothing but beginnings is read in one pass, and stays a text."""
    assert isinstance(plain_paragraphs(beginning * 50_000), str)


@settings(max_examples=60)
@given(st.text(st.sampled_from("<>&;/!-[]= ab#x\n\"'jatspmle:t"), max_size=80))
def test_any_text_is_plain_text(text: str) -> None:
    """Whatever looks like markup, nothing is raised."""
    assert isinstance(plain_paragraphs(text) + plain_line(text), str)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"id": "doi:10.1/a", "title": "native", "references": []}\n',
        b'[{"id": "a", "type": "article-journal", "title": "CSL", "DOI": "10.1/a"}]',
        b'{"id": "https://openalex.org/W1", "doi": "https://doi.org/10.1/a", "title": "x"}',
        b'{"message-type": "funder-list", "message": {"items": [{"id": "x"}]}}',
    ],
)
def test_other_formats_are_not_claimed(head: bytes) -> None:
    """Native records, CSL-JSON and Crossref's other lists are not taken for works."""
    assert not crossref.recognises(head)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(json_values | objects_with(*WORK, "update-to", "date-parts", "id", "id-type"), max_size=4), st.booleans()
)
def test_any_json_is_taken_or_refused(values: list[Any], in_page: bool) -> None:
    """Whatever a record holds, nothing is raised and every id that comes out is in its normal form."""
    for value in values:
        if isinstance(value, dict):
            value.update({"DOI": "10.1/A"})
    data = lines({"items": values}) if in_page else lines(*values)
    crossref.recognises(data)
    assert all_normal(crossref.read, data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"{", b"[", b'{"message": {"items": [', b'{"DOI": "10.1/a", ']))
def test_any_bytes_are_taken_or_refused(data: bytes, before: bytes) -> None:
    """Whatever bytes come, nothing is raised but that the input is cut short."""
    crossref.recognises(before + data)
    assert all_normal(crossref.read, before + data)
