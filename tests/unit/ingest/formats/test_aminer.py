"""AMiner's citation network in its five layouts."""

import gzip
import io
import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AreaMembership, AreaRecord, AuthorRecord, PaperRecord
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats import aminer, elements
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
    source,
)

V12 = {
    "id": 900001091,
    "authors": [{"name": "Nora Sample", "org": "Invented University", "id": 2312688602}],
    "title": "An invented\uffff teaching tool",
    "year": 2013,
    "n_citation": 1,
    "doc_type": "Conference",
    "doi": "10.5555/INV.1091",
    "references": [900001388, "900001388", 7],
    "indexed_abstract": {"IndexLength": 2, "InvertedIndex": {"teach": [1], "we": [0, 2]}},
    "fos": [{"name": "Teaching", "w": 0.25}, {"name": "Computer science", "w": 0.5}, {"name": "teaching", "w": 0.1}],
    "venue": {"raw": "Intl Conf on Invented Things", "id": 1127419992, "type": "C"},
}
V10 = {
    "id": "00127ee2-cb05-48ce-bc49-9de556b93346", "title": "T", "authors": ["A. One", "B. Two"], "venue": "V",
    "year": 2010, "n_citation": 3, "references": ["51c7e02e-f5ed-431a-8cf5-f761f266d4be"], "abstract": "We.",
}  # fmt: skip


def read(*values: Any) -> list[Any]:
    """Read objects as JSON lines."""
    return read_all(aminer.read, b"\n".join(json.dumps(value).encode() for value in values))


