"""A search: what is asked for, and what comes back."""

from dataclasses import dataclass
from enum import Enum

from graphsvc.domain.lists import NO_FILTER, Page, PaperFilter, PaperList, PaperSort


class SearchSort(Enum):
    """The orders of what a search finds: by relevance, and those of every list of papers."""

    RELEVANCE = "relevance"
    MOST_CITED = PaperSort.MOST_CITED.value
    NEWEST = PaperSort.NEWEST.value
    OLDEST = PaperSort.OLDEST.value
    TITLE = PaperSort.TITLE.value
    MOST_CITED_PER_YEAR = PaperSort.MOST_CITED_PER_YEAR.value


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search as a person typed it: `page` None reads no papers, `areas_first` the most areas to read, and so on."""

    text: str
    sort: SearchSort = SearchSort.RELEVANCE
    filter: PaperFilter = NO_FILTER
    page: Page | None = None
    wants_years: bool = False
    areas_first: int = 0
    types_first: int = 0
    venues_first: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    `is_exact` is false where more papers have the words than are looked at: the counts are lower bounds then, and the
    list holds those that fit best and hubs. `not_searched` are words as they were typed, cleared of quotes.
    """

    papers: PaperList
    is_exact: bool
    not_searched: tuple[str, ...]
