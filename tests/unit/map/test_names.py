"""The file of names: what it may say, which areas its entries find, and that what is written can be read."""

import re
from pathlib import Path

import pytest

from graphsvc.domain.area_map import BestPaper, BuiltArea, ShownArea
from graphsvc.domain.errors import BadInput
from graphsvc.map.names import Entry, match_names, names_file, read_names

# areas of the first level: 0 with x:a x:b x:c, 1 with x:d x:e; x:f is nowhere; of the second: 2 with x:a x:b
LEVELS = [dict.fromkeys(("x:a", "x:b", "x:c"), 0) | {"x:d": 1, "x:e": 1, "x:f": -1}, {"x:a": 2, "x:b": 2}]


def area_of(level: int, id_: str) -> int | None:
    """Return where a paper of the drawing is."""
    return LEVELS[level].get(id_, -1) if id_ in LEVELS[0] else None


def entry(name: str, *papers: str, level: int = 0) -> Entry:
    """Return an entry with these papers."""
    return Entry(name, papers, level)


def test_an_entry_names_the_area_that_holds_most_of_its_papers() -> None:
    """Papers that the data have not do not count; a part is found in its own level."""
    holes, parts = entry("Holes", "x:a", "x:b", "x:d", "x:gone", "x:gone2"), entry("Parts", "x:a", "x:b", level=1)
    assert {0: holes, 2: parts} == match_names([holes, parts], area_of).areas


@pytest.mark.parametrize(
    ("papers", "reason"),
    [
        (("x:a", "x:d"), "no area holds more than half of its papers: they are in 2 areas"),
        (("x:gone",), "the data have none of its papers"),
        (("x:f",), "none of its papers is in an area of level 1"),
    ],
)
def test_an_entry_that_names_no_area_says_why(papers: tuple[str, ...], reason: str) -> None:
    """What cannot be found is told and not guessed."""
    found = match_names([entry("Lost", *papers)], area_of)
    assert ({}, [(entry("Lost", *papers), reason)]) == (found.areas, found.unmatched)


def test_of_two_names_for_an_area_the_one_with_more_papers_counts() -> None:
    """The other one is told, whichever comes first."""
    more, less = entry("More", "x:a", "x:b"), entry("Less", "x:c")
    for entries in ([more, less], [less, more]):
        found = match_names(entries, area_of)
        assert {0: more} == found.areas
        assert [(less, "its area is named 'More' by another entry")] == found.unmatched


def test_areas_with_one_name_are_to_be_one() -> None:
    """Two entries with a name make a group of their areas, but not across levels."""
    entries = [entry("Same", "x:a"), entry("Same", "x:d"), entry("Same", "x:b", level=1)]
    assert [[0, 1]] == match_names(entries, area_of).groups()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Names that a person gave come back with the papers of each community; those of words wait as comments."""
    odd = BuiltArea(
        "area:1", 'A "name" \\ of ü', "Said.", None, (), ("x:a",), (("x:a", "x:b"), ("x:c",)), is_named=True
    )
    plain = BuiltArea("area:2", "Some, words", "Also: more.", "area:1", (), ("x:d",), (("x:d",),), is_named=False)
    best = (BestPaper("x:a", 'Title # with "quotes"', 3),)
    file = tmp_path / "names.toml"
    file.write_text("".join(names_file([ShownArea(odd, 3, best), ShownArea(plain, 1, ())], {"area:1": 0, "area:2": 1})))
    expected = [
        Entry('A "name" \\ of ü', ("x:a", "x:b"), 0, "Said."),
        Entry('A "name" \\ of ü', ("x:c",), 0, "Said."),
    ]
    assert expected == read_names(file)
    file.write_text(file.read_text().replace("# name", "name"))
    assert [*expected, Entry("Some, words", ("x:d",), 1)] == read_names(file)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[area]", "is no file of names"),
        ("[[areas]]\nname = 'x'", "holds [[area]] entries and nothing else"),
        ("area = 3", "holds [[area]] entries and nothing else"),
        ("area = [3]", "entry 1: write it as a table"),
        ("[[area]]\nname = 'x'", "entry 1: say by which papers"),
        ("[[area]]\nname = 'x'\npapers = ['x:a', 3]", "entry 1: say by which papers"),
        ("[[area]]\nname = ' '\npapers = ['x:a']", "entry 1: name is to be a text"),
        ("[[area]]\nname = 'x'\npapers = ['x:a']\nlevel = 0", "entry 1: level is 1 for the coarsest"),
        ("[[area]]\nname = 'x'\npapers = ['x:a']\nlevel = true", "entry 1: level is 1 for the coarsest"),
        ("[[area]]\nname = 'x'\npaper = ['x:a']", "entry 1: unknown paper"),
        ("[[area]]\nname = 'x'\npapers = ['no id']", "entry 1:"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    """The message says which entry is wrong and what to write."""
    file = tmp_path / "names.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=re.escape(reason)):
        read_names(file)


def test_ids_may_be_written_as_people_write_them(tmp_path: Path) -> None:
    """An address of arXiv is the id of a paper."""
    file = tmp_path / "names.toml"
    file.write_text("[[area]]\nname = 'x'\npapers = ['https://arxiv.org/abs/hep-th/9711200']\n")
    assert [Entry("x", ("arxiv:hep-th/9711200",))] == read_names(file)
