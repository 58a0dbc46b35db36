"""SNAP's edge lists and lists of dates."""

import json
import lzma
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import CitationRecord, PaperRecord
from graphsvc.ingest.formats import snap
from tests.unit.ingest.formats.reading import all_normal, data_of, odd, read_all, records, refused, source

NAMED = "# Directed graph (each unordered pair of nodes is saved once): Cit-HepTh.txt\n# FromNodeId\tToNodeId\n"


def read(text: str, name: str = "a file", archive: str | None = None) -> list[Any]:
    """Read text as a file of this name."""
    return list(snap.read(source(text.encode(), name), archive))


def ends(items: list[Any]) -> list[tuple[str, str | None]]:
    """The ends of the citations."""
    return [(citation.citing, citation.cited) for citation in records(items, CitationRecord)]


def test_numbers_get_back_their_zeros_and_archive() -> None:
    """The edges of the real list are those of the papers' own reference lists."""
    items = read_all(snap.read, data_of("cit-HepTh-first-300.txt"))
    edges = ends(items)
    assert (300, []) == (len(edges), refused(items))
    citing = list(dict.fromkeys(citing for citing, _ in edges))
    references: dict[str, list[str]] = {}
    sample = resources.files("graphsvc") / "sample" / "hep-th.jsonl.xz"
    with sample.open("rb") as compressed, lzma.open(compressed) as lines:
        for line in lines:
            paper = json.loads(line)
            references[paper["id"]] = paper["references"] or []
            if paper["id"] == citing[-1]:
                break
    expected = [(paper, cited) for paper in citing[:-1] for cited in sorted(references[paper])]
    assert expected == sorted(edge for edge in edges if edge[0] != citing[-1])
    assert {cited for paper, cited in edges if paper == citing[-1]} <= set(references[citing[-1]])


@pytest.mark.parametrize(
    ("text", "name", "archive"),
    [
        (NAMED + "111042 1001\n", "a file", None),
        ("# cit-HepTh\r\n\r\n111042\t1001\r\n", "a file", None),
        ("111042   1001", "some/dir/Cit-HepTh.txt.gz", None),
        ("111042 1001\n", "a file", "hep-th"),
        ("# Cit-HepPh\n111042 1001\n", "a file", "hep-th"),
        ("hep-th/0111042 arXiv:hep-th/0001001", "a file", None),
    ],
)
def test_where_the_archive_comes_from(text: str, name: str, archive: str | None) -> None:
    """The archive that is given wins, then the one of the comments, then the one of the file's name."""
    assert [("arxiv:hep-th/0111042", "arxiv:hep-th/0001001")] == ends(read(text, name, archive))


def test_the_other_archive() -> None:
    """The numbers of cit-HepPh are of hep-ph."""
    assert [("arxiv:hep-ph/9907233", "arxiv:hep-ph/9301253")] == ends(read("# Cit-HepPh\n9907233\t9301253\n"))


def test_numbers_of_other_graphs_are_private() -> None:
    """Nodes of a graph that says no more are private ids; an id with its scheme stays what it is."""
    expected = [("x:snap-3858241", "x:snap-956203"), ("x:snap-a", "doi:10.1/b")]
    assert expected == ends(read("# FromNodeId\tToNodeId\n3858241\t956203\na 10.1/B\n"))


def test_dates_are_papers_with_their_earliest_date() -> None:
    """The list of dates gives each paper once, however it is numbered, with the earliest of its dates."""
    dates = "# id date\n9305123\t1993-05-27\n110001042\t2000-01-07\n119305123\t1993-05-26\n9305123 1993-06-01\n"
    items = read(dates, "cit-HepTh-dates.txt")
    expected = [
        PaperRecord("arxiv:hep-th/9305123", published=PartialDate(1993, 5, 26), part="date"),
        PaperRecord("arxiv:hep-th/0001042", published=PartialDate(2000, 1, 7), part="date"),
    ]
    assert expected == records(items, PaperRecord)
    assert [4, 3] == [item.line for item in items]


def test_broken_lines_are_refused() -> None:
    """A line without two ids, with a number that is no paper's or with a date no calendar has is refused by line."""
    items = read(NAMED + "1001\n1001 2 3\n1001 9999999\n123456789 1001\n1001 1993-02-30\n\n1001 1002\n")
    assert ([3, 4, 5, 6, 7], [("arxiv:hep-th/0001001", "arxiv:hep-th/0001002")]) == (
        [line for line, _ in refused(items)],
        ends(items),
    )
    assert [] == odd(items)


def test_only_its_own_files_are_recognised() -> None:
    """Lists of numbers are known, others by their comments; tables and JSON are not taken."""
    assert snap.recognises(data_of("cit-HepTh-first-300.txt"))
    assert [True] * 4 == [
        snap.recognises(head) for head in (b"1 2\n3 4\n", b"1\t1993-05-27\n", b"1\t2", NAMED.encode())
    ]
    assert snap.recognises(b"# FromNodeId ToNodeId\na b\nc ")
    names = ("03-doi-variants.csv", "s2ag-citations-part.jsonl", "opencitations-doci_citations.csv")
    assert [False] * 3 == [snap.recognises(data_of(name)) for name in names]
    heads = (b"", b"# a comment\n", b"citing\tcited\n1\t2\n", b"1,2\n", b'{"id": "x:a"}\n', b"1 2 3\n", b"title here\n")
    assert [False] * 7 == [snap.recognises(head) for head in heads]


TOKENS = st.sampled_from(["1001", "119305123", "9999999", "1993-05-27", "#", "x", "10.1/B", "\ufeff", "٣"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(TOKENS | st.text(max_size=6), max_size=3), max_size=5), st.booleans())
def test_any_tokens_are_taken_or_refused(rows: list[list[str]], is_named: bool) -> None:
    """No token stops the reading, or brings in an id that is not in its normal form."""
    text = (NAMED if is_named else "") + "\n".join(" ".join(row) for row in rows)
    assert all_normal(snap.read, text.encode("utf-8", "surrogatepass"))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(snap.read, data)
    snap.recognises(data)
