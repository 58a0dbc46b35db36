"""arXiv's metadata snapshot."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AreaMembership, AreaRecord, AuthorRecord, Located, PaperRecord
from graphsvc.ingest.formats import arxiv
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

PAPER = {
    "id": "2101.99999",
    "submitter": "Ada Example",
    "authors": "Ada Example and Bo S\\'ample",
    "title": "Counting invented\n  widgets",
    "comments": "9 pages",
    "journal-ref": "Inv. Lett. 7 (2021) 1-9",
    "doi": "10.5555/INV.101 10.5555/inv.102",
    "report-no": None,
    "categories": "cs.CL cs.LG",
    "license": "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
    "abstract": "  We count\nwidgets.\n",
    "versions": [
        {"version": "v1", "created": "Mon, 4 Jan 2021 18:00:00 GMT"},
        {"version": "v2", "created": "Tue, 2 Feb 2021 09:00:00 GMT"},
    ],
    "update_date": "2021-02-03",
    "authors_parsed": [["Example", "Ada", ""], ["S\\'ample", "Bo", "Jr", "An Invented University"]],
}
FULL = PaperRecord(
    id="arxiv:2101.99999",
    ids=("doi:10.5555/inv.101", "doi:10.5555/inv.102"),
    title="Counting invented widgets",
    abstract="We count widgets.",
    published=PartialDate(2021, 1, 4),
    venue="Inv. Lett. 7 (2021) 1-9",
    authors=(AuthorRecord("Ada Example"), AuthorRecord("Bo Sámple Jr")),
    categories=("cs.CL", "cs.LG"),
    areas=(AreaMembership("area:arxiv:cs.CL"), AreaMembership("area:arxiv:cs.LG")),
)


def lines(*values: Any) -> bytes:
    """JSON lines of these values."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def one(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of a record with these fields, and what was left out of it."""
    items = read_all(arxiv.read, lines({"id": "2101.99999", **values}))
    (paper,) = records(items, PaperRecord)
    return paper, [reason for _, reason in odd(items)]


def test_every_field_is_taken() -> None:
    """A full record comes out whole, white space folded, accents decoded, both DOIs taken."""
    items = read_all(arxiv.read, lines(PAPER))
    assert [FULL] == records(items, PaperRecord)
    assert [] == odd(items)
    assert arxiv.recognises(lines(PAPER))


def test_old_and_new_ids_are_read() -> None:
    """Case 05: old ids keep their archive, the first category is the first token, the date is that of version 1."""
    given_papers = json.loads(data_of("05-arxiv-ids.json"))["papers"]
    papers = records(read_all(arxiv.read, lines(*given_papers)), PaperRecord)
    assert ["arxiv:" + paper["id"] for paper in given_papers] == [paper.id for paper in papers]
    assert [tuple(paper["categories"].split()) for paper in given_papers] == [paper.categories for paper in papers]
    assert PartialDate(2007, 4, 4) == papers[3].published
    assert not any(
        paper["update_date"] == found.published.iso for paper, found in zip(given_papers, papers, strict=True)
    )


def test_categories_are_areas_below_their_archives() -> None:
    """Each archive and category is told once, before the first paper that names it."""
    items = read_all(arxiv.read, lines(PAPER, {"id": "hep-th/9711200", "categories": "hep-th cs.LG cond-mat.str-el"}))
    told = [(item.record.id, getattr(item.record, "parent", None)) for item in items if isinstance(item, Located)]
    assert [
        ("area:arxiv:cs", None),
        ("area:arxiv:cs.CL", "area:arxiv:cs"),
        ("area:arxiv:cs.LG", "area:arxiv:cs"),
        ("arxiv:2101.99999", None),
        ("area:arxiv:hep-th", None),
        ("area:arxiv:cond-mat", None),
        ("area:arxiv:cond-mat.str-el", "area:arxiv:cond-mat"),
        ("arxiv:hep-th/9711200", None),
    ] == told
    assert ["cs", "cs.CL"] == [area.name for area in records(items, AreaRecord)[:2]]


@pytest.mark.parametrize("categories", ["", "CS..CL", "1.2", None])
def test_what_is_no_category_makes_no_area(categories: str | None) -> None:
    """A text that cannot be a category's code is kept as one, and no area is made of it."""
    assert None is one(categories=categories)[0].areas


