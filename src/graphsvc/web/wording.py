"""How numbers, dates and papers are put in words."""

import datetime
from dataclasses import dataclass
from typing import Final

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.lists import YearCount
from graphsvc.domain.paper import Paper


@dataclass(frozen=True, slots=True)
class Title:
    """What stands for a paper: its title, or words of ours in place of one."""

    text: str
    is_stand_in: bool


def title_of(paper: Paper) -> Title:
    """Return the paper's title, or a neutral stand-in made from its id."""
    if paper.title:
        return Title(paper.title, False)
    return Title(f"Untitled work {paper.id}" if paper.is_known else f"Work {paper.id}", True)


def number(count: int) -> str:
    """Write a count with its thousands apart: 2,414."""
    return f"{count:,}"


def score(value: float) -> str:
    """Write how sure a source is, short: 0.98, 0.003."""
    return f"{value:.2g}"


def day(date: datetime.date) -> str:
    """Write a day in full: 7 October 2026."""
    return f"{date.day} {_MONTHS[date.month - 1]} {date.year}"


def short_day(date: datetime.date) -> str:
    """Write a day without its year: 7 Oct."""
    return f"{date.day} {_MONTHS[date.month - 1][:3]}"


def date_in_words(date: PartialDate) -> str:
    """Write what is known of a date: 2019, May 2019 or 23 May 2019."""
    if date.month is None:
        return f"{date.year}"
    month = _MONTHS[date.month - 1]
    return f"{month} {date.year}" if date.day is None else f"{date.day} {month} {date.year}"


def is_running(year: YearCount) -> bool:
    """Whether the data ends within this year."""
    return year.is_partial and year.through is not None and year.year == year.through.year


def is_ahead(year: YearCount) -> bool:
    """Whether this year lies after the last one that the data covers."""
    return year.through is not None and year.year > year.through.year


def year_label(year: YearCount) -> str:
    """Name a year as an axis does: 2025, and `2026 to 7 Oct` for the one still running."""
    if is_running(year) and year.through is not None:
        return f"{year.year} to {short_day(year.through)}"
    return f"{year.year}"


# Not strftime: that follows the machine's language.
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
