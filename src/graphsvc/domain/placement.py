"""Where on the map of areas a paper stands, and why there."""

from dataclasses import dataclass
from enum import Enum

from graphsvc.domain.lists import AreaCount, PaperList
from graphsvc.domain.paper import Paper, PaperArea


class PlacementMethod(Enum):
    """What put a paper where it stands."""

    GIVEN_BY_SOURCE = "given_by_source"
    NOT_PLACED = "not_placed"


@dataclass(frozen=True, slots=True)
class Placement:
    """A paper's place: `area` is None when it is not on the map; `most_cited_in` is where most of its citers are."""

    method: PlacementMethod
    area: PaperArea | None
    explanation: str
    most_cited_in: AreaCount | None

    @property
    def is_on_map(self) -> bool:
        """Whether the paper stands in an area."""
        return self.area is not None


def placement(paper: Paper, citers: PaperList | None) -> Placement:
    """Place a paper by what its source says; `citers` is the unfiltered list with its area facet, if it was read."""
    most_cited_in = citers.areas[0] if citers and citers.areas else None
    area = paper.primary_area
    if area is not None:
        explanation = f"Placed in {area.name} by its source."
        return Placement(PlacementMethod.GIVEN_BY_SOURCE, area, explanation, most_cited_in)
    return Placement(PlacementMethod.NOT_PLACED, None, _why_not(paper, most_cited_in), most_cited_in)


def _why_not(paper: Paper, most_cited_in: AreaCount | None) -> str:
    reason = "its source gives it no area" if paper.is_known else "only its id is known"
    if most_cited_in is None:
        return f"Not on the map: {reason}."
    return f"Cited by {most_cited_in.count:,} in {most_cited_in.area.name}, but not on the map: {reason}."
