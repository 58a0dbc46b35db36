"""Records as the files of an export hold them: read back, each is the record that it was."""

import gzip
import io
from collections.abc import Callable
from typing import Any, BinaryIO

import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    MergeRecord,
    PaperRecord,
    Record,
    WithdrawnRecord,
)
from graphsvc.domain.text import clean_paragraphs, clean_text
from graphsvc.export import parquet
from graphsvc.export.fields import fields_of
from graphsvc.export.files import JsonLines, RecordFile
from graphsvc.export.parquet import citations_table, papers_table
from graphsvc.ingest.formats import native, tables
from tests.unit.ingest.formats.reading import odd, read_all, records, refused

FULL = PaperRecord(
    id="doi:10.5555/a",
    ids=("arxiv:1905.09418", "openalex:W5"),
    title='One, "two"; null',
    abstract="First.\n\nSecond.",
    published=PartialDate(2019, 5),
    type="article",
    venue="None",
    language="en",
    authors=(AuthorRecord("Ada", "orcid:1"), AuthorRecord("Bo; B|o")),
    categories=("cs.CL", "a;b"),
    areas=(AreaMembership("area:b", 0.25), AreaMembership("area:a; |")),
    references=("doi:10.5555/b", "x:c"),
    source_cited_by_count=2**63 - 1,
    is_retracted=False,
)

lines = st.text(max_size=8).map(clean_text).filter(bool)
ids = st.integers(0, 9).map(lambda number: f"x:{number}")
papers = st.builds(
    PaperRecord,
    id=ids,
    ids=st.lists(ids.map(lambda id_: f"{id_}-other"), unique=True, max_size=2).map(tuple),
    title=st.none() | lines,
    abstract=st.none() | st.text(max_size=20).map(clean_paragraphs).filter(bool),
    published=st.none() | st.sampled_from([PartialDate(1000), PartialDate(2020, 2), PartialDate(2020, 2, 29)]),
    type=st.none() | lines,
    venue=st.none() | lines,
    language=st.none() | lines,
    authors=st.none() | st.lists(st.builds(AuthorRecord, lines, st.none() | lines), max_size=3).map(tuple),
    categories=st.none() | st.lists(lines, max_size=3).map(tuple),
    areas=st.none()
    | st.lists(st.builds(AreaMembership, ids.map("area:{}".format), st.none() | st.floats(-1, 1)), max_size=3).map(
        tuple
    ),
    references=st.none() | st.lists(ids, max_size=3).map(tuple),
    source_cited_by_count=st.none() | st.integers(0, 2**63 - 1),
    is_retracted=st.none() | st.booleans(),
)
texts = st.lists(lines, max_size=3, unique=True).map(tuple)
citations = st.builds(CitationRecord, ids, st.none() | ids, texts, texts, st.none() | st.booleans(), st.none() | lines)


def written(make: Callable[[BinaryIO], RecordFile], *batches: list[Record]) -> bytes:
    """Return the bytes of a file of records."""
    sink = io.BytesIO()
    file = make(sink)
    for batch in batches:
        file.write(batch)
    file.close()
    return sink.getvalue()


def json_lines(sink: BinaryIO) -> JsonLines:
    """Return a compressed file of records of any kind."""
    return JsonLines(sink, object, compressed=True)  # pyright: ignore


def native_copies(given: list[Record]) -> list[Any]:
    """Write records as JSON lines and read them back."""
    items = read_all(native.read, gzip.decompress(written(json_lines, given)))
    assert ([], []) == (refused(items), odd(items))
    return records(items, object)


def table_copies(given: list[Record], kind: type) -> list[Any]:
    """Write records as a table and read them back."""
    data = written(papers_table if kind is PaperRecord else citations_table, given)
    items = read_all(tables.read, data)
    assert ([], []) == (refused(items), odd(items))
    return records(items, kind)


@settings(max_examples=200, deadline=None)
@given(given_=st.lists(papers | citations, min_size=1, max_size=4))
def test_json_lines_are_read_back(given_: list[Record]) -> None:
    """Papers and citations come back from JSON lines as they were, without a reason to tell."""
    assert given_ == native_copies(given_)


@settings(max_examples=100, deadline=None)
@given(given_=st.lists(papers, min_size=1, max_size=4))
def test_tables_of_papers_are_read_back(given_: list[Record]) -> None:
    """Papers come back from Parquet as they were."""
    assert given_ == table_copies(given_, PaperRecord)


@settings(max_examples=100, deadline=None)
@given(given_=st.lists(citations, min_size=1, max_size=4))
def test_tables_of_citations_are_read_back(given_: list[Record]) -> None:
    """Citations with their facts come back from Parquet as they were."""
    assert given_ == table_copies(given_, CitationRecord)


def test_every_field_comes_back() -> None:
    """A paper with all fields comes back with all of them."""
    assert [FULL] == native_copies([FULL])
    assert [FULL] == table_copies([FULL], PaperRecord)


def test_areas_and_merges_come_back() -> None:
    """Areas with and without description and parent, and merged ids, come back."""
    given_: list[Record] = [
        AreaRecord("area:a", "A"),
        AreaRecord("area:b c", "B", "Of b", "area:a"),
        MergeRecord("openalex:W2", "openalex:W1"),
    ]
    assert given_ == native_copies(given_)


def test_what_a_record_does_not_say_is_not_there() -> None:
    """A field without a value is left out, an empty list of references is not; null is a work that is not known."""
    assert {"id": "x:a", "references": ()} == fields_of(PaperRecord("x:a", references=()))
    assert {"citing": "x:a", "cited": None} == fields_of(CitationRecord("x:a", None))
    with pytest.raises(TypeError, match="WithdrawnRecord"):
        fields_of(WithdrawnRecord("x:a"))


def test_files_without_records_stay_empty() -> None:
    """No record of the kind leaves a file without a byte, which an export drops."""
    for make in (json_lines, papers_table, citations_table):
        assert b"" == written(make, [])


def test_row_groups_are_written_as_they_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table does not keep more rows than one group has, and keeps their order."""
    monkeypatch.setattr(parquet, "ROWS_IN_GROUP", 4)
    given_ = [PaperRecord(f"x:{number}") for number in range(10)]
    pairs: list[list[Record]] = [[*given_[at : at + 2]] for at in range(0, 10, 2)]
    file = pyarrow.parquet.ParquetFile(io.BytesIO(written(papers_table, *pairs)))
    assert [4, 4, 2] == [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
    assert [record.id for record in given_] == file.read(["id"])["id"].to_pylist()


def test_a_table_that_is_abandoned_writes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an error nothing is written to a file that may be closed already."""
    monkeypatch.setattr(parquet, "ROWS_IN_GROUP", 1)
    sink = io.BytesIO()
    file = papers_table(sink)
    file.write([PaperRecord("x:a")])
    begun = len(sink.getvalue())
    file.abandon()
    file.close()
    assert 0 < begun == len(sink.getvalue())
