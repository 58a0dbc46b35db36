"""Partial dates: what is read, what is refused, and how they sort."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate, parse_date, parse_partial_date, partial_date_from_ymd
from graphsvc.domain.errors import BadInput

DAYS = st.dates(min_value=datetime.date(1000, 1, 1))


def _cut(day: datetime.date, parts: int) -> PartialDate:
    return PartialDate(day.year, day.month if parts > 1 else None, day.day if parts > 2 else None)


PARTIAL_DATES = st.builds(_cut, DAYS, st.integers(1, 3))

REFUSED = [
    ("", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("19", "YYYY, YYYY-MM or YYYY-MM-DD"),
    (" 2019", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("2019\n", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("2019-5", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("20190523", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("2019-05-23T00:00:00Z", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("2019-W01-1", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("-2019", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("٢٠١٩", "YYYY, YYYY-MM or YYYY-MM-DD"),
    ("2023-02-30", "2023-02 has no day 30"),
    ("2019-02-29", "2019-02 has no day 29"),
    ("2019-01-00", "2019-01 has no day 00"),
    ("2016-13", "no month 13"),
    ("2016-00-01", "no month 00"),
    ("0999", "1000 to 9999"),
    ("0000-00-00", "1000 to 9999"),
]


@pytest.mark.parametrize(
    ("text", "date", "ymd"),
    [
        ("1988", PartialDate(1988), 19880000),
        ("1988-09", PartialDate(1988, 9), 19880900),
        ("1988-09-15", PartialDate(1988, 9, 15), 19880915),
        ("2020-02-29", PartialDate(2020, 2, 29), 20200229),
        ("1000", PartialDate(1000), 10000000),
        ("9999-12-31", PartialDate(9999, 12, 31), 99991231),
    ],
)
def test_a_date_is_read_as_far_as_it_is_known(text: str, date: PartialDate, ymd: int) -> None:
    """A year, a month and a day are read, and written back as they came."""
    assert date == parse_partial_date(text)
    assert text == date.iso
    assert ymd == date.ymd


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_date_is_refused_with_a_reason(text: str, reason: str) -> None:
    """Other forms and days that no calendar has are refused, and the reason says which."""
    with pytest.raises(BadInput) as refusal:
        parse_partial_date(text)
    assert reason in str(refusal.value)


@pytest.mark.parametrize("ymd", [0, -20190523, 1999, 20190023, 20191301, 20190230, 9990101, 100000101])
def test_a_number_that_is_no_date_is_refused(ymd: int) -> None:
    """A number is only a date when its parts are, and a day needs its month."""
    with pytest.raises(BadInput):
        partial_date_from_ymd(ymd)


@given(PARTIAL_DATES)
def test_a_date_survives_its_number_and_its_text(date: PartialDate) -> None:
    """A partial date comes back unchanged from its number and from its text."""
    assert date == partial_date_from_ymd(date.ymd)
    assert date == parse_partial_date(date.iso)


@given(PARTIAL_DATES, PARTIAL_DATES)
def test_numbers_sort_as_texts_do(one: PartialDate, other: PartialDate) -> None:
    """The order of the numbers is the order of the texts, years before their months, then days."""
    assert (one.iso < other.iso) == (one.ymd < other.ymd)
    assert (one.iso == other.iso) == (one.ymd == other.ymd)


@given(st.one_of(st.text(st.characters()), st.text("0123456789-", max_size=12)))
def test_any_text_is_a_date_or_refused(text: str) -> None:
    """No text does anything but give a date of that very text, or BadInput."""
    try:
        date = parse_partial_date(text)
    except BadInput:
        return
    assert text == date.iso


@given(st.integers())
def test_any_number_is_a_date_or_refused(ymd: int) -> None:
    """No number does anything but give a date of that very number, or BadInput."""
    try:
        date = partial_date_from_ymd(ymd)
    except BadInput:
        return
    assert ymd == date.ymd


@given(DAYS)
def test_a_whole_date_is_read(day: datetime.date) -> None:
    """A whole date is read to the day."""
    assert day == parse_date(day.isoformat())


@pytest.mark.parametrize("text", ["2019", "2019-05", *(text for text, _ in REFUSED)])
def test_less_than_a_whole_date_is_refused(text: str) -> None:
    """Where a whole date is asked for, a year or a month alone is refused like any other text."""
    with pytest.raises(BadInput):
        parse_date(text)
