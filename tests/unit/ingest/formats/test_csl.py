"""CSL-JSON."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AuthorRecord, PaperRecord
from graphsvc.ingest.formats import csl
from tests.unit.ingest.formats.reading import (
    all_normal,
    json_values,
    objects_with,
    odd,
    read_all,
    read_until_cut,
    records,
    refused,
)

ITEM = {
    "id": "example2021counting",
    "type": "article",
    "title": "Counting <i>invented</i> widgets",
    "author": [
        {"family": "Example", "given": "Ada"},
        {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        {"literal": "The Consortium"},
    ],
    "issued": {"date-parts": [["2021", 1, 4]]},
    "DOI": "10.5555/INV.101",
    "URL": "https://arxiv.org/abs/2101.99999v2",
    "container-title": "Invented Letters",
    "abstract": "We count.",
    "language": "en",
}
FULL = PaperRecord(
    id="doi:10.5555/inv.101",
    ids=("arxiv:2101.99999",),
    title="Counting invented widgets",
    abstract="We count.",
    published=PartialDate(2021, 1, 4),
    type="article",
    venue="Invented Letters",
    language="en",
    authors=(AuthorRecord("Ada Example"), AuthorRecord("Jan van der Berg"), AuthorRecord("The Consortium")),
)


def lines(*values: Any) -> bytes:
    """JSON lines of these values."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def one(**values: Any) -> tuple[PaperRecord, list[str]]:
    """The paper of an item with these fields, and what was left out of it."""
    items = read_all(csl.read, lines([values]))
    (paper,) = records(items, PaperRecord)
    return paper, [reason for _, reason in odd(items)]


@pytest.mark.parametrize("text", [lines([ITEM]), lines(ITEM), json.dumps([ITEM], indent=2).encode()])
def test_every_field_is_taken(text: bytes) -> None:
    """A full item comes out whole, from an array and from a line."""
    assert csl.recognises(text)
    assert [FULL] == records(read_all(csl.read, text), PaperRecord)


@pytest.mark.parametrize(
    ("values", "ids"),
    [
        ({"id": "a", "URL": "https://doi.org/10.1/A"}, ["doi:10.1/a"]),
        ({"id": "a", "URL": "https://example.org/x"}, ["x:a"]),
        ({"id": "a", "archive": "arXiv", "number": "2101.99999"}, ["arxiv:2101.99999"]),
        ({"id": "a", "number": "arXiv:2101.99999 [cs.CL]"}, ["arxiv:2101.99999"]),
        ({"id": "a", "number": "7"}, ["x:a"]),
        ({"id": "a", "PMID": "5", "PMCID": "PMC6"}, ["pmid:5", "pmcid:PMC6"]),
        ({"id": "http://zotero.org/users/1/items/A B"}, ["x:http://zotero.org/users/1/items/A%20B"]),
        ({"id": 12}, ["x:12"]),
        ({"id": "a", "DOI": "nope"}, ["x:a"]),
    ],
)
def test_an_item_has_the_best_id_that_it_gives(values: dict[str, Any], ids: list[str]) -> None:
    """The DOI comes first, then addresses and numbers of known kinds, the item's own key last."""
    paper, _ = one(**values)
    assert ids == [paper.id, *paper.ids]


@pytest.mark.parametrize(
    ("issued", "iso", "is_told"),
    [
        ({"date-parts": [[2016, 2, 30]]}, "2016-02", True),
        ({"date-parts": [[None]]}, None, False),
        ({"raw": "2016-05"}, "2016-05", False),
        ({"raw": "May 2016"}, None, True),
        ({"literal": "in press"}, None, False),
        ("2016", None, True),
    ],
)
def test_dates_are_as_precise_as_they_make_sense(issued: Any, iso: str | None, is_told: bool) -> None:
    """Dates in parts are read as Crossref's; what makes no sense is told."""
    paper, reasons = one(id="a", issued=issued)
    assert (iso, is_told) == (paper.published and paper.published.iso, bool(reasons))


def test_an_item_without_any_id_is_refused() -> None:
    """What cannot be named is refused by its place in the array, the next is read."""
    items = read_all(csl.read, lines([5, {"title": "x"}, ITEM]))
    assert [1, 2] == [number for number, _ in refused(items)]
    assert [FULL] == records(items, PaperRecord)


def test_a_cut_array_gives_what_was_whole() -> None:
    """An array that ends in the middle gives its whole items, then tells that it was cut."""
    items, is_cut = read_until_cut(csl.read, lines([ITEM, ITEM])[:-30])
    assert (True, [FULL]) == (is_cut, records(items, PaperRecord))


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"id": "arxiv:2101.99999", "title": "native", "type": "article", "authors": [], "references": []}\n',
        b'{"id": "x:1", "title": "native", "type": "article"}\n',
        b'{"DOI": "10.1/a", "title": ["Crossref"], "type": "book", "author": []}',
        b'[{"id": "5", "title": "AMiner", "authors": [], "type": 3}]',
    ],
)
def test_other_formats_are_not_claimed(head: bytes) -> None:
    """Native records, Crossref's works and other arrays are not taken for CSL-JSON."""
    assert not csl.recognises(head)


@settings(max_examples=60, deadline=None)
@given(st.lists(json_values | objects_with(*ITEM, "PMID", "number", "archive", "raw"), max_size=4), st.booleans())
def test_any_json_is_taken_or_refused(values: list[Any], in_array: bool) -> None:
    """Whatever an item holds, nothing is raised and every id that comes out is in its normal form."""
    data = lines(values) if in_array else lines(*values)
    csl.recognises(data)
    assert all_normal(csl.read, data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"[", b'[{"id": "a"}, ']))
def test_any_bytes_are_taken_or_refused(data: bytes, before: bytes) -> None:
    """Whatever bytes come, nothing is raised but that the input is cut short."""
    csl.recognises(before + data)
    assert all_normal(csl.read, before + data)
