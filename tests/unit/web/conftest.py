"""Papers and lists as the store would give them, for the parts of the web side that need no store."""

import datetime
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.lists import AreaCount, AreaRef, ListedPaper, PaperList, year_bins
from graphsvc.domain.paper import Paper

THROUGH = datetime.date(2026, 10, 7)


@pytest.fixture
def through() -> datetime.date:
    """The date of the data."""
    return THROUGH


@pytest.fixture
def make_paper() -> Callable[..., Paper]:
    """Makes a paper; only what a test is about has to be said."""

    def make(id_: str = "x:1", title: str | None = "A title", **fields: Any) -> Paper:
        usual: dict[str, Any] = {
            "type": None, "venue": None, "language": None, "published": PartialDate(2019, 5, 23), "categories": (),
            "is_known": True, "is_retracted": None, "cited_by_count": 0, "source_cited_by_count": None,
            "references_here": None, "references_outside": None, "author_count": 0,
        }  # fmt: skip
        return Paper(id=id_, title=title, **{**usual, **fields})

    return make


@pytest.fixture
def make_list() -> Callable[..., PaperList]:
    """Makes a list from its counts by year (None: no year) and by area."""

    def make(
        years: dict[int | None, int],
        areas: dict[str, int] | None = None,
        no_area: int | None = None,
        papers: Sequence[Paper] = (),
        data_through: datetime.date | None = THROUGH,
    ) -> PaperList:
        dated = [(year, count) for year, count in years.items() if year is not None]
        total = sum(years.values())
        return PaperList(
            total=total,
            years=year_bins(dated, data_through),
            undated=years.get(None, 0),
            areas=tuple(AreaCount(AreaRef(f"area:{name}", name), count) for name, count in (areas or {}).items()),
            no_area=total if no_area is None else no_area,
            papers=tuple(ListedPaper((paper.id,), paper) for paper in papers),
            has_next=False,
            has_previous=False,
        )

    return make