def test_references_are_not_known() -> None:
    """The snapshot has no citations, which is not the same as citing nothing."""
    assert None is one()[0].references


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (["Erd\\H{o}s", "Paul", ""], "Paul Erdős"),
        (["{\\L}ukasz", "J.", ""], "J. Łukasz"),
        (['M\\"uller', 'Zo\\"e', ""], "Zoë Müller"),
        (["{Collaboration}", "", ""], "{Collaboration}"),
        (["50%", "A & B", ""], "A & B 50%"),
        (["Alone"], "Alone"),
    ],
)
def test_accents_of_authors_are_decoded(written: list[str], name: str) -> None:
    """TeX is decoded where a backslash is, other signs stay as they are."""
    assert (AuthorRecord(name),) == one(authors_parsed=[written])[0].authors


def test_authors_in_one_text_are_parted() -> None:
    """Without a parsed list the names are cut from the text, without the affiliations in brackets."""
    text = "A. Author (1 and 2), B. S\\'ample and C. Third ((1) Somewhere, (2) There)"
    names = ["A. Author", "B. Sámple", "C. Third"]
    assert names == [author.name for author in one(authors=text)[0].authors or ()]


@pytest.mark.parametrize(
    ("created", "day"),
    [
        ("Wed, 4 Apr 2007 20:58:35 GMT", PartialDate(2007, 4, 4)),
        ("Mon, 1 Jan 2007 00:30:00 +0200", PartialDate(2006, 12, 31)),
        ("Mon, 1 Jan 2007 00:30:00 -0000", PartialDate(2007, 1, 1)),
        ("not a date", None),
        ("Mon, 31 Feb 2007 00:30:00 GMT", None),
        (5, None),
        (None, None),
    ],
)
def test_the_day_is_that_of_utc(created: Any, day: PartialDate | None) -> None:
    """The date is the day in UTC; what is none is told."""
    paper, reasons = one(versions=[{"version": "v1", "created": created}], update_date="2020-01-01")
    assert (day, day is None) == (paper.published, bool(reasons))


def test_a_published_doi_of_arxiv_itself_is_no_second_id() -> None:
    """arXiv's own DOI of a paper names nothing new."""
    assert () == one(doi="10.48550/arXiv.2101.99999")[0].ids


@pytest.mark.parametrize("id_", [None, "", "9107999", "2101.9", 704.0001, "10.1/x"])
def test_a_paper_without_its_id_is_refused(id_: Any) -> None:
    """An id that is none, or could be several, is refused; the next line is read."""
    items = read_all(arxiv.read, lines({**PAPER, "id": id_}, PAPER))
    assert [1] == [line for line, _ in refused(items)]
    assert [FULL] == records(items, PaperRecord)


def test_odd_values_are_left_out_and_told() -> None:
    """What cannot be used is told by name, and the rest is taken."""
    paper, reasons = one(doi="nope", authors_parsed=[5, ["A", "B", ""]], title=3, categories=["cs.CL"])
    assert PaperRecord("arxiv:2101.99999", authors=(AuthorRecord("B A"),)) == paper
    assert 4 == len(reasons)


def test_a_cut_line_tells_it() -> None:
    """A last line that ends in the middle is the end of the input, the lines before it are taken."""
    items, is_cut = read_until_cut(arxiv.read, lines(PAPER, PAPER)[:-9])
    assert (True, {1}) == (is_cut, {item.line for item in items if isinstance(item, Located)})
    assert [FULL] == records(items, PaperRecord)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"id": "arxiv:2101.99999", "title": "native", "categories": ["cs.CL"], "authors": [], "references": []}\n',
        b'{"id": 5, "versions": [], "authors_parsed": []}\n',
        b'{"id": "https://openalex.org/W1", "title": "x", "versions": []}\n',
    ],
)
def test_other_formats_are_not_claimed(head: bytes) -> None:
    """Native records of arXiv papers and other formats are not taken for the snapshot."""
    assert not arxiv.recognises(head)


@settings(max_examples=60, deadline=None)
@given(st.lists(json_values | objects_with(*PAPER, "created"), max_size=4))
def test_any_json_is_taken_or_refused(values: list[Any]) -> None:
    """Whatever a record holds, nothing is raised and every id that comes out is in its normal form."""
    for value in values:
        if isinstance(value, dict):
            value.update({"id": "2101.99999"})
    arxiv.recognises(lines(*values))
    assert all_normal(arxiv.read, lines(*values))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(st.sampled_from("\\{}$%&'\"aeo^~_ begind"), max_size=40))
def test_any_name_and_date_is_taken_or_told(created: str, name: str) -> None:
    """Whatever TeX or date is written, nothing is raised."""
    data = lines({"id": "2101.99999", "versions": [{"created": created}], "authors_parsed": [["\\" + name, name, ""]]})
    assert all_normal(arxiv.read, data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Whatever bytes come, nothing is raised but that the input is cut short."""
    arxiv.recognises(data)
    assert all_normal(arxiv.read, data)