def paper(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of a record with these values, and what was left out of it."""
    items = read({"id": 1} | values)
    return records(items, PaperRecord)[0], [reason for _, reason in odd(items)]


def test_every_field_of_v12_is_taken() -> None:
    """Ids are private to AMiner, fields of study are areas with their scores, the surest first."""
    items = read(V12)
    computing, teaching = "area:fos:computer science", "area:fos:teaching"
    expected = PaperRecord(
        id="x:aminer-900001091",
        ids=("doi:10.5555/inv.1091",),
        title="An invented teaching tool",
        abstract="we teach we",
        published=PartialDate(2013),
        type="Conference",
        venue="Intl Conf on Invented Things",
        authors=(AuthorRecord("Nora Sample", "aminer-author:2312688602"),),
        areas=(AreaMembership(computing, 0.5), AreaMembership(teaching, 0.25)),
        references=("x:aminer-900001388", "x:aminer-7"),
        source_cited_by_count=1,
    )
    assert [expected] == records(items, PaperRecord)
    assert [AreaRecord(computing, "Computer science"), AreaRecord(teaching, "Teaching")] == records(items, AreaRecord)


def test_v10_has_plain_names_and_venues() -> None:
    """The oldest layout, with a text for a venue and names alone for authors, is read too."""
    expected = PaperRecord(
        id="x:aminer-00127ee2-cb05-48ce-bc49-9de556b93346",
        title="T",
        abstract="We.",
        published=PartialDate(2010),
        venue="V",
        authors=(AuthorRecord("A. One"), AuthorRecord("B. Two")),
        references=("x:aminer-51c7e02e-f5ed-431a-8cf5-f761f266d4be",),
        source_cited_by_count=3,
    )
    assert [expected] == records(read(V10), PaperRecord)


def test_mongo_prints_are_read_as_they_are_meant() -> None:
    """NumberInt is a number outside of texts and stays inside them; empty authors and a last comma do no harm."""
    items = read_all(aminer.read, data_of("19-aminer-v13-mongo.json"))
    first, second = records(items, PaperRecord)
    expected = PaperRecord(
        id="x:aminer-5390aaaa20f70186a0dface1",
        ids=("doi:10.5555/inv.v13.1",),
        title="Is NumberInt(7) a number? A made-up survey",
        abstract="Braces }, and { and NumberInt(3) must stay as text.",
        published=PartialDate(2012),
        venue="Invented Lett.",
        language="en",
        authors=(AuthorRecord("Quinn Placeholder", "aminer-author:5440aaaadabfae7f9b37ace2"),),
        references=("x:aminer-5390bbbb20f70186a0dface4",),
        source_cited_by_count=2,
    )
    assert expected == first
    assert ((), None, 2) == (second.references, second.published, second.source_cited_by_count)
    assert [] == odd(items) + refused(items)


def test_other_types_of_the_mongo_shell() -> None:
    """Long numbers and object ids are read, quoted or not, also without an array around the records."""
    text = (
        '{\n "_id" : ObjectId("5390bb"),\n "year" : NumberLong("2012"), "n_citation" : NumberInt()\n}\n{\n "_id": 2 }'
    )
    items = read_all(aminer.read, text.encode())
    expected = [PaperRecord("x:aminer-5390bb", published=PartialDate(2012)), PaperRecord("x:aminer-2")]
    assert expected == records(items, PaperRecord)


@pytest.mark.parametrize(
    "layout",
    [
        "[\n{0}\n,{1}\n]\n",
        "[{0},{1}]",
        "[\n{0},\n{1},\n]",
        "\ufeff[{0},\n\n{1}]\n",
        "{0}\n{1}\n",
        "\n\n{0}\n\n{1}",
    ],
)
def test_layouts_do_not_matter(layout: str) -> None:
    """Commas before or after, one line or many, an array or lines: the records are the same."""
    data = layout.format(json.dumps(V12), json.dumps(V10)).encode()
    assert records(read(V12, V10), PaperRecord) == records(read_all(aminer.read, data), PaperRecord)


def test_numbers_are_lines_or_places() -> None:
    """A record of JSON lines is named by its line, one of an array by its place there."""
    lines = read_all(aminer.read, b'\n{"id": 1}\n\n{"id": 2}\nbroken\n{"id": 3}')
    assert ([2, 4, 5, 6], [5]) == ([item.line for item in lines], [line for line, _ in refused(lines)])
    array = read_all(aminer.read, b'[\n{"id": 1},\n\n{"id": 2},\n7,\n{"id": 3, broken},{"id": 4}]')
    assert ([1, 2, 3, 4, 5], [3, 4]) == ([item.line for item in array], [line for line, _ in refused(array)])


@pytest.mark.parametrize(
    ("values", "field", "expected", "reasons"),
    [
        ({"year": 0}, "published", None, 0),
        ({"year": "2012"}, "published", PartialDate(2012), 0),
        ({"year": -5}, "published", None, 1),
        ({"doi": ""}, "ids", (), 0),
        ({"doi": "none"}, "ids", (), 1),
        ({"references": []}, "references", (), 0),
        ({"references": None}, "references", None, 0),
        ({"references": [3, None, "", {}]}, "references", ("x:aminer-3",), 3),
        ({"authors": [{}, None, {"name": "N", "id": ""}]}, "authors", (AuthorRecord("N"),), 0),
        ({"authors": [{"id": "3"}]}, "authors", (), 1),
        ({"venue": {"raw": "", "name_d": "D"}}, "venue", "D", 0),
        ({"venue": {}}, "venue", None, 0),
        ({"venue": 3}, "venue", None, 1),
        ({"fos": ["Physics"]}, "areas", (AreaMembership("area:fos:physics"),), 0),
        ({"fos": [{"name": "P", "w": 10**400}, {"w": 1}]}, "areas", (AreaMembership("area:fos:p"),), 1),
        ({"title": "NUL\0 and \ud800"}, "title", "NUL and \ufffd", 0),
        ({"title": "\\uffff kept, \uffffnot"}, "title", "\\uffff kept, not", 0),
        ({"abstract": "", "indexed_abstract": {"InvertedIndex": {"b": [9**18], "a": [0, 3]}}}, "abstract", "a a b", 0),
        ({"indexed_abstract": '{"IndexLength":2,"InvertedIndex":{"b":[1],"a":[0]}}'}, "abstract", "a b", 0),
        ({"indexed_abstract": {"InvertedIndex": {"a\r\n\r\nb": [0], "c\x00": [1]}}}, "abstract", "a\n\nb c", 0),
        ({"indexed_abstract": "not JSON"}, "abstract", None, 1),
        ({"indexed_abstract": [1]}, "abstract", None, 1),
        ({"indexed_abstract": ""}, "abstract", None, 0),
    ],
)  # fmt: skip
def test_odd_values_are_left_out(values: Any, field: str, expected: Any, reasons: int) -> None:
    """What a field holds is taken where it makes sense, else left out and told; empty values say nothing."""
    record, found = paper(**values)
    assert (expected, reasons) == (getattr(record, field), len(found))


def test_a_real_file_is_taken_whole() -> None:
    """The real records of v11 keep their references, areas, authors and counts."""
    data = data_of("aminer-v11.jsonl.gz")
    given_records = json_lines(data)
    items = read_all(aminer.read, data)
    papers = records(items, PaperRecord)
    assert [f"x:aminer-{given['id']}" for given in given_records] == [paper.id for paper in papers]
    given_references = [given.get("references") for given in given_records]
    assert [None if ids is None else len(set(ids)) for ids in given_references] == [
        None if paper.references is None else len(paper.references) for paper in papers
    ]
    fields = {area["name"].lower() for given in given_records for area in given.get("fos", ())}
    assert {f"area:fos:{name}" for name in fields} == {area.id for area in records(items, AreaRecord)}
    assert [len(given["authors"]) for given in given_records] == [len(paper.authors) for paper in papers]
    words = [
        sum(len(places) for places in given["indexed_abstract"]["InvertedIndex"].values())
        for given in given_records
        if "indexed_abstract" in given
    ]
    assert len(words) == sum(paper.abstract is not None for paper in papers)
    assert sum("doi" in given and given["doi"] != "" for given in given_records) == sum(len(p.ids) for p in papers)
    assert [] == refused(items)


def test_a_long_array_is_read_in_bounded_memory() -> None:
    """Reading megabytes of one array on one line holds only a few of its records at a time."""
    data = b"[" + b",".join(json.dumps(V12 | {"id": number}).encode() for number in range(3_000)) + b"]"
    given_source = source(data)
    tracemalloc.start()
    count = sum(1 for _ in aminer.read(given_source))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 3_002 == count
    assert peak < 1_000_000 < len(data)


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
@pytest.mark.parametrize("text", ["x" * 900, '\\"}],[{' * 150, "\\\\" * 450, "{" * 900])
def test_a_record_that_is_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch, size: int, text: str) -> None:
    """A record longer than a record can sensibly be is refused, and those around it are taken."""
    monkeypatch.setattr(elements, "MAX_LINE_BYTES", 300)
    data = f'[{{"id": 1}},{{"a": {{"b": [1, "{text}"]}}, "id": 2}},{{"id": 3}},"{text}",{{"id": 4}}]'.encode()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    found = [line.data for line in elements.cut(pieces, "a")]
    assert {b'{"id": 1}', b'{"id": 3}', b'{"id": 4}'} == {data for data in found if data and data.startswith(b'{"id"')}
    assert size == 1000 or None in found


def test_what_json_has_no_word_for_is_null() -> None:
    """NaN and the infinities say nothing, in lines and in arrays, and glued records of a line are refused."""
    line = '{"id": 1, "year": NaN, "n_citation": -Infinity}'
    for data in (line, f"[{line}]"):
        assert [PaperRecord("x:aminer-1")] == records(read_all(aminer.read, data.encode()), PaperRecord)
    glued = read_all(aminer.read, f"{line}{line}\n'single'\n{line}".encode())
    assert ([1, 2], 1) == ([number for number, _ in refused(glued)], len(records(glued, PaperRecord)))


@pytest.mark.parametrize("end", [b"", b",", b', {"id": 2, "title": "cu', b', {"id": 2', b', {"id": 2}'])
def test_an_array_without_its_end_is_cut_short(end: bytes) -> None:
    """The whole records are taken before the reader tells that the input is cut."""
    items, is_cut = read_until_cut(aminer.read, b'[{"id": 1}' + end)
    assert (1 + (end == b', {"id": 2}'), True) == (len(records(items, PaperRecord)), is_cut)


def test_damaged_compression_is_cut_short() -> None:
    """Of a gzip file that ends too early, everything before the damage is taken."""
    data = gzip.compress(b"[" + b",".join(b'{"id": %d, "title": "%x"}' % (n, n**9) for n in range(9_000)) + b"]")
    stream: Any = gzip.GzipFile(fileobj=io.BytesIO(data[: len(data) // 2]))
    items, is_cut = read_until_cut(lambda _: aminer.read(Source("a", stream, stream, None)), b"")
    assert is_cut
    assert len(items) > 3_000


def test_only_its_own_files_are_recognised() -> None:
    """Every layout is known; native records, with their schemes, and other formats are not taken."""
    own = [data_of("aminer-v11.jsonl.gz"), data_of("19-aminer-v13-mongo.json"), json.dumps(V10).encode()]
    own.append(b"[\n" + json.dumps(V12).encode() + b"\n,{")
    assert [True] * 4 == [aminer.recognises(head[:30_000]) for head in own]
    names = ("s2ag-papers.jsonl.gz", "s2-paper.json.gz", "03-doi-variants.csv", "cit-HepTh-first-300.txt")
    assert [False] * 4 == [aminer.recognises(data_of(name)[: 64 * 1024]) for name in names]
    assert not aminer.recognises(b'{"id": "x:a", "fos": [], "n_citation": 1}\n')
    assert not aminer.recognises(b'{"id": "https://openalex.org/W1", "fos": []}\n')


@settings(max_examples=60, deadline=None)
@given(
    st.lists(json_values | objects_with(*V12, "_id", "abstract", "lang", "w", "name", "raw"), max_size=3), st.booleans()
)
def test_any_json_is_taken_or_refused(values: list[Any], is_array: bool) -> None:
    """No value anywhere in a record stops the reading, or brings in an id that is not in its normal form."""
    data = json.dumps(values).encode() if is_array else b"\n".join(json.dumps(value).encode() for value in values)
    assert all_normal(aminer.read, data)
    aminer.recognises(data)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | st.text('{}[]",:\\ 1\nNumberInt()', max_size=60).map(str.encode))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(aminer.read, data)
    assert all_normal(aminer.read, b"[" + data)
    aminer.recognises(data)


@settings(max_examples=60, deadline=None)
@given(st.lists(json_values.filter(lambda value: not isinstance(value, list)), max_size=5), st.integers(1, 9))
def test_arrays_are_cut_where_python_cuts_them(values: list[Any], size: int) -> None:
    """The elements of any JSON array come out as they are, however the input is cut into pieces."""
    data = json.dumps(values).encode()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert [json.dumps(value).encode() for value in values] == [line.data for line in elements.cut(pieces, "a")]
