"""Works of OpenAlex, the areas they are in, and its lists of merged works."""

import gzip
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.errors import CutShort
from graphsvc.domain.records import AreaMembership, AreaRecord, AuthorRecord, Located, MergeRecord, PaperRecord, Refused
from graphsvc.ingest.files import Source, open_source
from graphsvc.ingest.formats import openalex, openalex_merges
from tests.unit.ingest.formats.reading import (
    DATA,
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

TOPIC = {
    "id": "https://openalex.org/T99999",
    "display_name": "Widget Studies",
    "score": 0.98,
    "subfield": {"id": 1702, "display_name": "Artificial Intelligence"},
    "field": {"id": "https://openalex.org/fields/17", "display_name": "Computer Science"},
    "domain": {"id": "3", "display_name": "Physical Sciences"},
}
OTHER_TOPIC = {
    "id": "t12345",
    "display_name": "Gadgets",
    "score": 0.5,
    "subfield": {"id": "https://openalex.org/subfields/1702", "display_name": "Artificial Intelligence"},
    "field": {"id": 17, "display_name": "Computer Science"},
    "domain": {"id": 3, "display_name": "Physical Sciences"},
}
WORK = {
    "id": "https://openalex.org/w9000000101",
    "doi": "https://doi.org/10.5555/INV.101",
    "title": "Counting <i>invented</i> widgets &amp; more",
    "display_name": "not this",
    "publication_year": 2021,
    "publication_date": "2021-03-04",
    "ids": {
        "openalex": "https://openalex.org/W9000000101",
        "doi": "https://doi.org/10.5555/inv.101",
        "mag": 9000000101,
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/18254848",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/2453743",
    },
    "language": "en",
    "type": "article",
    "primary_location": {"source": {"display_name": "Invented Letters"}},
    "authorships": [
        {"author": {"id": "https://openalex.org/A1", "display_name": "Ada Example", "orcid": None}},
        {"author": {"id": "A2", "display_name": "Bo", "orcid": "https://orcid.org/0000-0002-1825-009x"}},
        {"author": {"id": None, "display_name": None}, "raw_author_name": "C. Raw"},
    ],
    "cited_by_count": 2,
    "referenced_works_count": 1,
    "referenced_works": ["https://openalex.org/W9000000077"],
    "abstract_inverted_index": {"We": [0], "count": [1], "widgets": [2]},
    "topics": [OTHER_TOPIC, TOPIC],
    "primary_topic": TOPIC,
    "is_retracted": False,
    "is_paratext": True,
}
FULL = PaperRecord(
    id="openalex:W9000000101",
    ids=("doi:10.5555/inv.101", "mag:9000000101", "pmid:18254848", "pmcid:PMC2453743"),
    title="Counting invented widgets & more",
    abstract="We count widgets",
    published=PartialDate(2021, 3, 4),
    type="article",
    venue="Invented Letters",
    language="en",
    authors=(
        AuthorRecord("Ada Example", "openalex:A1"),
        AuthorRecord("Bo", "orcid:0000-0002-1825-009X"),
        AuthorRecord("C. Raw"),
    ),
    areas=(AreaMembership("area:openalex:T99999", 0.98), AreaMembership("area:openalex:T12345", 0.5)),
    references=("openalex:W9000000077",),
    source_cited_by_count=2,
    is_retracted=False,
)
REAL_FILES = ("openalex-page.json.gz", "openalex-works.jsonl.gz")


def lines(*values: Any) -> bytes:
    """JSON lines of these values."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def one(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of a work with these fields, and what was left out of it."""
    items = read_all(openalex.read, lines({"id": "W1", **values}))
    (paper,) = records(items, PaperRecord)
    return paper, [reason for _, reason in odd(items)]


def papers_of(name: str) -> list[PaperRecord]:
    """The papers of a file among the tests' data."""
    return records(read_all(openalex.read, data_of(name)), PaperRecord)


def works_of(name: str) -> list[dict[str, Any]]:
    """The works of a file among the tests' data, read by Python alone."""
    data = data_of(name)
    return json_lines(data) if "jsonl" in name else json.loads(data)["results"]


def test_every_field_is_taken() -> None:
    """A full work comes out whole: ids in normal form, markup gone, the primary topic first."""
    assert [FULL] == records(read_all(openalex.read, lines(WORK)), PaperRecord)


def test_areas_come_from_the_top_down_and_once() -> None:
    """The tree above a work's topics comes before it, each area once, whatever way its id is written."""
    items = read_all(openalex.read, lines(WORK, {**WORK, "id": "W2"}))
    expected = [
        AreaRecord("area:openalex:domain/3", "Physical Sciences"),
        AreaRecord("area:openalex:field/17", "Computer Science", parent="area:openalex:domain/3"),
        AreaRecord("area:openalex:subfield/1702", "Artificial Intelligence", parent="area:openalex:field/17"),
        AreaRecord("area:openalex:T99999", "Widget Studies", parent="area:openalex:subfield/1702"),
        AreaRecord("area:openalex:T12345", "Gadgets", parent="area:openalex:subfield/1702"),
    ]
    assert expected == records(items[:5], AreaRecord)
    assert expected == records(items, AreaRecord)


@pytest.mark.parametrize("name", REAL_FILES)
def test_real_files_lose_nothing(name: str) -> None:
    """Each work of a real file is a paper with all its references, authors and topics, and nothing is odd."""
    works, items = works_of(name), read_all(openalex.read, data_of(name))
    papers = records(items, PaperRecord)
    assert [work["id"].rpartition("/")[2] for work in works] == [paper.id.partition(":")[2] for paper in papers]
    assert [len(work["referenced_works"]) for work in works] == [len(paper.references or ()) for paper in papers]
    assert [len(work["authorships"]) for work in works] == [len(paper.authors or ()) for paper in papers]
    assert [len(work["topics"]) for work in works] == [len(paper.areas or ()) for paper in papers]
    assert [work["cited_by_count"] for work in works] == [paper.source_cited_by_count for paper in papers]
    assert [work["publication_date"] for work in works] == [paper.published and paper.published.iso for paper in papers]
    assert [] == odd(items) + refused(items)


def test_areas_of_real_files_hang_together() -> None:
    """Every topic and parent that real works name was told before it was used."""
    told: set[str | None] = {None}
    for item in read_all(openalex.read, data_of("openalex-works.jsonl.gz")):
        assert isinstance(item, Located)
        if isinstance(item.record, AreaRecord):
            assert item.record.parent in told
            told.add(item.record.id)
        else:
            assert told >= {area.id for area in item.record.areas or ()}


def test_the_last_page_is_empty() -> None:
    """The empty page that ends a walk through the API is known as OpenAlex's, and holds nothing."""
    data = data_of("openalex-empty-page.json.gz")
    assert openalex.recognises(data)
    assert [] == read_all(openalex.read, data)


@pytest.mark.parametrize("layout", ["lines", "page", "array", "one", "printed", "pages", "bom"])
def test_every_layout_is_read(layout: str) -> None:
    """Snapshot lines, pages, arrays and single works, printed or not, give the same papers."""
    text = {
        "lines": lines(WORK),
        "page": lines({"meta": {"count": 1, "per_page": 25}, "results": [WORK], "group_by": []}),
        "array": lines([WORK]),
        "one": json.dumps(WORK).encode(),
        "printed": json.dumps(WORK, indent=1).encode(),
        "pages": lines({"results": []}, {"results": [WORK]}),
        "bom": b"\xef\xbb\xbf" + lines(WORK),
    }[layout]
    assert [FULL] == records(read_all(openalex.read, text), PaperRecord)
    assert layout == "pages" or openalex.recognises(text)


def test_titles_that_are_not_there_are_none() -> None:
    """Case 01: four papers and two references; null, empty and blank titles are no titles."""
    papers = papers_of("01-null-title.jsonl")
    assert [None, None, None, "Only the display name is set"] == [paper.title for paper in papers]
    assert 2 == sum(len(paper.references or ()) for paper in papers)


def test_ids_of_references_are_folded() -> None:
    """Case 13: four works cite the target, in any case and form of its id; its own count stays a claim."""
    papers = papers_of("13-count-mismatch.json")
    citing = {paper.id for paper in papers if "openalex:W9300000000" in (paper.references or ())}
    assert 4 == len(citing)
    assert 7 == papers[0].source_cited_by_count
    assert [4] == [at for at, paper in enumerate(papers) if paper.published is None]


@pytest.mark.parametrize("works", [[], None])
def test_an_empty_list_of_references_is_not_known(works: list[str] | None) -> None:
    """OpenAlex writes an empty list for works whose references it has not: none are known."""
    assert None is one(referenced_works=works, referenced_works_count=0)[0].references


def test_abstracts_are_put_together() -> None:
    """Case 17: every position counts, gaps are skipped, entities decoded, nothing else is an abstract."""
    papers = papers_of("17-abstract-inverted.jsonl")
    assert [
        None,
        None,
        "the graph cites and the paper",
        "alpha gamma",
        "R&D p<0.05",
        "e.g. $set a.b",
        "left right",
        "one two",
        "y z",
        None,
    ] == [paper.abstract for paper in papers]


def test_all_authors_of_a_large_collaboration_are_kept() -> None:
    """Case 21: three thousand authors stay, in order, two of one name apart by their ids."""
    data = data_of("21-many-authors.json.gz")
    (paper,) = records(read_all(openalex.read, data), PaperRecord)
    given = json.loads(data)["authorships"]
    assert [author["author"]["display_name"] for author in given] == [author.name for author in paper.authors or ()]
    assert 3000 == len({author.id for author in paper.authors or ()})
    assert openalex.recognises(data[: 64 * 1024])


def test_the_year_stands_in_for_a_bad_date() -> None:
    """A date that makes no sense is told, and the year is taken."""
    paper, reasons = one(publication_date="2021-02-30", publication_year=2021)
    assert PartialDate(2021) == paper.published
    assert 1 == len(reasons)


@pytest.mark.parametrize("id_", ["https://openalex.org/A5", "doi:10.1000/1", "", None, 5, "W"])
def test_a_work_without_its_id_is_refused(id_: Any) -> None:
    """What is no work of OpenAlex is refused; the next line is read."""
    items = read_all(openalex.read, lines({"id": id_, "title": "x"}, {"id": "W1"}))
    assert [1] == [line for line, _ in refused(items)]
    assert ["openalex:W1"] == [paper.id for paper in records(items, PaperRecord)]


def test_odd_values_are_left_out_and_told() -> None:
    """What cannot be used of a work is told by name, and the rest of it is taken."""
    paper, reasons = one(
        title="T",
        doi="not a doi",
        referenced_works=["W2", "A3", 4],
        cited_by_count=-1,
        authorships=[{"author": {}}, "x"],
        topics=[{"id": "x"}],
        ids=[],
        primary_location="x",
    )
    assert PaperRecord("openalex:W1", title="T", references=("openalex:W2",), authors=(), areas=()) == paper
    assert 9 == len(reasons)


def test_a_cut_page_gives_what_was_whole() -> None:
    """A page that ends in the middle gives its whole works, then tells that it was cut."""
    data = data_of("openalex-page.json.gz")
    items, is_cut = read_until_cut(openalex.read, data[: len(data) // 2])
    papers = records(items, PaperRecord)
    assert is_cut
    assert papers_of("openalex-page.json.gz")[: len(papers)] == papers != []


def test_a_cut_line_tells_it() -> None:
    """A last line that ends in the middle is no bad record but the end of the input."""
    items, is_cut = read_until_cut(openalex.read, lines(WORK) + lines(WORK)[:-20])
    assert (True, [FULL]) == (is_cut, records(items, PaperRecord))


def test_cut_compressed_data_give_what_was_whole(tmp_path: Any) -> None:
    """Of a compressed file that was cut, also before its first 64 KiB, all whole lines are read."""
    path = tmp_path / "works.gz"
    whole = lines(*({"id": f"W{number}", "title": "x" * 40} for number in range(1, 101)))
    path.write_bytes(gzip.compress(whole)[:-30])
    papers: list[str] = []
    with open_source(str(path)) as source, pytest.raises(CutShort):
        papers.extend(item.record.id for item in openalex.read(source) if isinstance(item, Located))
    assert [f"openalex:W{number}" for number in range(1, len(papers) + 1)] == papers != []


def test_broken_lines_are_refused() -> None:
    """A line that is no JSON object is refused by its number, those around it are read."""
    items = read_all(openalex.read, b'{"id": "W1"}\nnope\n\n[]\n{"id": "W2"}\n')
    assert [2, 4] == [line for line, _ in refused(items)]
    assert [1, 5] == [item.line for item in items if isinstance(item, Located)]


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"id": "openalex:W1", "title": "native", "references": []}\n',
        b'{"id": "https://openalex.org/W1", "title": "native", "published": "2019"}\n',
        b'{"meta": {}, "results": [{"id": "https://openalex.org/A5", "display_name": "x", "cited_by_count": 1}]}',
        b'{"DOI": "10.1/x", "title": ["x"], "publication_year": 5}',
        b"merge_date,id,merge_into_id\n",
    ],
)
def test_other_formats_are_not_claimed(head: bytes) -> None:
    """Native records, other entities of OpenAlex and other formats are not taken for works."""
    assert not openalex.recognises(head)


