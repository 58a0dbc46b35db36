"""Tables of papers and of citations, CSV and Parquet."""

import csv
import datetime
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import TABLE_MARK, AreaMembership, AuthorRecord, CitationRecord, PaperRecord
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import tables
from tests.unit.ingest.formats.reading import (
    all_normal,
    data_of,
    odd,
    read_all,
    read_until_cut,
    records,
    refused,
    source,
)

ROW = {
    "id": "10.5555/A",
    "ids": "arXiv:1905.09418|W5",
    "title": "One, two",
    "abstract": "First.\n\nSecond.",
    "published": "2019-05-23",
    "type": "article",
    "venue": "V",
    "language": "en",
    "authors": "Ada Example; Bo Sample",
    "categories": "cs.CL|cs.LG",
    "areas": "efficient inference",
    "references": "10.5555/b;10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2;10.5555/c",
    "sourceCitedByCount": "844",
    "isRetracted": "False",
}
PAPER = PaperRecord(
    id="doi:10.5555/a",
    ids=("arxiv:1905.09418", "openalex:W5"),
    title="One, two",
    abstract="First.\n\nSecond.",
    published=PartialDate(2019, 5, 23),
    type="article",
    venue="V",
    language="en",
    authors=(AuthorRecord("Ada Example"), AuthorRecord("Bo Sample")),
    categories=("cs.CL", "cs.LG"),
    areas=(AreaMembership("area:efficient inference"),),
    references=(
        "doi:10.5555/b",
        "doi:10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2",
        "doi:10.5555/c",
    ),
    source_cited_by_count=844,
    is_retracted=False,
)


