"""A list of papers as a page shows it: its heading, its first papers, the rest in place, and its links."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from graphsvc.domain.lists import PaperList, PaperSort
from graphsvc.domain.paper import Paper
from graphsvc.web.selection import Selection
from graphsvc.web.wording import number

PAGE_SIZE = 50
FIRST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that changes the selection; a chosen facet's link takes it off again. A `name` is text of the data's."""

    text: str
    href: str
    is_chosen: bool
    is_name: bool = False
    count: int | None = None
    width: str = "0%"


@dataclass(frozen=True, slots=True)
class ShownList:
    """The papers to show: `first` at once, `rest` when a reader opens it."""

    heading: str
    total: int
    first: tuple[Paper, ...]
    rest: tuple[Paper, ...]


def shown_list(papers: Sequence[Paper], total: int, sort: PaperSort) -> ShownList:
    """Part the papers into those shown at once and the rest."""
    is_whole = len(papers) == total
    heading = f"All {number(total)}" if is_whole else f"{len(papers)} {_HEADINGS[sort]} of {number(total)}"
    if total <= 1:
        heading = "The only one" if total else "None"
    return ShownList(heading, total, tuple(papers[:FIRST_SHOWN]), tuple(papers[FIRST_SHOWN:]))


def papers_of(found: PaperList) -> tuple[Paper, ...]:
    """Return the papers of a page without their places."""
    return tuple(listed.paper for listed in found.papers)


def sort_choices(selection: Selection, path: str, anchor: str) -> tuple[Choice, ...]:
    """Return a link for each order."""
    return tuple(
        Choice(text, f"{path}{replace(selection, sort=sort).query}{anchor}", sort is selection.sort)
        for sort, text in _SORT_WORDS.items()
    )


def area_choices(
    found: PaperList, names: dict[str, str], selection: Selection, path: str, anchor: str
) -> tuple[Choice, ...]:
    """Return the area facet; chosen areas that the facet has no room for come last."""
    counts: dict[str, int | None] = {area.area.id: area.count for area in found.areas}
    for id_ in selection.areas:
        # Of areas beyond the facet's end only one that is chosen alone has a count that is known: the list's own.
        counts.setdefault(id_, found.total if len(selection.areas) == 1 else None)
    most = max((count or 0 for count in (*counts.values(), found.no_area)), default=0)
    choices = [
        Choice(
            names[id_],
            f"{path}{with_area(selection, id_).query}{anchor}",
            id_ in selection.areas,
            True,
            count,
            share_of(count, most),
        )
        for id_, count in counts.items()
    ]
    if selection.no_area or (choices and found.no_area):
        without = replace(selection, areas=(), no_area=not selection.no_area)
        link, width = f"{path}{without.query}{anchor}", share_of(found.no_area, most)
        choices.append(Choice("In no area", link, selection.no_area, False, found.no_area, width))
    return tuple(choices)


def chosen(selection: Selection, names: dict[str, str], path: str, anchor: str) -> tuple[Choice, ...]:
    """Return what was chosen, each with the link that takes it off."""
    offs = [(names[id_], True, with_area(selection, id_)) for id_ in selection.areas]
    if selection.no_area:
        offs.append(("In no area", False, replace(selection, no_area=False)))
    if selection.has_years:
        offs.append((years_in_words(selection), False, replace(selection, first_year=None, last_year=None)))
    return tuple(Choice(text, f"{path}{off.query}{anchor}", True, is_name) for text, is_name, off in offs)


def with_area(selection: Selection, id_: str) -> Selection:
    """Add the area to those chosen, or take it off."""
    if id_ in selection.areas:
        return replace(selection, areas=tuple(other for other in selection.areas if other != id_))
    return replace(selection, areas=(*selection.areas, id_), no_area=False)


def years_in_words(selection: Selection) -> str:
    """Name the chosen years: 2021, 2021 to 2023, from 2021, up to 2023."""
    first, last = selection.first_year, selection.last_year
    if first is None or last is None:
        return f"Up to {last}" if first is None else f"From {first}"
    return f"{first}" if first == last else f"{first} to {last}"


def share_of(count: int | None, most: int) -> str:
    """Return the width of a bar in per cent of the longest one."""
    return f"{100 * count / most:.4g}%" if count and most else "0%"


_HEADINGS: Final = {
    PaperSort.MOST_CITED: "most cited",
    PaperSort.NEWEST: "newest",
    PaperSort.OLDEST: "oldest",
    PaperSort.TITLE: "first by title",
    PaperSort.MOST_CITED_PER_YEAR: "most cited per year",
}
_SORT_WORDS: Final = {
    PaperSort.MOST_CITED: "Most cited",
    PaperSort.NEWEST: "Newest",
    PaperSort.OLDEST: "Oldest",
    PaperSort.TITLE: "Title",
    PaperSort.MOST_CITED_PER_YEAR: "Most cited per year",
}
