"""Measuring a text model on papers that are held out."""

from collections.abc import Sequence

from graphsvc.domain.texts import AreaText, Member, PaperText
from graphsvc.place.calibrate import calibrate
from graphsvc.place.tfidf import TfidfModel
from tests.unit.place.texts import AREAS, members


class ToldModel:
    """Says of each text the area and the score that stand in it: "area:birds 0.4"."""

    def fit(self, areas: Sequence[AreaText], texts: Sequence[PaperText], area_ids: Sequence[str]) -> None:
        self.learned = {text.title for text in texts}

    def nearest(self, texts: Sequence[PaperText], most: int) -> list[list[tuple[str, float]]]:
        assert self.learned.isdisjoint(text.title for text in texts), "what is held out was learned"
        told = [text.words.split()[-2:] for text in texts]
        return [[(id_, float(score))] if float(score) else [] for id_, score in told]


def paper(number: int, said: str, *area_ids: str, abstract: str | None = None) -> Member:
    return Member(f"x:{number}", PaperText(f"{number} {said}", abstract), area_ids)


def test_accuracy_and_coverage_of_each_threshold() -> None:
    """40 papers: the 20 with a score of 0.8 are right but for 2, of those with 0.2 a half is; the least that is right
    in 90 of 100 is the higher score, as all together are right in 28 of 40."""
    sure = [paper(number, "area:birds 0.8", "area:birds" if number < 18 else "area:stars") for number in range(20)]
    unsure = [paper(number, "area:birds 0.2", ("area:birds", "area:stars")[number % 2]) for number in range(20, 40)]
    _, titles = calibrate(ToldModel, AREAS, [*sure, *unsure], 0.9)
    assert [(0.2, 1.0, 28 / 40, 40), (0.8, 0.5, 0.9, 20)] == [
        (step.threshold, step.coverage, step.accuracy, step.placed) for step in titles.steps
    ]
    assert (40, 0.8, 28 / 40) == (titles.held_out, titles.threshold, titles.most_frequent)


def test_any_area_of_a_paper_is_right_and_the_main_one_is_told_apart() -> None:
    """A paper that comes to its second area is right, but not in its main one."""
    known = [paper(number, "area:birds 0.5", "area:stars", "area:birds") for number in range(20)]
    _, titles = calibrate(ToldModel, AREAS, known, 0.9)
    assert [(1.0, 0.0)] == [(step.accuracy, step.main_accuracy) for step in titles.steps]
    assert (1.0, 1.0) == (titles.most_frequent, titles.main_most_frequent)


def test_no_threshold_where_nothing_is_right_often_enough() -> None:
    """Where the model is wrong whatever its score, no score places a paper."""
    known = [paper(number, f"area:birds 0.{number + 10}", "area:stars") for number in range(40)]
    assert [None, None] == [found.threshold for found in calibrate(ToldModel, AREAS, known, 0.5)]


def test_a_few_right_ones_make_no_threshold() -> None:
    """19 papers that are all right are too few to be sure; 20 are enough."""
    known = [paper(number, "area:birds 0.5", "area:birds") for number in range(20)]
    assert None is calibrate(ToldModel, AREAS, known[:19], 0.9)[1].threshold
    assert 0.5 == calibrate(ToldModel, AREAS, known, 0.9)[1].threshold


def test_papers_with_an_abstract_are_measured_with_it_and_without() -> None:
    """The score that the abstract gives counts for papers with one, that of the title for those without."""
    known = [
        paper(number, "area:stars 0.3", "area:birds", abstract="area:birds 0.6" if number < 30 else None)
        for number in range(50)
    ]
    abstracts, titles = calibrate(ToldModel, AREAS, known, 0.9)
    assert (30, 0.6) == (abstracts.held_out, abstracts.threshold)
    assert (50, None) == (titles.held_out, titles.threshold)


def test_a_paper_that_nothing_fits_counts_as_not_placed() -> None:
    """Without a nearest area a held-out paper lowers the coverage, and no threshold is 0."""
    known = [paper(number, f"area:birds {0.5 if number < 30 else 0}", "area:birds") for number in range(40)]
    _, titles = calibrate(ToldModel, AREAS, known, 0.9)
    assert [(0.5, 0.75, 1.0)] == [(step.threshold, step.coverage, step.accuracy) for step in titles.steps]


def test_nothing_to_measure() -> None:
    """Without members there are no steps and no threshold."""
    abstracts, titles = calibrate(ToldModel, AREAS, [], 0.9)
    assert ((), None, False) == (abstracts.steps, abstracts.threshold, abstracts.is_measured)
    assert abstracts == titles


def test_the_model_of_graphsvc_tells_birds_from_stars() -> None:
    """On texts whose areas share no word every paper that is placed is right, and half of them are by chance."""
    _, titles = calibrate(TfidfModel, AREAS, members(10), 0.9)
    assert (80, 0.5) == (titles.held_out, titles.most_frequent)
    assert {1.0} == {step.accuracy for step in titles.steps}
    assert titles.threshold is not None