def csv_of(*rows: Mapping[str, Any], delimiter: str = ",") -> str:
    """Write rows as Python's csv does."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def parquet_of(**columns: Any) -> bytes:
    """Write columns as a Parquet file."""
    return bytes_of(pyarrow.table(columns))


def bytes_of(table: Any) -> bytes:
    """Write a table as a Parquet file."""
    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue()


def read(data: str | bytes, columns: Mapping[str, str] | None = None, scheme: str | None = None) -> list[Any]:
    """Read a table."""
    return list(tables.read(source(data.encode() if isinstance(data, str) else data), columns, scheme))


def ends(items: list[Any]) -> list[tuple[str, str | None]]:
    """The ends of the citations."""
    return [(citation.citing, citation.cited) for citation in records(items, CitationRecord)]


def paper(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of one row of CSV, and what was left out of it."""
    items = read(csv_of({"id": "x:a"} | values))
    return records(items, PaperRecord)[0], [reason for _, reason in odd(items)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_every_field_is_taken_from_csv(delimiter: str, encoding: str) -> None:
    """Columns with the native record's names are its fields, for any delimiter, with line ends inside of values."""
    items = read(csv_of(ROW, ROW, delimiter=delimiter).encode(encoding))
    assert [PAPER, PAPER] == records(items, PaperRecord)
    assert [2, 5] == [item.line for item in items]


def test_every_field_is_taken_from_parquet() -> None:
    """Lists, structures, dates and numbers of Parquet are the same fields."""
    items = read(
        parquet_of(
            id=["10.5555/A", "x:b"],
            ids=[["arXiv:1905.09418", "W5"], None],
            title=["One, two", None],
            abstract=["First.\n\nSecond.", ""],
            published=[datetime.date(2019, 5, 23), None],
            type=["article", None],
            venue=["V", None],
            language=["en", None],
            authors=[[{"name": "Ada Example", "id": None}, {"name": "Bo Sample", "id": None}], []],
            categories=[["cs.CL", "cs.LG"], None],
            areas=[["efficient inference"], None],
            references=[list(PAPER.references or ()), []],
            sourceCitedByCount=[844.0, float("nan")],
            isRetracted=[False, None],
        )
    )
    assert [PAPER, PaperRecord("x:b", authors=(), references=())] == records(items, PaperRecord)
    assert [1, 2] == [item.line for item in items]


def test_a_parquet_file_on_disk_is_read_in_place(tmp_path: Path) -> None:
    """A file that can be sought in is read without a copy, and a moment counts with its day."""
    path = tmp_path / "papers.parquet"
    moments = [datetime.datetime(2019, 5, 23, 12, tzinfo=datetime.UTC)]
    path.write_bytes(parquet_of(paper_id=["x:a"], date=moments))
    with open_source(str(path)) as opened:
        items = list(tables.read(opened))
    assert [PaperRecord("x:a", published=PartialDate(2019, 5, 23))] == records(items, PaperRecord)


def test_spellings_of_one_doi_are_one() -> None:
    """A plain list of edges makes papers of its ends, and rows without two ids are refused by line."""
    items = read_all(tables.read, data_of("03-doi-variants.csv"))
    assert (6, 8) == (len(set(ends(items))), len({end for edge in ends(items) for end in edge}))
    assert 4 == len({citing for citing, cited in ends(items) if cited == "doi:10.5555/target.abc"})
    assert [9, 10, 11] == [line for line, _ in refused(items)]


@pytest.mark.parametrize(
    "header", ["citing,cited", "Source,Target", "from,to", "citing_id,cited_id", "citing_paper_id,cited_paper_id"]
)
def test_obvious_names_of_ends(header: str) -> None:
    """Columns that everybody names so hold the ends of citations; others between them are ignored."""
    assert [("doi:10.1/a", "doi:10.1/b")] == ends(read(f"{header}\n10.1/a,10.1/b\n"))
    assert [("doi:10.1/a", "doi:10.1/b")] == ends(read(f"n,{header},weight\n1,10.1/a,10.1/b,0.5\n"))


def test_columns_that_the_person_names() -> None:
    """The given mapping wins over the names, and other fields are still known by theirs."""
    items = read("key,title,note\nx:a,Old,New\n", {"id": "key", "title": "note"})
    assert [PaperRecord("x:a", title="New")] == records(items, PaperRecord)
    assert [("x:a", "x:b")] == ends(read("u;v\nx:a;x:b\n", {"citing": "u", "cited": "v"}))
    parquet = parquet_of(u=["x:a"], v=["x:b"], other=[1])
    assert [("x:a", "x:b")] == ends(read(parquet, {"citing": "u", "cited": "v"}))


def test_columns_that_are_not_there() -> None:
    """A table without ids, or without a named column, is refused once; a field that does not exist is an error."""
    assert [(2, "no column is known to hold")] == [
        (line, reason[:26]) for line, reason in refused(read("a,b\n1,2\n3,4\n"))
    ]
    assert [(2, "the table has no column key; it has id, title")] == refused(read("id,title\nx:a,T\n", {"id": "key"}))
    with pytest.raises(BadInput, match="identity: no such field"):
        read("id\nx:a\n", {"identity": "id"})


def test_columns_named_after_schemes() -> None:
    """A DOI or a number under the name of its scheme is an id: the paper's own where there is no other."""
    items = read("doi,pmid,title\n10.1/A,7,T\n,8,U\n,,V\n")
    expected = [PaperRecord("doi:10.1/a", ("pmid:7",), title="T"), PaperRecord("pmid:8", title="U")]
    assert (expected, [4]) == (records(items, PaperRecord), [line for line, _ in refused(items)])
    assert [PaperRecord("x:a", ("doi:10.1/a",))] == records(read("id,DOI\nx:a,https://doi.org/10.1/A\n"), PaperRecord)


def test_bare_numbers_are_not_guessed() -> None:
    """A number is refused with what to do, and taken where the scheme of the table's ids is given."""
    ((line, reason),) = refused(read("citing,cited\n12,13\n"))
    assert (2, True) == (line, reason.endswith("or say of which scheme the ids of the whole table are"))
    assert [("mag:12", "mag:13")] == ends(read("citing,cited\n12,mag:13\n", scheme="mag"))
    parquet = parquet_of(id=[12, 13], references=[[13], None])
    expected = [PaperRecord("x:12", references=("x:13",)), PaperRecord("x:13")]
    assert expected == records(read(parquet, scheme="x"), PaperRecord)
    assert [1, 2] == [line for line, _ in refused(read(parquet))]
    assert [("openalex:W12", "openalex:W13")] == ends(read(parquet_of(citing=[12.0], cited=[13.0]), scheme="openalex"))


@pytest.mark.parametrize(
    ("values", "field", "expected", "reasons"),
    [
        ({"published": "2019"}, "published", PartialDate(2019), 0),
        ({"year": "2019.0"}, "published", PartialDate(2019), 0),
        ({"published": "", "year": "2019"}, "published", PartialDate(2019), 0),
        ({"published": "2019-05-23 00:00:00"}, "published", PartialDate(2019, 5, 23), 0),
        ({"published": "23.5.2019"}, "published", None, 1),
        ({"title": "NaN", "venue": "None"}, "title", None, 0),
        ({"references": ""}, "references", None, 0),
        ({"references": "[]"}, "references", (), 0),
        ({"references": '["10.1/a", "10.1/b"]'}, "references", ("doi:10.1/a", "doi:10.1/b"), 0),
        ({"references": "10.1/a;none"}, "references", ("doi:10.1/a",), 1),
        ({"ids": "7"}, "ids", (), 1),
        ({"doi": "none"}, "ids", (), 1),
        ({"authors": "[Group] A|B; C"}, "authors", (AuthorRecord("[Group] A"), AuthorRecord("B; C")), 0),
        ({"citation_count": "7.0"}, "source_cited_by_count", 7, 0),
        ({"citation_count": "many"}, "source_cited_by_count", None, 1),
        ({"is_retracted": "yes"}, "is_retracted", True, 0),
        ({"is_retracted": "0"}, "is_retracted", False, 0),
        ({"is_retracted": "perhaps"}, "is_retracted", None, 1),
    ],
)
def test_odd_values_are_left_out(values: Any, field: str, expected: Any, reasons: int) -> None:
    """What a cell holds is taken where it makes sense, else left out and told; missing values say nothing."""
    record, found = paper(**values)
    assert (expected, reasons) == (getattr(record, field), len(found))


def test_facts_of_citations_are_taken() -> None:
    """Parquet has lists of contexts and intents; in CSV one text is one context, unless it is a list as JSON."""
    expected = [CitationRecord("x:a", "x:b", ("One; two|three", "[4]"), ("method",), True)]
    columns = {"contexts": [["One; two|three", "[4]"]], "intents": [["method"]], "isInfluential": [True]}
    assert expected == records(read(parquet_of(citing=["x:a"], cited=["x:b"], **columns)), CitationRecord)
    row = {"citing": "x:a", "cited": "x:b", "contexts": '["One; two|three", "[4]"]', "intents": "method"}
    assert expected == records(read(csv_of({**row, "is_influential": "yes"})), CitationRecord)
    plain = records(read(csv_of({"citing": "x:a", "cited": "x:b", "context": "As [1]; see below"})), CitationRecord)
    assert ("As [1]; see below",) == plain[0].contexts


def test_areas_have_scores_in_parquet() -> None:
    """An area may be a structure of its id and its score."""
    areas = [[{"id": "area:b", "score": 0.5}, {"id": "a", "score": None}]]
    (record,) = records(read(parquet_of(id=["x:a"], areas=areas)), PaperRecord)
    assert (AreaMembership("area:b", 0.5), AreaMembership("area:a")) == record.areas


def test_nothing_but_null_is_missing_in_tables_of_graphsvc() -> None:
    """A table that graphsvc wrote means what it says: a title may be "null", and no cited work is one not known."""
    own = {TABLE_MARK: b""}
    papers = pyarrow.table({"id": ["x:a", "x:b"], "title": ["null", None]}).replace_schema_metadata(own)
    citations = pyarrow.table({"citing": ["x:a"], "cited": pyarrow.array([None], pyarrow.string())})
    assert ["null", None] == [record.title for record in records(read(bytes_of(papers)), PaperRecord)]
    assert [("x:a", None)] == ends(read(bytes_of(citations.replace_schema_metadata(own))))
    assert [(1, "`cited` is missing")] == refused(read(bytes_of(citations)))


def test_latin_1_is_told_once() -> None:
    """Lines that are not UTF-8 are read as Latin-1, which is told with the first of them."""
    items = read("id,title\nx:a,plain\nx:b,caf\xe9\nx:c,\xe9t\xe9\n".encode("latin-1"))
    assert ["plain", "café", "été"] == [record.title for record in records(items, PaperRecord)]
    assert [(3, "is not UTF-8; such lines are read as Latin-1")] == odd(items)
    assert [(1, "the file is UTF-16; save it as UTF-8")] == refused(read("id\nx:a\n".encode("utf-16")))


def test_rows_that_do_not_fit_are_refused() -> None:
    """A row with more values than there are columns is refused, as its values stand under the wrong names."""
    items = read("id,title\nx:a,One, two\nx:b\n\nx:c,T,,\n")
    assert ([2], ["x:b", "x:c"]) == ([line for line, _ in refused(items)], [p.id for p in records(items, PaperRecord)])


def test_a_quote_without_its_end_is_bounded() -> None:
    """A value that goes on for more than 128 KiB is refused, and what comes after it is read."""
    items = read('id,title\nx:a,"T\n' + "filler\n" * 20_000 + "x:b,U\n")
    assert 2 == refused(items)[0][0]
    assert "x:b" == records(items, PaperRecord)[-1].id


@pytest.mark.parametrize("end", ['x:b,"U', 'x:b,"U\n', 'x:b,"U\nand so on\n'])
def test_a_value_without_its_end_is_cut_short(end: str) -> None:
    """The rows before it are taken, and then the reader tells that the input is cut."""
    items, is_cut = read_until_cut(tables.read, f"id,title\nx:a,T\n{end}".encode())
    assert ([PaperRecord("x:a", title="T")], True) == (records(items, PaperRecord), is_cut)


def test_a_damaged_parquet_file_is_cut_short() -> None:
    """Parquet has its index at its end, so a file without it gives nothing."""
    whole = parquet_of(id=["x:a"])
    for data in (whole[:-9], whole[:5], b"PAR1", b"PAR1" + b"\0" * 50, whole[:-40] + b"\xff" * 40):
        assert ([], True) == read_until_cut(tables.read, data)


def test_only_tables_are_recognised() -> None:
    """Parquet and CSV with ids are known; lists of other formats, JSON and prose are not taken."""
    own = (parquet_of(id=["x:a"]), csv_of(ROW).encode(), data_of("03-doi-variants.csv"), b"DOI\n10.1/a\n", b"from;to\n")
    assert [True] * 5 == [tables.recognises(head) for head in own]
    names = ("opencitations-croci_citations.csv", "cit-HepTh-first-300.txt", "s2ag-papers.jsonl.gz", "s2-paper.json.gz")
    assert [False] * 4 == [tables.recognises(data_of(name)[: 64 * 1024]) for name in names]
    heads = (b"", b"merge_date,id,merge_into_id\n", b'{"id": "x:a"}\n', b"Some words\n", b"1\t2\n", b"@article{id,\n")
    assert [False] * 6 == [tables.recognises(head) for head in heads]


CELLS = st.sampled_from(
    ["10.1/a", "7", "x:a", "2018-02", '"', " ", "ä", "a;b|c", "[1]", "nan", "1e9", "W1", "[", "true"]
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([*ROW, "doi", "pmid", "citing", "cited", "z"]), max_size=6),
    st.lists(st.lists(CELLS | st.text(max_size=8), max_size=6), max_size=4),
)
def test_any_cells_are_taken_or_refused(header: list[str], rows: list[list[str]]) -> None:
    """No value in a row stops the reading, or brings in an id that is not in its normal form."""
    written = "\n".join(",".join(row) for row in [header, *rows]).encode("utf-8", "surrogatepass")
    assert all_normal(tables.read, written)
    tables.recognises(written)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(tables.read, data)
    assert all_normal(tables.read, b"id,title\n" + data)
    assert all_normal(tables.read, b"PAR1" + data)
    tables.recognises(data)


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*ROW, "doi", "pmid", "citing", "cited"]),
        st.lists(st.none() | st.integers(-(2**60), 2**60), min_size=2, max_size=2)
        | st.lists(st.none() | st.floats(), min_size=2, max_size=2)
        | st.lists(st.none() | st.text(max_size=9), min_size=2, max_size=2)
        | st.lists(st.none() | st.binary(max_size=9), min_size=2, max_size=2)
        | st.lists(st.none() | st.lists(st.integers(0, 99) | st.none(), max_size=3), min_size=2, max_size=2)
        | st.lists(st.none() | st.dates() | st.datetimes(), min_size=2, max_size=2).filter(
            lambda moments: len({type(moment) for moment in moments if moment}) < 2
        ),
        min_size=1,
    )
)
def test_any_columns_of_parquet_are_taken_or_refused(columns: dict[str, list[Any]]) -> None:
    """Columns of any type stop neither the reading, nor bring in an id that is not in its normal form."""
    assert all_normal(tables.read, parquet_of(**columns))
