"""Lists of papers: what is asked for (order, filter, page, counts) and what comes back."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from graphsvc.domain.paper import Paper

DEFAULT_PAGE_SIZE = 12
MAX_PAGE_SIZE = 100

SortKey = tuple[int | str, ...]
"""Where a paper stands in an order: compared part by part, smaller first; the last part is always its id."""


class ListKind(Enum):
    """Which papers a list holds, seen from the paper or the area it belongs to."""

    CITERS = "citers"
    REFERENCES = "references"
    AREA_PAPERS = "area_papers"
    AREA_TREE_PAPERS = "area_tree_papers"
    """With those of all areas below."""


class PaperSort(Enum):
    """The orders of a list. Ties: most cited, then older first, then id; unknown years and titles come last."""

    MOST_CITED = "most_cited"
    NEWEST = "newest"
    OLDEST = "oldest"
    TITLE = "title"
    MOST_CITED_PER_YEAR = "most_cited_per_year"


@dataclass(frozen=True, slots=True)
class PaperFilter:
    """Which papers of a list to keep; every field that is set must hold.

    `areas`: in at least one of these area ids. `first_year`, `last_year`: both ends included; a paper
    without a year is outside of every range. `types`, `venues`: one of these, compared without regard to case.
    `is_influential`: what a source says of the citation; no list without citations can be asked for it.
    """

    areas: tuple[str, ...] | None = None
    has_area: bool | None = None
    first_year: int | None = None
    last_year: int | None = None
    types: tuple[str, ...] | None = None
    venues: tuple[str, ...] | None = None
    is_influential: bool | None = None


NO_FILTER = PaperFilter()


@dataclass(frozen=True, slots=True)
class Page:
    """At most `size` papers after `after`, or, when `backward`, the nearest ones before `before`."""

    size: int
    after: SortKey | None = None
    before: SortKey | None = None
    backward: bool = False


@dataclass(frozen=True, slots=True)
class ListRequest:
    """One list to read: `page` None reads no papers, `areas_first` is the most areas of the facet to read, and so on.

    `wants_facts` reads what is told of the citations themselves.
    """

    kind: ListKind
    sort: PaperSort = PaperSort.MOST_CITED
    filter: PaperFilter = NO_FILTER
    page: Page | None = None
    wants_facts: bool = False
    wants_years: bool = False
    areas_first: int = 0
    types_first: int = 0
    venues_first: int = 0


@dataclass(frozen=True, slots=True)
class AreaRef:
    """An area as it is named beside a count or a paper."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class AreaCount:
    """How many papers of a list are in one area."""

    area: AreaRef
    count: int


@dataclass(frozen=True, slots=True)
class ValueCount:
    """How many papers of a list have one type or venue, in its most frequent spelling."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class YearCount:
    """How many papers of a list were published in one year.

    `is_partial` marks the year still running at the data's date and any later one; `through` is then that date.
    """

    year: int
    count: int
    is_partial: bool = False
    through: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class CitationFacts:
    """What sources tell of a citation itself: where it stands in the text, what for, and whether it matters."""

    contexts: tuple[str, ...]
    intents: tuple[str, ...]
    is_influential: bool | None


@dataclass(frozen=True, slots=True)
class ListedPaper:
    """A paper in its place; `key` says where that is. `facts` are those of its citation, if they were asked for."""

    key: SortKey
    paper: Paper
    facts: CitationFacts | None = None


@dataclass(frozen=True, slots=True)
class PaperList:
    """What a ListRequest found, all of it counted over one and the same set of citations.

    `years` and `undated` ignore the filter's years, `areas` and `no_area` its areas, and so on: each facet applies
    every filter but its own.
    """

    total: int
    years: tuple[YearCount, ...]
    undated: int
    areas: tuple[AreaCount, ...]
    no_area: int
    papers: tuple[ListedPaper, ...] = ()
    has_next: bool = False
    has_previous: bool = False
    types: tuple[ValueCount, ...] = ()
    no_type: int = 0
    venues: tuple[ValueCount, ...] = ()
    no_venue: int = 0


def value_counts(spellings: Iterable[tuple[str, int]], first: int) -> tuple[ValueCount, ...]:
    """Return the `first` largest counts, then by name: spellings that differ by case alone count together.

    The most frequent spelling is shown, of equals the one that sorts first.
    """
    by_value: dict[str, list[tuple[int, str]]] = {}
    for spelling, count in spellings:
        by_value.setdefault(spelling.lower(), []).append((-count, spelling))
    ordered = sorted((sum(less for less, _ in group), min(group)[1]) for group in by_value.values())
    return tuple(ValueCount(value, -less) for less, value in ordered[:first])


def year_bins(counts: Iterable[tuple[int, int]], data_through: datetime.date | None) -> tuple[YearCount, ...]:
    """Return the counts from the first year to the last without holes, the running year marked."""
    by_year = dict(counts)
    if not by_year:
        return ()
    return tuple(
        YearCount(year, by_year.get(year, 0), *_partial(year, data_through))
        for year in range(min(by_year), max(by_year) + 1)
    )


def _partial(year: int, data_through: datetime.date | None) -> tuple[bool, datetime.date | None]:
    if data_through is None or year < data_through.year:
        return False, None
    if year == data_through.year and (data_through.month, data_through.day) == (12, 31):
        return False, None
    return True, data_through
