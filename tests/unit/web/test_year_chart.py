"""The bars by year."""

from graphsvc.web.selection import Selection
from graphsvc.web.years import year_chart


def chart(found, selection=Selection()):  # noqa: B008
    return year_chart(found.years, found.undated, selection, "/papers/x:1", "#here")


def test_years_counts_and_heights(make_list):
    """Years without papers are there with zero, heights follow the counts, the running year is marked."""
    bars = chart(make_list({2023: 10, 2025: 40, 2026: 5, None: 2})).bars
    expected = [
        ("2023", 10, "25%", False),
        ("2024", 0, "0%", False),
        ("2025", 40, "100%", False),
        ("2026 to 7 Oct", 5, "12.5%", True),
    ]
    assert expected == [(bar.label, bar.count, bar.height, bar.is_running) for bar in bars]


def test_year_ahead(make_list):
    """A year after the data's end is marked apart from the running one."""
    bars = chart(make_list({2026: 1, 2027: 1})).bars
    assert [("2026 to 7 Oct", False), ("2027", True)] == [(bar.label, bar.is_ahead) for bar in bars]


def test_links_choose_a_year_and_take_it_off(make_list):
    """A bar's link chooses its year and keeps the rest of the selection; the chosen bar's link takes it off."""
    selection = Selection(areas=("area:a",), first_year=2024, last_year=2024)
    bars = chart(make_list({2023: 1, 2024: 1}), selection).bars
    expected = [
        (False, "/papers/x:1?area=area:a&from=2023&to=2023#here"),
        (True, "/papers/x:1?area=area:a#here"),
    ]
    assert expected == [(bar.is_chosen, bar.href) for bar in bars]


def test_many_years(make_list):
    """Of sixty years only round ones and the last are labelled, with room between them; all bars are there."""
    shown = chart(make_list({1967: 1, 1990: 7, 2026: 5}))
    assert 60 == len(shown.bars)
    assert ["1970", "1980", "1990", "2000", "2010", "2026 to 7 Oct"] == [
        bar.shown_label for bar in shown.bars if bar.shown_label
    ]
    assert ["1990"] == [bar.label for bar in shown.bars if bar.has_count_shown]


def test_no_years(make_list):
    """A list without known years has no bars and tells how many papers that are."""
    shown = chart(make_list({None: 3}))
    assert ((), 3) == (shown.bars, shown.undated)


def test_a_narrow_chart_names_fewer_years(make_list):
    """Of twelve years a column with room for seven names the round ones and the running one."""
    found = make_list(dict.fromkeys(range(2015, 2027), 1))
    bars = year_chart(found.years, found.undated, Selection(), "/", "#found", 7).bars
    assert ["2015", "2020", "2026 to 7 Oct"] == [bar.shown_label for bar in bars if bar.shown_label]
