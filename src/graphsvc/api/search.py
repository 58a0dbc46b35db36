"""The search as a root field: what to read for it, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from graphsvc.api.arguments import decoded_cursors, page_size, paper_filter
from graphsvc.api.fetch import connections
from graphsvc.api.plan import entries_wanted
from graphsvc.api.search_types import SearchConnection
from graphsvc.api.selection import Selected
from graphsvc.cursors import list_binding
from graphsvc.domain.errors import BadCursor
from graphsvc.domain.lists import Page
from graphsvc.domain.search import SearchRequest, SearchSort
from graphsvc.graph.connect import Reader
from graphsvc.graph.search import search_papers

OWNER: Final = "search"
"""Whose list the cursors say they are from, where those of other lists name a paper or an area."""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """A selected search: what to read, and what its cursors are bound to."""

    field: Selected
    request: SearchRequest
    binding: str

    def wrong_owner(self, _: str, /) -> BadCursor | None:
        """Return no error: a cursor is bound to the text that was searched."""
        return None


async def fetch_search(reader: Reader, field: Selected) -> SearchConnection:
    """Return the answer of a search; raises BadInput, LimitExceeded, BadCursor."""
    plan = _plan(field)
    found = await search_papers(reader, plan.request)
    kind = partial(SearchConnection, is_exact=found.is_exact, not_searched=list(found.not_searched))
    return (await connections(reader, plan, [(OWNER, found.papers)], kind))[0]


def _plan(field: Selected) -> SearchPlan:
    text, sort, kept = field.arguments["query"], _sort(field.arguments), paper_filter(field.arguments)
    size, backward = page_size(field.arguments)
    binding = list_binding("search", text, sort.value, kept)
    after, before = decoded_cursors(field.arguments, binding)
    names = {selected.name for selected in field.below()}
    request = SearchRequest(
        text,
        sort,
        kept,
        page=Page(size, after and after[1:], before and before[1:], backward)
        if not names.isdisjoint({"nodes", "edges", "pageInfo"})
        else None,
        wants_years=not names.isdisjoint({"byYear", "undatedCount"}),
        areas_first=entries_wanted(field, "byArea", "noAreaCount"),
        types_first=entries_wanted(field, "byType", "noTypeCount"),
        venues_first=entries_wanted(field, "byVenue", "noVenueCount"),
    )
    return SearchPlan(field, request, binding)


def _sort(arguments: Mapping[str, Any]) -> SearchSort:
    sort = arguments.get("sort")
    return SearchSort.RELEVANCE if sort is None else SearchSort(getattr(sort, "value", sort))
