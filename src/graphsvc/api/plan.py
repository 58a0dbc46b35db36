"""Says what to read for the fields that a query selects of papers, lists and areas."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graphsvc.api.arguments import checked_first, decoded_cursors, page_size, paper_filter, paper_sort
from graphsvc.api.selection import Selected
from graphsvc.cursors import list_binding
from graphsvc.domain.errors import BadCursor, GraphsvcError
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.graph.papers import PaperWants

DEFAULT_AUTHORS, DEFAULT_ENTRIES, DEFAULT_NEIGHBOURS = 10, 20, 10
LIST_FIELDS = {"citers": ListKind.CITERS, "references": ListKind.REFERENCES, "papers": ListKind.AREA_PAPERS}

# The fields that come with every paper of a list; for any other one the paper is read itself.
PAPER_FIELDS_AT_HAND = frozenset(
    {
        "id", "title", "type", "venue", "language", "published", "categories", "isKnown", "isRetracted",
        "citedByCount", "sourceCitedByCount", "referenceCount", "referencesOutside",
    }
)  # fmt: skip
FACT_FIELDS = frozenset({"contexts", "intents", "isInfluential"})
AREA_FIELDS_AT_HAND = frozenset({"id", "name"})


class Plan(Protocol):
    """What is known of a selected list before it is read."""

    @property
    def field(self) -> Selected:
        """The field that selects it."""
        ...

    @property
    def binding(self) -> str:
        """What its cursors are bound to."""
        ...

    def wrong_owner(self, owner: str, /) -> BadCursor | None:
        """Return the error of cursors that were given for the list of another owner."""
        ...


@dataclass(frozen=True, slots=True)
class ListPlan:
    """One selected list: what to read, what its cursors are bound to, and whose list they say they are from."""

    field: Selected
    request: ListRequest
    binding: str
    owners: frozenset[str]

    def wrong_owner(self, owner: str) -> BadCursor | None:
        """Return the error of cursors that were given for the list of another paper or area."""
        if self.owners <= {owner}:
            return None
        return BadCursor(f"the cursor belongs to the list of {min(self.owners - {owner})}, not to that of {owner}")


def plan_lists(fields: Sequence[Selected]) -> list[ListPlan | tuple[Selected, GraphsvcError]]:
    """Return each selected list, or it with what is wrong with its arguments."""
    planned: list[ListPlan | tuple[Selected, GraphsvcError]] = []
    for field in fields:
        if field.name in LIST_FIELDS:
            try:
                planned.append(_plan_list(field, LIST_FIELDS[field.name]))
            except GraphsvcError as error:
                planned.append((field, error))
    return planned


def paper_wants(fields: Sequence[Selected]) -> PaperWants:
    """Return what to read of the papers themselves."""
    names = {field.name for field in fields}
    windows = [window for field in fields if field.name == "authors" and (window := _window_or_none(field))]
    return PaperWants(
        abstract="abstract" in names,
        identifiers="identifiers" in names,
        areas=not names.isdisjoint({"areas", "placement"}),
        authors_from=min((start for start, _ in windows), default=0),
        authors_to=max((end for _, end in windows), default=0),
    )


def explains_placement(fields: Sequence[Selected]) -> bool:
    """Return whether the citers' areas are needed to place the papers."""
    return any(
        below.name in ("mostCitedIn", "explanation")
        for field in fields
        if field.name == "placement"
        for below in field.below()
    )


MOST_CITED_AREA = ListRequest(ListKind.CITERS, areas_first=1)


def entries_shown(field: Selected) -> int:
    """Return how many entries a facet shows; raises BadInput, LimitExceeded."""
    first = field.arguments.get("first")
    return checked_first(DEFAULT_ENTRIES if first is None else first)


def entries_wanted(field: Selected, facet: str, without: str) -> int:
    """Return how many entries of a facet are selected at most; the count of those without comes with at least one.

    Raises BadInput, LimitExceeded.
    """
    below = field.below()
    shown = [entries_shown(each) for each in below if each.name == facet]
    return max((*shown, *(1 for each in below if each.name == without)), default=0)


def neighbours_shown(field: Selected) -> int:
    """Return how many neighbours of an area to show; raises BadInput, LimitExceeded."""
    first = field.arguments.get("first")
    return checked_first(DEFAULT_NEIGHBOURS if first is None else first)


def authors_window(field: Selected) -> tuple[int, int]:
    """Return the positions of the authors asked for, the last one not included; raises BadInput."""
    first = field.arguments.get("first")
    size = checked_first(DEFAULT_AUTHORS if first is None else first)
    after, _ = decoded_cursors(field.arguments, AUTHORS_BINDING)
    start = 0 if after is None else int(after[-1]) + 1
    return start, start + size


AUTHORS_BINDING = list_binding("authors")


def _window_or_none(field: Selected) -> tuple[int, int] | None:
    try:
        return authors_window(field)
    except GraphsvcError:
        return None  # told where the field is answered


def _plan_list(field: Selected, kind: ListKind) -> ListPlan:
    sort = paper_sort(field.arguments)
    kept = paper_filter(field.arguments, of_citations=kind is not ListKind.AREA_PAPERS)
    size, backward = page_size(field.arguments)
    if field.arguments.get("includeBelow"):
        kind = ListKind.AREA_TREE_PAPERS
    binding = list_binding(kind.value, sort.value, kept)
    after, before = decoded_cursors(field.arguments, binding)
    below = {selected.name: selected for selected in field.below()}
    shows_page = not below.keys().isdisjoint({"nodes", "edges", "pageInfo"})
    request = ListRequest(
        kind=kind,
        sort=sort,
        filter=kept,
        page=Page(size, after and after[1:], before and before[1:], backward) if shows_page else None,
        wants_facts=any(
            edge.name in FACT_FIELDS for name, edges in below.items() if name == "edges" for edge in edges.below()
        ),
        wants_years=not below.keys().isdisjoint({"byYear", "undatedCount"}),
        areas_first=entries_wanted(field, "byArea", "noAreaCount"),
        types_first=entries_wanted(field, "byType", "noTypeCount"),
        venues_first=entries_wanted(field, "byVenue", "noVenueCount"),
    )
    owners = frozenset(str(cursor[0]) for cursor in (after, before) if cursor)
    return ListPlan(field, request, binding, owners)