def test_merges_are_read() -> None:
    """Case 15: chains and loops come as they stand, a merge into itself is told, ids are folded."""
    data = data_of("15-merged-ids.csv")
    items = read_all(openalex_merges.read, data)
    pairs = [line.split(",")[1:] for line in data.decode().splitlines()[1:-1]]
    expected = [tuple("openalex:" + id_.rpartition("/")[2].upper() for id_ in pair) for pair in pairs]
    assert expected == [(merge.id, merge.into) for merge in records(items, MergeRecord)]
    assert [8] == [line for line, _ in odd(items)]
    assert openalex_merges.recognises(data)


def test_works_that_cite_merged_ids_keep_them() -> None:
    """Case 15: references come as the works write them; what has merged is for the store to know."""
    papers = papers_of("15-merged-ids-works.jsonl")
    assert 6 == len(papers)
    assert tuple(f"openalex:W700000000{number}" for number in (3, 1, 2)) == papers[2].references


def test_broken_merges_are_refused() -> None:
    """A merge without two works is refused; columns are found by their names."""
    items = read_all(openalex_merges.read, b"\xef\xbb\xbfmerge_into_id,id\r\nW1,W2\r\nA1,A2\r\nW1\r\n,W3\r\n")
    assert [MergeRecord("openalex:W2", "openalex:W1")] == records(items, MergeRecord)
    assert [3, 4, 5] == [item.line for item in items if isinstance(item, Refused)]


