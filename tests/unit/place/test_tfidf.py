"""The text model of graphsvc on tiny texts."""

import math

from graphsvc.domain.texts import AreaText, PaperText
from graphsvc.place.tfidf import TfidfModel
from tests.unit.place.texts import AREAS, members


def fitted() -> TfidfModel:
    model, known = TfidfModel(), members()
    model.fit(AREAS, [member.text for member in known], [member.area_ids[0] for member in known])
    return model


def nearest_ids(model: TfidfModel, *words: str) -> list[list[str]]:
    return [[id_ for id_, _ in found] for found in model.nearest([PaperText(each, None) for each in words], 3)]


def test_the_area_of_papers_with_the_same_words_is_nearest() -> None:
    """A text is nearest to the area whose papers have its words, and to no area with which it has none in common."""
    assert [["area:birds"], ["area:stars"]] == nearest_ids(fitted(), "Swallows in nests", "A luminous star, no: dust")


def test_the_description_of_an_area_counts() -> None:
    """An area is found by a word that only its description has, and by its name where it has no paper."""
    model = fitted()
    assert [["area:birds"]] == nearest_ids(model, "On the migration")
    alone = TfidfModel()
    alone.fit([AreaText("area:x", "Fungi", None)], [], [])
    assert [["area:x"]] == nearest_ids(alone, "Fungi of the forest")


def test_words_that_nobody_has_fit_nowhere() -> None:
    """A text without a known word, or without any, has no nearest area."""
    assert [[], [], []] == nearest_ids(fitted(), "Quark confinement", "", "and of the")


def test_both_areas_come_the_better_first_with_scores_between_0_and_1() -> None:
    """A text with words of both areas has both, the one with more of its words first; `most` cuts the list."""
    model = fitted()
    text = PaperText("Nests and feathers of owls under stars", None)
    (first, second) = model.nearest([text], 3)[0]
    assert ("area:birds", "area:stars") == (first[0], second[0])
    assert 1 > first[1] > second[1] > 0
    assert [[first]] == model.nearest([text], 1)


def test_the_score_of_one_neighbour_is_its_likeness_as_a_share() -> None:
    """With one member that has the very words, likeness 1 gives 1 / (1 + 1); the name of the area has none of them."""
    model = TfidfModel()
    model.fit([AreaText("area:x", "Fungi", None)], [PaperText("Quark", None)], ["area:x"])
    ((id_, score),) = model.nearest([PaperText("Quark", None)], 3)[0]
    assert "area:x" == id_
    assert math.isclose(0.5, score, rel_tol=1e-6)


def test_a_text_has_the_same_score_beside_any_others() -> None:
    """What is placed together makes no difference."""
    model = fitted()
    texts = [PaperText(title, None) for title in ("Owls", "Dust and owls", "Dwarf swallows")] * 150
    assert model.nearest(texts, 3) == [model.nearest([text], 3)[0] for text in texts]


def test_an_abstract_counts_like_a_title() -> None:
    """Words of the abstract find the area where the title has none."""
    assert "area:stars" == fitted().nearest([PaperText("Untitled", "We look at dwarf stars.")], 1)[0][0][0]
