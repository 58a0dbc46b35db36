"""What fuzzing found, each at its smallest, and inputs that are made to be slow or to fill the memory."""

import json
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import CitationRecord, PaperRecord
from graphsvc.ingest import fields
from graphsvc.ingest.formats import (
    FORMATS,
    Format,
    aminer,
    arxiv,
    bibtex,
    native,
    opencitations,
    s2_graph_api,
    s2ag,
    snap,
    tables,
)
from graphsvc.ingest.inputs import find_inputs
from tests.unit.ingest.formats.reading import (
    MAX_REASON_CHARACTERS,
    is_text_of_store,
    odd,
    read_all,
    read_until_cut,
    records,
    refused,
)

MANY = 150_000  # of a thing whose square takes a minute
MOST_S = 4.0
MOST_BYTES = 64_000_000
each_format = pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.NAME)


def cpu_s(work: Callable[[], object]) -> float:
    """The processor's time that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


@each_format
@pytest.mark.parametrize(
    "data",
    [
        b"[" * MANY,
        b'{"a":' * MANY,
        b'{"id":"x:a","title":' + b"[" * MANY + b"]" * MANY + b"}\n",
        b'[{"id":"x:a","title":' + b"[" * MANY + b"]" * MANY + b"}]",
        b"[" * 9_000 + b"{}" * MANY,
    ],
    ids=["arrays", "objects", "line", "document", "objects far below"],
)
def test_deep_nesting_costs_neither_time_nor_memory(each: Format, data: bytes) -> None:
    """Brackets in brackets are refused or cut, by the readers and by those that look at the head."""
    tracemalloc.start()
    try:
        spent_s = cpu_s(lambda: [read_until_cut(each.read, data), each.recognises(data[:65_536])])
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert spent_s < 5 * MOST_S  # tracing is slow
    assert peak_bytes < MOST_BYTES


@pytest.mark.parametrize(
    ("each", "data"),
    [
        (aminer, b'{"id":"1","n_citation":1,"t":"NumberInt ' + b'\\"' * MANY),
        (s2_graph_api, b'"' + b'\\"' * MANY),
        (bibtex, b"@misc{a, author={A" + b" " * MANY + b"}}"),
        (snap, b"#\n" * MANY * 2 + b"1 2\n"),
        (opencitations, b"citing,cited,oci" + b",a" * MANY + b"\n" + b"10.1/a,10.1/b\n" * 5_000),
    ],
    ids=["quotes, Mongo", "quotes", "blanks", "comments", "columns"],
)
def test_time_grows_with_the_input_alone(each: Format, data: bytes) -> None:
    """Texts without an end, runs of blanks, comments without an edge, thousands of columns: all in one pass."""
    assert cpu_s(lambda: read_until_cut(each.read, data)) < MOST_S


def test_macros_that_double_stay_small() -> None:
    """A macro that stands for two of the one before is left out before it is larger than a line."""
    doubling = b'@string{a = "twenty characters .."}\n' + b"@string{a = a # a}\n" * 60
    items = read_all(bibtex.read, doubling + b"@misc{k, title = a, doi = {10.5555/k}}\n")
    (paper,) = records(items, PaperRecord)
    assert 20 * 2**8 == len(paper.title)  # once more would be 10,240 characters
    assert odd(items)


@each_format
def test_a_number_with_a_wild_exponent(each: Format) -> None:
    """A number that no type holds is not JSON, wherever it stands."""
    wild = b"1e" + b"9" * 400
    for data in (wild, b'[{"id": "x:a", "title": ' + wild + b"}]", b'{"results": [' + wild + b"]}"):
        assert not each.recognises(data)
        read_until_cut(each.read, data)


@pytest.mark.parametrize("first", [b"[1]", b'{"papers": [', b'["id": "2101.00001"}', b"nonsense", b"{"])
@pytest.mark.parametrize("each", [arxiv, aminer], ids=lambda each: each.NAME)
def test_a_broken_first_line_says_nothing_of_the_layout(each: Format, first: bytes) -> None:
    """Lines are records by themselves, though the first one begins as an array or a document does."""
    others = b"".join(b'{"id": "2101.0000%d"}\n' % number for number in (2, 3, 4))
    items = read_all(each.read, first + b"\n" + others)
    assert [1, 2, 3, 4] == [item.line for item in items]
    assert ["2", "3", "4"] == [paper.id[-1] for paper in records(items, PaperRecord)]


def test_a_long_list_of_bad_items_is_told_in_short() -> None:
    """The first hundred are told one by one, the others as a number."""
    line = {"id": "x:a", "references": ["x:b", *[0] * 1_000]}
    items = read_all(native.read, json.dumps(line).encode())
    assert [("x:b",)] == [paper.references for paper in records(items, PaperRecord)]
    assert fields.MAX_ITEMS_TOLD + 1 == len(odd(items))
    assert "`references`: 900 more items were left out" == odd(items)[-1][1]


LONG = "x" * 1_001


def test_what_a_source_calls_a_citation_keeps_within_its_limit() -> None:
    """A `citationid` longer than a key is refused with its citation."""
    link = {"citationid": LONG, "citingcorpusid": 1, "citedcorpusid": 2}
    assert [1] == [line for line, _ in refused(read_all(s2ag.read, json.dumps(link).encode()))]


@pytest.mark.parametrize(
    ("each", "record", "name", "expected"),
    [
        # U+FB2C is three characters in NFC
        (native, {"id": "x:a", "title": "\ufb2c" * 4_000}, "title", None),
        (native, {"id": "x:a", "title": "a" + " " * 20_000 + "b"}, "title", "a b"),
        (aminer, {"id": "1", "indexed_abstract": {"a\x00b ": [0], "\u202ec": [1]}}, "abstract", "ab c"),
        (s2ag, {"corpusid": 1, "title": "T", "publicationtypes": [LONG, "Review"]}, "type", "Review"),
        (tables, {"id": "x:a", "categories": [LONG, "cs.CL"]}, "categories", ("cs.CL",)),
    ],
)
def test_texts_keep_within_their_limits(each: Format, record: dict[str, Any], name: str, expected: Any) -> None:
    """What is longer than the store takes is left out; lengths are those of the text that would be stored."""
    data = json.dumps(record).encode()
    if each is tables:
        data = b"id;categories\nx:a;" + "|".join(record["categories"]).encode() + b"\n"
    (paper,) = records(read_all(each.read, data), PaperRecord)
    assert expected == getattr(paper, name)


@pytest.mark.parametrize(
    ("each", "data"),
    [
        (s2ag, {"corpusid": 1, "title": "T", "authors": [{"name": "A", "authorId": LONG}]}),
        (aminer, {"id": "1", "title": "T", "authors": [{"name": "A", "id": LONG}]}),
    ],
)
def test_an_authors_id_that_no_index_takes_is_none(each: Format, data: dict[str, Any]) -> None:
    """The author stays, by the name alone."""
    (paper,) = records(read_all(each.read, json.dumps(data).encode()), PaperRecord)
    assert [("A", None)] == [(author.name, author.id) for author in paper.authors]


def test_contexts_and_intents_keep_within_their_limits() -> None:
    """A context longer than a line, and an intent longer than a key, are left out and told."""
    link = {"citingcorpusid": 1, "citedcorpusid": 2, "contexts": ["y" * 10_001, "c"], "intents": [[LONG, "method"]]}
    items = read_all(s2ag.read, json.dumps(link).encode())
    assert [(("c",), ("method",))] == [(link.contexts, link.intents) for link in records(items, CitationRecord)]
    assert 2 == len(odd(items))


@pytest.mark.parametrize(
    ("each", "data"),
    [
        (tables, b"\x00title" + b",column" * 1_000 + b"\nx:a\n"),
        (tables, b"\x00\nx:a\n"),
        (s2_graph_api, json.dumps({"error": "\x07no" * 1_000, "paperId": None}).encode()),
    ],
)
def test_reasons_are_short_and_can_be_printed(each: Format, data: bytes) -> None:
    """A reason names what it is about, and holds no more of the input than a person can read."""
    ((_, reason),) = refused(read_all(each.read, data))
    assert len(reason) <= MAX_REASON_CHARACTERS
    assert is_text_of_store(reason)
    assert reason == reason.strip()


@pytest.mark.parametrize("at", [0, 26])  # the signature of its header, the length of its name there
def test_a_damaged_member_of_an_archive_is_named(tmp_path: Path, at: int) -> None:
    """A member whose header is damaged is a wrong input with its name, before anything is loaded."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.jsonl", '{"id": "x:a"}\n')
    data = bytearray(path.read_bytes())
    data[at] = 0xFF
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"a\.zip!a\.jsonl cannot be read"):
        find_inputs([str(path)])
