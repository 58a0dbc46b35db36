"""Where a paper stands, and the reason in words."""

from collections.abc import Callable
from typing import Any

import pytest

from graphsvc.domain.lists import AreaCount, AreaRef, PaperList
from graphsvc.domain.paper import AreaScore, Paper, PaperArea, TextFit
from graphsvc.domain.placement import PlacementMethod, placement

BIRDS = AreaScore("area:birds", "Birds", 0.2189)
STARS = AreaScore("area:stars", "Stars", 0.1)
FIT = TextFit((BIRDS, STARS), 0.3401, by_title_alone=False)
TITLE_FIT = TextFit((BIRDS, STARS), 0.3401, by_title_alone=True)


def paper(**fields: Any) -> Paper:
    usual: dict[str, Any] = {
        "type": None, "venue": None, "language": None, "published": None, "categories": (), "is_known": True,
        "is_retracted": None, "cited_by_count": 0, "source_cited_by_count": None, "references_here": None,
        "references_outside": None, "author_count": 0,
    }  # fmt: skip
    return Paper(id="x:1", title=fields.pop("title", "Owls"), **{**usual, **fields})


def in_area(**fields: Any) -> Paper:
    area = PaperArea("area:birds", "Birds", True, fields.pop("score", None), **fields.pop("area", {}))
    return paper(areas=(area,), **fields)


CITERS = PaperList(60, (), 60, (AreaCount(AreaRef("area:stars", "Stars"), 45),), 15)


@pytest.mark.parametrize(
    ("shown", "method", "explanation"),
    [
        (in_area(), "GIVEN_BY_SOURCE", "Placed in Birds by its source."),
        (in_area(score=0.9, text_fit=FIT), "GIVEN_BY_SOURCE", "Placed in Birds by its source."),
        (in_area(area={"by_citations": True}), "BY_CITATIONS", "Placed in Birds by what it cites and what cites it."),
        (
            in_area(area={"by_text": True, "by_citations": True}, score=0.4149, text_fit=FIT),
            "BY_TEXT",
            "Placed in Birds by the words of its title and abstract (score 0.41).",
        ),
        (
            in_area(area={"by_text": True}, score=0.29, text_fit=TITLE_FIT),
            "BY_TEXT",
            "Placed in Birds by the words of its title (score 0.29).",
        ),
    ],
)
def test_why_a_paper_is_where_it_is(shown: Paper, method: str, explanation: str) -> None:
    """What put a paper into its area is named, with the score where it has one."""
    found = placement(shown, CITERS)
    assert (True, PlacementMethod[method], explanation) == (found.is_on_map, found.method, found.explanation)


@pytest.mark.parametrize(
    ("fields", "alone", "cited"),
    [
        ({"is_known": False}, "Not on the map: only its id is known.", "not on the map: only its id is known."),
        (
            {"has_map": False},
            "Not on the map: these data have no areas.",
            "not on the map: these data have no areas.",
        ),
        (
            {},
            "Not on the map: it is in no area, and its own words were not tried yet (graphsvc place).",
            "not on the map: it is in no area, and its own words were not tried yet (graphsvc place).",
        ),
        (
            {"text_fit": FIT},
            "Not on the map: its own abstract did not fit any area. The nearest is Birds (score 0.21, 0.35 is needed).",
            "placed by its own abstract, which did not fit any area. "
            "The nearest is Birds (score 0.21, 0.35 is needed).",
        ),
        (
            {"text_fit": TITLE_FIT},
            "Not on the map: it has no abstract, and its title alone did not fit any area. "
            "The nearest is Birds (score 0.21, 0.35 is needed).",
            "it has no abstract, and its title alone did not fit any area. "
            "The nearest is Birds (score 0.21, 0.35 is needed).",
        ),
        (
            {"text_fit": TextFit((BIRDS,), None, by_title_alone=False)},
            "Not on the map: its own abstract did not fit any area. "
            "The nearest is Birds (score 0.21); here words alone do not tell areas apart surely enough.",
            "placed by its own abstract, which did not fit any area. "
            "The nearest is Birds (score 0.21); here words alone do not tell areas apart surely enough.",
        ),
        (
            {"text_fit": TextFit((), 0.3, by_title_alone=True)},
            "Not on the map: it has no abstract, and its title alone did not fit any area. "
            "It shares no telling word with any of them.",
            "it has no abstract, and its title alone did not fit any area. It shares no telling word with any of them.",
        ),
        (
            {"text_fit": FIT, "has_map": False},
            "Not on the map: these data have no areas.",
            "not on the map: these data have no areas.",
        ),
        (
            {"text_fit": TextFit((), 0.3, by_title_alone=False), "title": None},
            "Not on the map: its own abstract did not fit any area. It shares no telling word with any of them.",
            "placed by its own abstract, which did not fit any area. It shares no telling word with any of them.",
        ),
        (
            {"text_fit": TextFit((), 0.3, by_title_alone=True), "title": None},
            "Not on the map: it has neither title nor abstract.",
            "not on the map: it has neither title nor abstract.",
        ),
    ],
)
def test_why_a_paper_is_not_on_the_map(fields: dict[str, Any], alone: str, cited: str) -> None:
    """Each reason is another one, and says beside it where most of the citers are, if any is in an area."""
    shown = paper(**fields)
    assert (False, PlacementMethod.NOT_PLACED, alone) == (
        placement(shown, None).is_on_map,
        placement(shown, None).method,
        placement(shown, None).explanation,
    )
    assert f"Cited by 45 in Stars, but {cited}" == placement(shown, CITERS).explanation


@pytest.mark.parametrize(
    ("make", "nearest"),
    [
        (lambda: paper(text_fit=FIT), (BIRDS, STARS)),
        (lambda: in_area(area={"by_text": True}, text_fit=FIT), (BIRDS, STARS)),
        (lambda: in_area(text_fit=FIT), ()),
        (lambda: paper(), ()),
    ],
)
def test_the_nearest_areas_are_told_where_words_were_asked(
    make: Callable[[], Paper], nearest: tuple[AreaScore, ...]
) -> None:
    """A paper that its words placed, or did not, has its nearest areas; one with an area from elsewhere has none."""
    assert nearest == placement(make(), CITERS).nearest
