"""Which part of a list a reader chose, as the address says it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from starlette.datastructures import QueryParams

from graphsvc.domain.errors import BadInput, LimitExceeded
from graphsvc.domain.identifiers import normal_area_id
from graphsvc.domain.lists import PaperFilter, PaperSort
from graphsvc.domain.text import shown

MAX_AREAS = 50
MAX_VALUES = 50
SORT_NAMES: Final = {sort: sort.value.replace("_", "-") for sort in PaperSort}


@dataclass(frozen=True, slots=True)
class Selection:
    """An order and a filter; `no_area` keeps what is in no area, `areas` what is in any of them.

    `types` and `venues` are spelled as they were chosen, and kept in any case. `below` is for the list of an area: with
    the papers of all areas below it.
    """

    sort: PaperSort = PaperSort.MOST_CITED
    areas: tuple[str, ...] = ()
    no_area: bool = False
    first_year: int | None = None
    last_year: int | None = None
    types: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    below: bool = False

    @property
    def filter(self) -> PaperFilter:
        """The filter alone, as the graph takes it."""
        return PaperFilter(
            areas=self.areas or None,
            has_area=False if self.no_area else None,
            first_year=self.first_year,
            last_year=self.last_year,
            types=self.types or None,
            venues=self.venues or None,
        )

    @property
    def has_years(self) -> bool:
        """Whether years were chosen."""
        return self.first_year is not None or self.last_year is not None

    @property
    def is_filtered(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.areas or self.types or self.venues) or self.no_area or self.has_years

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The parameters that say it, in a fixed order; what is usual is not said."""
        sort = () if self.sort is PaperSort.MOST_CITED else (("sort", SORT_NAMES[self.sort]),)
        return (*sort, *self.filter_fields)

    @property
    def filter_fields(self) -> tuple[tuple[str, str], ...]:
        """The parameters that say the filter alone."""
        years = (("from", self.first_year), ("to", self.last_year))
        return (
            *(("area", area) for area in self.areas),
            *((("no-area", "1"),) if self.no_area else ()),
            *((("below", "1"),) if self.below else ()),
            *((name, f"{year}") for name, year in years if year is not None),
            *(("type", type_) for type_ in self.types),
            *(("venue", venue) for venue in self.venues),
        )

    @property
    def query(self) -> str:
        """The query of an address, with its question mark; empty where nothing was chosen."""
        return f"?{urlencode(self.fields, quote_via=quote, safe=':')}" if self.fields else ""


def read_selection(parameters: QueryParams, *, takes_areas: bool = True) -> Selection:
    """Read the selection from the query; raises BadInput on a value that cannot be meant. Other names are not ours."""
    below = None if takes_areas else _only(parameters, "below")
    areas = tuple(dict.fromkeys(normal_area_id(text) for text in parameters.getlist("area")))
    no_area = _only(parameters, "no-area")
    first_year, last_year = _year(parameters, "from"), _year(parameters, "to")
    if not takes_areas and (areas or no_area is not None):
        raise BadInput("the list of an area is not filtered by area; leave out area and no-area")
    if no_area not in (None, "1"):
        raise BadInput(f"no-area is {shown(no_area)}; write no-area=1 or leave it out")
    if below not in (None, "1"):
        raise BadInput(f"below is {shown(below)}; write below=1 or leave it out")
    if areas and no_area:
        raise BadInput("area and no-area exclude each other; choose one of them")
    if len(areas) > MAX_AREAS:
        raise LimitExceeded(f"{len(areas)} areas are chosen; at most {MAX_AREAS} can be")
    if first_year is not None and last_year is not None and first_year > last_year:
        raise BadInput(f"from {first_year} to {last_year} holds no year; the first year comes first")
    return Selection(
        sort=_sort(_only(parameters, "sort")),
        areas=areas,
        no_area=no_area is not None,
        first_year=first_year,
        last_year=last_year,
        types=_values(parameters, "type"),
        venues=_values(parameters, "venue"),
        below=below is not None,
    )


_YEAR: Final = re.compile(r"[0-9]{4}")


def _only(parameters: QueryParams, name: str) -> str | None:
    values: Sequence[str] = parameters.getlist(name)
    if len(values) > 1:
        raise BadInput(f"{name} is given {len(values)} times; give it once")
    return values[0] if values else None


def _values(parameters: QueryParams, name: str) -> tuple[str, ...]:
    """Return what was chosen of a field, each value once; what differs by case alone is one value."""
    texts = [text for text in parameters.getlist(name) if text.strip()]
    values = tuple(
        {text.lower(): text for text in reversed(texts)}[key] for key in dict.fromkeys(map(str.lower, texts))
    )
    if len(values) > MAX_VALUES:
        raise LimitExceeded(f"{len(values)} values of {name} are chosen; at most {MAX_VALUES} can be")
    return values


def _sort(text: str | None) -> PaperSort:
    if text is None:
        return PaperSort.MOST_CITED
    for sort, name in SORT_NAMES.items():
        if text == name:
            return sort
    raise BadInput(f"sort is {shown(text)}; it can be {', '.join(SORT_NAMES.values())}")


def _year(parameters: QueryParams, name: str) -> int | None:
    text = _only(parameters, name)
    if not text or not text.strip():  # a form sends the field that was left empty
        return None
    if _YEAR.fullmatch(text.strip()) is None:
        raise BadInput(f"{name} is {shown(text)}; write a year with four digits, as {name}=2021")
    return int(text)
