"""Where on the map of areas a paper stands, and why there."""

from dataclasses import dataclass
from enum import Enum

from graphsvc.domain.lists import AreaCount, PaperList
from graphsvc.domain.paper import AreaScore, Paper, PaperArea, TextFit


class PlacementMethod(Enum):
    """What put a paper where it stands."""

    GIVEN_BY_SOURCE = "given_by_source"
    BY_CITATIONS = "by_citations"
    BY_TEXT = "by_text"
    NOT_PLACED = "not_placed"


@dataclass(frozen=True, slots=True)
class Placement:
    """A paper's place: `area` is None when it is not on the map; `most_cited_in` is where most of its citers are.

    `nearest` has the areas that fit its words best; it is empty where these were not asked.
    """

    method: PlacementMethod
    area: PaperArea | None
    explanation: str
    most_cited_in: AreaCount | None
    nearest: tuple[AreaScore, ...] = ()

    @property
    def is_on_map(self) -> bool:
        """Whether the paper stands in an area."""
        return self.area is not None


def placement(paper: Paper, citers: PaperList | None) -> Placement:
    """Say where a paper stands; `citers` is the unfiltered list with its area facet, if it was read."""
    most_cited_in = citers.areas[0] if citers and citers.areas else None
    area, fit = paper.primary_area, paper.text_fit
    nearest = fit.nearest if fit and (area is None or area.by_text) else ()
    if area is None:
        explanation = _why_not(paper, most_cited_in)
        return Placement(PlacementMethod.NOT_PLACED, None, explanation, most_cited_in, nearest)
    method, reason = _why_there(area, fit)
    return Placement(method, area, f"Placed in {area.name} {reason}.", most_cited_in, nearest)


def score_in_words(score: float, *, up: bool = False) -> str:
    """Write a score with two digits; rounded down, and what is needed up: none that is too low looks high enough."""
    hundredths = round(100 * score, 6)  # 0.29 is a little less than 29 hundredths in the machine
    whole = -(-hundredths // 1) if up else hundredths // 1
    return f"{whole / 100:.2f}"


def _why_there(area: PaperArea, fit: TextFit | None) -> tuple[PlacementMethod, str]:
    if area.by_text:
        words = "title" if fit and fit.by_title_alone else "title and abstract"
        score = "" if area.score is None else f" (score {score_in_words(area.score)})"
        return PlacementMethod.BY_TEXT, f"by the words of its {words}{score}"
    if area.by_citations:
        return PlacementMethod.BY_CITATIONS, "by what it cites and what cites it"
    return PlacementMethod.GIVEN_BY_SOURCE, "by its source"


def _why_not(paper: Paper, most_cited_in: AreaCount | None) -> str:
    cited = None if most_cited_in is None else f"Cited by {most_cited_in.count:,} in {most_cited_in.area.name}, but"
    fit = paper.text_fit
    if not paper.is_known:
        reason = "only its id is known"
    elif not paper.has_map:
        reason = "these data have no areas"
    elif fit is None:
        reason = "it is in no area, and its own words were not tried yet (graphsvc place)"
    elif fit.by_title_alone and not paper.title:
        reason = "it has neither title nor abstract"
    else:
        return _why_words_did_not(fit, cited)
    return f"{cited} not on the map: {reason}." if cited else f"Not on the map: {reason}."


def _why_words_did_not(fit: TextFit, cited: str | None) -> str:
    if fit.by_title_alone:
        reason = "it has no abstract, and its title alone did not fit any area"
        why = f"{cited} {reason}" if cited else f"Not on the map: {reason}"
    elif cited:
        why = f"{cited} placed by its own abstract, which did not fit any area"
    else:
        why = "Not on the map: its own abstract did not fit any area"
    return f"{why}. {_how_near(fit)}."


def _how_near(fit: TextFit) -> str:
    if not fit.nearest:
        return "It shares no telling word with any of them"
    area = fit.nearest[0]
    near = f"The nearest is {area.name} (score {score_in_words(area.score)}"
    if fit.needed is None:
        return f"{near}); here words alone do not tell areas apart surely enough"
    return f"{near}, {score_in_words(fit.needed, up=True)} is needed)"
