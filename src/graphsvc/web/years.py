"""The bars of papers by year."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphsvc.domain.lists import YearCount
from graphsvc.web.selection import Selection
from graphsvc.web.wording import day, is_ahead, is_running, number, year_label

MOST_LABELLED = 14


@dataclass(frozen=True, slots=True)
class YearBar:
    """One bar: `height` in per cent of the highest, `shown_label` empty where the axis has no room for it."""

    label: str
    shown_label: str
    count: int
    has_count_shown: bool
    height: str
    note: str
    href: str
    is_running: bool
    is_ahead: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class YearChart:
    """All bars of a list; `is_dense` where only some of them are labelled, `is_partly` where years are chosen."""

    bars: tuple[YearBar, ...]
    undated: int
    is_dense: bool
    is_partly: bool
    first_year: int | None
    last_year: int | None
    legend: str


def year_chart(
    years: Sequence[YearCount],
    undated: int,
    selection: Selection,
    path: str,
    anchor: str,
    most_labelled: int = MOST_LABELLED,
) -> YearChart:
    """Return the bars with their links: a year chosen alone is taken off again, any other one is chosen.

    Of more than `most_labelled` years only some are named below their bars.
    """
    most = max((year.count for year in years), default=0)
    labelled = _labelled(years, most_labelled)
    is_dense = len(years) > most_labelled
    peak = next((year.year for year in years if year.count == most), None)
    return YearChart(
        bars=tuple(
            YearBar(
                label=year_label(year),
                shown_label=year_label(year) if year.year in labelled else "",
                count=year.count,
                has_count_shown=not is_dense or year.year == peak,
                height=f"{100 * year.count / most:.4g}%" if most else "0%",
                note=_note(year),
                href=f"{path}{_toggled(selection, year.year).query}{anchor}",
                is_running=is_running(year),
                is_ahead=is_ahead(year),
                is_chosen=selection.has_years and _is_within(selection, year.year),
            )
            for year in years
        ),
        undated=undated,
        is_dense=is_dense,
        is_partly=selection.has_years,
        first_year=selection.first_year,
        last_year=selection.last_year,
        legend=_legend(years),
    )


def _toggled(selection: Selection, year: int) -> Selection:
    chosen = None if selection.first_year == selection.last_year == year else year
    return replace(selection, first_year=chosen, last_year=chosen)


def _is_within(selection: Selection, year: int) -> bool:
    return (selection.first_year or year) <= year <= (selection.last_year or year)


def _labelled(years: Sequence[YearCount], most: int) -> frozenset[int]:
    """Which years the axis names: all of a few; of many, round ones that leave room for the last."""
    if len(years) <= most:
        return frozenset(year.year for year in years)
    step = next((step for step in (5, 10, 20, 25, 50) if len(years) <= 8 * step), 100)
    last = years[-1]
    named = next((year for year in years if is_running(year)), last)
    room = max(3, len(years) // 6)
    rounds = {year.year for year in years if year.year % step == 0 and abs(named.year - year.year) > room}
    return frozenset({*rounds, named.year})


def _note(year: YearCount) -> str:
    if year.through is None:
        return ""
    if is_ahead(year):
        return f"dated after the data ends, {day(year.through)}"
    return f"still running: data through {day(year.through)}" if is_running(year) else ""


def _legend(years: Sequence[YearCount]) -> str:
    running = next((year for year in years if is_running(year) and year.through), None)
    ahead = [year for year in years if is_ahead(year)]
    parts: list[str] = []
    if running and running.through:
        parts.append(f"Hatched: {running.year} is still running, the data ends on {day(running.through)}.")
    if ahead:
        parts.append(f"Dotted: {number(sum(year.count for year in ahead))} dated after the data ends.")
    return " ".join(parts)
