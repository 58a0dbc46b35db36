"""The CSV files of OpenCitations, of every generation."""

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import CitationRecord, PaperRecord
from graphsvc.ingest.formats import opencitations
from tests.unit.ingest.formats.reading import all_normal, data_of, odd, read_all, records, refused

FILES = ("opencitations-citations_data.csv", "opencitations-croci_citations.csv", "opencitations-doci_citations.csv")


def ends(items: list[Any]) -> list[tuple[str, str | None]]:
    """The ends of the citations."""
    return [(citation.citing, citation.cited) for citation in records(items, CitationRecord)]


def read(*lines: str) -> list[Any]:
    """Read lines of CSV."""
    return read_all(opencitations.read, "\n".join(lines).encode())


@pytest.mark.parametrize("name", FILES)
def test_real_files_are_taken_whole(name: str) -> None:
    """Each row is a citation between papers, and each dated citing paper is told once, with its date."""
    rows = list(csv.DictReader(io.StringIO(data_of(name).decode())))
    items = read_all(opencitations.read, data_of(name))
    assert [(f"doi:{row['citing']}", f"doi:{row['cited']}") for row in rows] == ends(items)
    dates = {f"doi:{row['citing']}": row["creation"] for row in rows if row["creation"]}
    papers = records(items, PaperRecord)
    assert list(dates.items()) == [(paper.id, paper.published.iso) for paper in papers]
    assert [] == odd(items) + refused(items)


def test_odd_dates_and_durations_drop_no_row() -> None:
    """Negative durations and partial dates are fine, and a date or duration that is none is told with its line."""
    items = read_all(opencitations.read, data_of("09-negative-timespan.csv"))
    assert [(f"omid:br/069001{n}", "omid:br/0690019") for n in range(1, 8)] == ends(items)
    dates = {paper.id[-1]: paper.published for paper in records(items, PaperRecord)}
    expected = {
        "1": PartialDate(1988, 9, 15),
        "2": PartialDate(1988),
        "3": PartialDate(1988, 9),
        "6": PartialDate(1991, 12, 1),
        "7": PartialDate(1991, 12, 1),
    }
    assert expected == dates
    assert [(6, "`creation`: '2023-02-30'"), (7, "`timespan`: 'PXY'")] == [
        (line, reason.partition(" is no")[0]) for line, reason in odd(items)
    ]


def test_spellings_of_one_doi_are_one() -> None:
    """Six distinct edges between eight nodes stay of twelve lines; those without two ids are refused by line."""
    items = read_all(opencitations.read, data_of("03-doi-variants.csv"))
    assert 6 == len(set(ends(items)))
    assert 8 == len({end for edge in ends(items) for end in edge})
    assert 4 == len({citing for citing, cited in ends(items) if cited == "doi:10.5555/target.abc"})
    assert {"doi:10.5555/Äbc", "doi:10.5555/äbc"} <= {cited for _, cited in ends(items)}
    assert [(9, "`citing` is missing"), (10, "`cited` is missing"), (11, "`citing`: 'not-a-doi'")] == [
        (line, reason.partition(" is no")[0]) for line, reason in refused(items)
    ]


def test_several_ids_of_one_paper() -> None:
    """Of several ids the first is the end, and the others are told once as its other ids."""
    many = "omid:br/0612 doi:10.1/A openalex:W5 pmid:7"
    row = f"1-2,{many},omid:br/0613,2018-06,P1Y,no,no"
    items = read("oci,citing,cited,creation,timespan,journal_sc,author_sc", row, row, f"3-1,omid:br/06,{many},,,,")
    assert [("omid:br/0612", "omid:br/0613")] * 2 + [("omid:br/06", "omid:br/0612")] == ends(items)
    ids = ("doi:10.1/a", "openalex:W5", "pmid:7")
    expected = [
        PaperRecord("omid:br/0612", ids, published=PartialDate(2018, 6)),
        PaperRecord("omid:br/0612", ids),
    ]
    assert expected == records(items, PaperRecord)


