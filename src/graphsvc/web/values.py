"""The facets of types and venues: links that choose a value or take it off again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphsvc.domain.lists import PaperList, ValueCount
from graphsvc.web.lists import Choice, share_of
from graphsvc.web.selection import Selection

VALUES_SHOWN = 8
"""The most types and the most venues that a page shows."""

Field = Literal["types", "venues"]


@dataclass(frozen=True, slots=True)
class ValueFacet:
    """One facet: `without` papers have no value, `is_open` where a reader chose one, so that it can be seen."""

    name: str
    choices: tuple[Choice, ...]
    without: int
    is_cut: bool
    is_open: bool


def value_facets(found: PaperList, selection: Selection, path: str, anchor: str) -> tuple[ValueFacet, ...]:
    """Return the facets of types and venues that have anything to choose; `found` counts one more than is shown."""
    facets = (
        _facet("By type", "types", found.types, found.no_type, found, selection, path, anchor),
        _facet("By venue", "venues", found.venues, found.no_venue, found, selection, path, anchor),
    )
    return tuple(facet for facet in facets if facet.choices)


def chosen_values(selection: Selection, path: str, anchor: str) -> tuple[Choice, ...]:
    """Return the types and venues that were chosen, each with the link that takes it off."""
    offs = [(value, with_value(selection, "types", value)) for value in selection.types]
    offs += [(value, with_value(selection, "venues", value)) for value in selection.venues]
    return tuple(Choice(value, f"{path}{off.query}{anchor}", True, True) for value, off in offs)


def with_value(selection: Selection, field: Field, value: str) -> Selection:
    """Add a type or venue to those chosen, or take it off in whatever case it was written."""
    chosen = _chosen(selection, field)
    left = tuple(other for other in chosen if other.lower() != value.lower())
    after = left if len(left) < len(chosen) else (*chosen, value)
    return replace(selection, types=after) if field == "types" else replace(selection, venues=after)


def _facet(
    name: str,
    field: Field,
    counted: Sequence[ValueCount],
    without: int,
    found: PaperList,
    selection: Selection,
    path: str,
    anchor: str,
) -> ValueFacet:
    counts: dict[str, int | None] = {each.value: each.count for each in counted[:VALUES_SHOWN]}
    chosen = _chosen(selection, field)
    shown = {value.lower() for value in counts}
    for value in chosen:
        if value.lower() not in shown:
            # Of values beyond the facet's end only one that is chosen alone has a count that is known: the list's own.
            counts[value] = found.total if len(chosen) == 1 else None
    most = max((count or 0 for count in counts.values()), default=0)
    keys = {value.lower() for value in chosen}
    choices = tuple(
        Choice(
            value,
            f"{path}{with_value(selection, field, value).query}{anchor}",
            value.lower() in keys,
            True,
            count,
            share_of(count, most),
        )
        for value, count in counts.items()
    )
    return ValueFacet(name, choices, without, len(counted) > VALUES_SHOWN, bool(chosen))


def _chosen(selection: Selection, field: Field) -> tuple[str, ...]:
    return selection.types if field == "types" else selection.venues
