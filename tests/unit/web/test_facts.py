"""The sentence of key facts."""

from graphsvc.domain.lists import AreaRef
from graphsvc.web.facts import key_facts, plain

DATE = "Data through 7 October 2026."


def test_the_seed_papers_sentence(make_list, through):
    """A paper with citers of several years and areas: when, the year with the most, where, and the data's date."""
    years = {2021: 123, 2022: 109, 2023: 129, 2024: 137, 2025: 150, 2026: 196}
    citers = make_list(years, {"Efficient LLM inference and serving": 45, "Vision": 17}, no_area=734)
    expected = (
        "Cited by 844 papers from 2021 to 2026, the most in 2026 so far (196); 110 of them are in an area, "
        "45 in Efficient LLM inference and serving. " + DATE
    )
    assert expected == plain(key_facts(citers, through))


def test_areas_are_pieces_of_their_own(make_list, through):
    """An area's name is not mixed into our words, so that a page can link and isolate it."""
    pieces = key_facts(make_list({2020: 2, 2021: 1}, {"A": 3}, no_area=0), through)
    assert AreaRef("area:A", "A") in pieces


def test_no_citers(make_list, through):
    """Zero citers are told as such, with nothing about years or areas."""
    assert "No paper here cites it yet. " + DATE == plain(key_facts(make_list({}), through))


def test_one_citer(make_list, through):
    """One citer is one paper, in its year and area."""
    assert "Cited by 1 paper, in 2019; it is in no area. " + DATE == plain(key_facts(make_list({2019: 1}), through))
    placed = make_list({2026: 1}, {"A": 1}, no_area=0)
    assert "Cited by 1 paper, in 2026 so far; it is in A. " + DATE == plain(key_facts(placed, through))
    undated = make_list({None: 1})
    assert "Cited by 1 paper, its year not known; it is in no area. " + DATE == plain(key_facts(undated, through))


def test_all_undated(make_list, through):
    """Where no year is known, none is named."""
    expected = "Cited by 3 papers, none of them with a known year; none of them is in an area. " + DATE
    assert expected == plain(key_facts(make_list({None: 3}), through))


def test_some_undated(make_list, through):
    """Papers without a year are counted apart from those of the years that are named."""
    some = plain(key_facts(make_list({2019: 4, 2020: 9, None: 2}), through))
    assert some.startswith("Cited by 15 papers (2 without a known year) from 2019 to 2020, the most in 2020 (9);")
    one_year = plain(key_facts(make_list({2019: 4, None: 2}), through))
    assert one_year.startswith("Cited by 6 papers (2 without a known year), the others in 2019;")


def test_one_year(make_list, through):
    """When all citers are of one year, it is not called the one with the most."""
    assert plain(key_facts(make_list({2019: 4}), through)).startswith("Cited by 4 papers, all of them in 2019;")


def test_years_that_share_the_most(make_list, through):
    """Two years can share the most; where more do, none stands out and none is named."""
    two = plain(key_facts(make_list({2018: 5, 2019: 1, 2020: 5}), through))
    assert two.startswith("Cited by 11 papers from 2018 to 2020, the most in 2018 and 2020 (5 each);")
    three = plain(key_facts(make_list({2018: 5, 2019: 5, 2020: 5}), through))
    assert three.startswith("Cited by 15 papers from 2018 to 2020; none")


def test_year_after_the_data_ends(make_list, through):
    """A year after the data's date is not passed off as one it covers."""
    facts = plain(key_facts(make_list({2020: 1, 2027: 3}), through))
    assert facts.startswith("Cited by 4 papers from 2020 to 2027, the most in 2027, after the data ends (3);")


def test_areas_all_and_only(make_list, through):
    """Shares are put in the words that fit: all of them, or one."""
    every = plain(key_facts(make_list({2019: 4, 2020: 1}, {"A": 3, "B": 2}, no_area=0), through))
    assert every.endswith("; all of them are in an area, 3 in A. " + DATE)
    one = plain(key_facts(make_list({2019: 4, 2020: 1}, {"A": 1}, no_area=4), through))
    assert one.endswith("; 1 of them is in A. " + DATE)


def test_unknown_data_date(make_list):
    """Without a data date no year is called running, and the sentence says that the date is not known."""
    facts = plain(key_facts(make_list({2025: 1, 2026: 3}, data_through=None), None))
    expected = (
        "Cited by 4 papers from 2025 to 2026, the most in 2026 (3); none of them is in an area. "
        "Through which date the data goes is not known."
    )
    assert expected == facts