def test_an_id_among_several_that_cannot_be_read_is_left_out() -> None:
    """One unknown scheme among the ids is told, and a row is refused only where no id is left."""
    items = read("citing,cited,creation", "wikidata:Q1 doi:10.1/a,doi:10.1/b,", "wikidata:Q1 isbn:2,doi:10.1/b,")
    assert [("doi:10.1/a", "doi:10.1/b")] == ends(items)
    assert ([2], [3]) == ([line for line, _ in odd(items)], [line for line, _ in refused(items)])


@pytest.mark.parametrize(
    "lines",
    [
        ("citing,cited,creation,timespan", "10.1/a,10.1/b,2018,P1Y"),
        ("creation,cited,oci,citing", "2018,10.1/b,7,10.1/a"),
        ('\ufeff"OCI","Citing","Cited","Creation"\r', '"7","10.1/a","10.1/b","2018"\r'),
        ("citing,cited,creation", "doi:10.1/a,https://doi.org/10.1/b,2018", "citing,cited,creation"),
        ("citing,cited,creation", "", "10.1/a , 10.1/B,2018"),
    ],
)
def test_columns_are_known_by_name(lines: tuple[str, ...]) -> None:
    """The order, the case and the quotes of the columns do not matter, nor a header that is repeated."""
    items = read(*lines)
    assert ([("doi:10.1/a", "doi:10.1/b")], []) == (ends(items), refused(items))
    assert [PaperRecord("doi:10.1/a", published=PartialDate(2018))] == records(items, PaperRecord)


@pytest.mark.parametrize("omid", ["omid:br/0612", "br/0612", "meta:br/0612", "https://w3id.org/oc/meta/br/0612"])
def test_spellings_of_omids(omid: str) -> None:
    """An OMID is known with and without its prefix."""
    assert [("omid:br/0612", "doi:10.1/b")] == ends(read("citing,cited,oci", f"{omid},10.1/b,"))


def test_a_row_that_is_no_csv_is_refused_alone() -> None:
    """A quote that is not closed, a row that is too short and bytes that are no text spoil their own row only."""
    data = b'citing,cited,oci\n"10.1/a,10.1/b,\n10.1/a\n10.1/\xff,10.1/b,\n10.1/a,10.1/b,\n'
    items = read_all(opencitations.read, data)
    assert ([("doi:10.1/a", "doi:10.1/b")], [2, 3, 4]) == (ends(items), [line for line, _ in refused(items)])


def test_without_its_header_a_file_is_refused() -> None:
    """A first line without the two columns is refused, once for the file."""
    assert [(1, "the first line names no columns `citing` and `cited`")] == refused(
        read("10.1/a,10.1/b", "10.1/a,10.1/c")
    )


def test_only_its_own_files_are_recognised() -> None:
    """All generations are known by their columns; a table with `citing` and `cited` alone is left to the tables."""
    assert [True] * 4 == [opencitations.recognises(data_of(name)) for name in (*FILES, "09-negative-timespan.csv")]
    names = ("03-doi-variants.csv", "cit-HepTh-first-300.txt", "s2ag-citations-part.jsonl", "aminer-v11.jsonl.gz")
    assert [False] * 4 == [opencitations.recognises(data_of(name)[: 64 * 1024]) for name in names]
    assert not opencitations.recognises(json.dumps({"id": "x:a", "title": "citing,cited,oci"}).encode())


CELLS = st.sampled_from(["10.1/a", "omid:br/06 doi:10.1/b", "x:a", "2018-02", "P1Y", '"', " ", "ä", "W1 W2", "doi:"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELLS | st.text(max_size=8), max_size=5), max_size=4))
def test_any_cells_are_taken_or_refused(rows: list[list[str]]) -> None:
    """No value in a row stops the reading, or brings in an id that is not in its normal form."""
    written = "\n".join(",".join(row) for row in rows).encode("utf-8", "surrogatepass")
    assert all_normal(opencitations.read, b"citing,cited,creation,timespan\n" + written)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Bytes of any kind stop neither the reading nor the recognising."""
    assert all_normal(opencitations.read, data)
    assert all_normal(opencitations.read, b"citing,cited,oci\n" + data)
    opencitations.recognises(data)
