"""Dates as sources give them: a year, a month of a year, or a day."""

import datetime
import re
from dataclasses import dataclass
from typing import Final

from graphsvc.domain.errors import BadInput
from graphsvc.domain.text import shown

_PARTIAL: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_FIRST_YEAR: Final = 1000
_LAST_YEAR: Final = 9999


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date known to the year, the month or the day."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def iso(self) -> str:
        """The known parts as ISO 8601 writes them: `2019`, `2019-05` or `2019-05-23`."""
        if self.month is None:
            return f"{self.year:04d}"
        if self.day is None:
            return f"{self.year:04d}-{self.month:02d}"
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    @property
    def ymd(self) -> int:
        """The number yyyymmdd with 00 for what is unknown, so that a year alone sorts before its months."""
        return self.year * 10_000 + (self.month or 0) * 100 + (self.day or 0)


def parse_partial_date(text: str) -> PartialDate:
    """Read `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, the forms of the native record's `published`.

    Raises BadInput on any other form, on a day the calendar does not have, and on years before 1000.
    """
    found = _PARTIAL.fullmatch(text)
    if found is None:
        raise BadInput(f"{shown(text)} is not a date; write YYYY, YYYY-MM or YYYY-MM-DD")
    year, month, day = found.groups()
    date = PartialDate(int(year), int(month) if month else None, int(day) if day else None)
    _refuse_unreal(text, date)
    return date


def partial_date_from_ymd(ymd: int) -> PartialDate:
    """The date that the number yyyymmdd stands for, the reverse of `PartialDate.ymd`.

    Raises BadInput where parse_partial_date would, and on a day without a month.
    """
    year, month, day = ymd // 10_000, ymd // 100 % 100, ymd % 100
    if day and not month:
        raise BadInput(f"'{ymd}' is not a date: it has a day without a month")
    date = PartialDate(year, month or None, day or None)
    _refuse_unreal(str(ymd), date)
    return date


def parse_date(text: str) -> datetime.date:
    """Read a whole date, exactly `YYYY-MM-DD`.

    Raises BadInput on anything else, also on a year or a month alone, and on a day no calendar has.
    """
    found = _PARTIAL.fullmatch(text)
    if found is None or found[3] is None:
        raise BadInput(f"{shown(text)} is not a whole date; write YYYY-MM-DD")
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    _refuse_unreal(text, PartialDate(year, month, day))
    return datetime.date(year, month, day)


def _refuse_unreal(text: str, date: PartialDate) -> None:
    if not _FIRST_YEAR <= date.year <= _LAST_YEAR:
        raise BadInput(f"{shown(text)} is out of range: years run from {_FIRST_YEAR} to {_LAST_YEAR}")
    if date.month is None:
        return
    if not 1 <= date.month <= 12:
        raise BadInput(f"{shown(text)} is not a date: there is no month {date.month:02d}")
    if date.day is None:
        return
    try:
        datetime.date(date.year, date.month, date.day)
    except ValueError:
        month = PartialDate(date.year, date.month).iso
        raise BadInput(f"{shown(text)} is not a date: {month} has no day {date.day:02d}") from None