@settings(max_examples=60, deadline=None)
@given(st.lists(json_values | objects_with(*WORK, "source", "author"), max_size=4), st.booleans())
def test_any_json_is_taken_or_refused(values: list[Any], in_page: bool) -> None:
    """Whatever a record holds, nothing is raised and every id that comes out is in its normal form."""
    for value in values:
        if isinstance(value, dict):
            value.update({"id": "W1"})
    data = lines({"results": values}) if in_page else lines(*values)
    openalex.recognises(data)
    assert all_normal(openalex.read, data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"{", b"[", b'{"results": [', b"merge_date,id,merge_into_id\n"]))
def test_any_bytes_are_taken_or_refused(data: bytes, before: bytes) -> None:
    """Whatever bytes come, nothing is raised but that the input is cut short."""
    for module in (openalex, openalex_merges):
        module.recognises(before + data)
        assert all_normal(module.read, before + data)


def test_files_are_read_as_the_loader_opens_them() -> None:
    """A compressed file of the tests' data is read through open_source as from memory."""
    with open_source(str(DATA / "openalex-works.jsonl.gz")) as source:
        assert isinstance(source, Source)
        found = [item.record.id for item in openalex.read(source) if isinstance(item, Located)]
    assert [item.record.id for item in read_all(openalex.read, data_of("openalex-works.jsonl.gz"))] == found  # type: ignore[union-attr]
