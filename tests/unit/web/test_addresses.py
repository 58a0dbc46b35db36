"""Addresses and the ids in them."""

import pytest
from starlette.requests import Request

from graphsvc.domain.errors import BadInput
from graphsvc.web.addresses import Address, area_path, paper_path, read_address

FILES = frozenset({"citers.json", "references.json"})
ENDINGS = (".csl.json", ".json", ".bib")


def read(raw_path: str) -> Address:
    scope = {"type": "http", "path": "", "raw_path": raw_path.encode("latin-1"), "headers": []}
    return read_address(Request(scope), "/papers/", FILES, ENDINGS)


@pytest.mark.parametrize(
    ("id_", "path"),
    [
        ("arxiv:1905.09418", "/papers/arxiv:1905.09418"),
        ("arxiv:hep-th/9711200", "/papers/arxiv:hep-th%2F9711200"),
        ("doi:10.1000/a?b#c%d/citers.json", "/papers/doi:10.1000%2Fa%3Fb%23c%25d%2Fciters%2Ejson"),
        ("doi:10.1000/ä<x>", "/papers/doi:10.1000%2F%C3%A4%3Cx%3E"),
        ("x:../..", "/papers/x:..%2F.."),
        ("x:a.json", "/papers/x:a%2Ejson"),
        ("x:a.csl", "/papers/x:a%2Ecsl"),
        ("x:a.csl.json", "/papers/x:a.csl%2Ejson"),
        ("x:a.bib.", "/papers/x:a.bib."),
    ],
)
def test_paper_path_and_back(id_, path):
    """The whole id is one segment, and the page and the files are told apart whatever the id holds."""
    assert path == paper_path(id_)
    for ending in ENDINGS:
        assert Address(id_, ending) == read(path + ending)
    assert Address(id_, None) == read(path)
    assert Address(id_, "citers.json") == read(f"{path}/citers.json")


def test_area_path():
    """Areas' ids may have blanks."""
    assert "/areas/area:a%20b%2Fc" == area_path("area:a b/c")


@pytest.mark.parametrize(
    ("raw_path", "expected"),
    [
        ("/papers/arxiv:hep-th/9711200", Address("arxiv:hep-th/9711200", None)),
        ("/papers/arxiv:hep-th/9711200/references.json", Address("arxiv:hep-th/9711200", "references.json")),
        ("/papers/https://arxiv.org/abs/1905.09418v2", Address("https://arxiv.org/abs/1905.09418v2", None)),
        ("/papers/https:/arxiv.org/abs/1905.09418", Address("https://arxiv.org/abs/1905.09418", None)),
        ("/papers/1905.09418/", Address("1905.09418", None)),
        ("/papers/x:a%252Fb", Address("x:a%2Fb", None)),
        ("/papers/x:a/other.json", Address("x:a/other", ".json")),
        ("/papers/.json", Address(".json", None)),
        ("/papers/", Address("", None)),
    ],
)
def test_other_ways_to_write_it(raw_path, expected):
    """Slashes may stand plainly or be merged by a proxy; what was encoded twice is decoded once."""
    assert expected == read(raw_path)


def test_not_utf8():
    """Bytes that are no UTF-8 are refused, not guessed."""
    with pytest.raises(BadInput):
        read("/papers/x:%FF")
