"""What a reader searched for and which part of it they chose, as the address says it."""

from dataclasses import dataclass
from typing import Final

from starlette.datastructures import QueryParams

from graphsvc.cursors import decode_cursor, encode_cursor, list_binding
from graphsvc.domain.errors import BadInput
from graphsvc.domain.lists import SortKey
from graphsvc.domain.search import SearchSort
from graphsvc.domain.text import clean_text, shown
from graphsvc.web.selection import Selection, read_selection

MAX_CHARACTERS: Final = 1_000
"""As many as the field takes; every link of the page repeats them."""
ORDER_NAMES: Final = {order: order.value.replace("_", "-") for order in SearchSort}


@dataclass(frozen=True, slots=True)
class SearchSelection(Selection):
    """Words with an order and a filter; `order` stands in the place of the `sort` that other lists have."""

    text: str = ""
    order: SearchSort = SearchSort.RELEVANCE

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The parameters that say it, the words first; the order by relevance is not said."""
        order = () if self.order is SearchSort.RELEVANCE else (("sort", ORDER_NAMES[self.order]),)
        return (("q", self.text), *order, *self.filter_fields)

    @property
    def binding(self) -> str:
        """What the places of pages are bound to."""
        return list_binding("search", self.text, self.order.value, self.filter)

    def page_after(self, key: SortKey) -> str:
        """Return the query of the page that follows a paper."""
        return f"{self.query}&after={encode_cursor(key, self.binding)}"


def read_search(parameters: QueryParams) -> tuple[SearchSelection, SortKey | None]:
    """Read what was searched, and behind which paper the page begins; raises BadInput as read_selection does.

    A place that was given for other words, another order or filter is a BadCursor.
    """
    others = [(name, value) for name, value in parameters.multi_items() if name not in ("q", "sort", "after")]
    chosen = read_selection(QueryParams(others))
    selection = SearchSelection(
        areas=chosen.areas,
        no_area=chosen.no_area,
        first_year=chosen.first_year,
        last_year=chosen.last_year,
        types=chosen.types,
        venues=chosen.venues,
        text=clean_text(parameters.get("q", "")[:MAX_CHARACTERS]),
        order=_order(parameters.getlist("sort")),
    )
    after = parameters.get("after")
    return selection, decode_cursor(after, selection.binding) if after else None


def _order(given: list[str]) -> SearchSort:
    if not given:
        return SearchSort.RELEVANCE
    if len(given) > 1:
        raise BadInput(f"sort is given {len(given)} times; give it once")
    for order, name in ORDER_NAMES.items():
        if given[0] == name:
            return order
    raise BadInput(f"sort is {shown(given[0])}; it can be {', '.join(ORDER_NAMES.values())}")
