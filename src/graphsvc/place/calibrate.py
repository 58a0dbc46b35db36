"""Measures a text model on papers whose area is known, each held out once, and finds the score that is sure enough."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphsvc.domain.texts import AreaText, Member, PaperText
from graphsvc.place.models import TextModel

FOLDS = 5
MOST_HELD_OUT = 20_000
"""Of more members, so many are held out: that tells accuracy to half a percent."""
FEWEST_PLACED = 20
"""A score is sure only if so many held-out papers reach it."""
COVERAGES = tuple(share / 20 for share in range(20, 0, -1))


@dataclass(frozen=True, slots=True)
class Step:
    """What a threshold would do: `coverage` is the share of held-out papers that reach it.

    `accuracy` is the share of those that come to one of their areas, `main_accuracy` to their main one.
    """

    threshold: float
    coverage: float
    accuracy: float
    main_accuracy: float
    placed: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured on so many held-out papers; `threshold` is None where no step is sure enough.

    `most_frequent` and `main_most_frequent` are the accuracies of a model that always says the most frequent area.
    """

    held_out: int
    steps: tuple[Step, ...]
    threshold: float | None
    most_frequent: float
    main_most_frequent: float

    @property
    def is_measured(self) -> bool:
        """Whether enough papers were held out for a score to be sure."""
        return self.held_out >= FEWEST_PLACED

    @property
    def chosen(self) -> Step | None:
        """The step of the threshold."""
        return next((step for step in self.steps if step.threshold == self.threshold), None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one held-out paper came out: its best score, 0 where nothing fits, and whether the area was right."""

    score: float
    is_right: bool
    is_main: bool


def calibrate(
    make: Callable[[], TextModel], areas: Sequence[AreaText], members: Sequence[Member], accuracy: float
) -> tuple[Calibration, Calibration]:
    """Return the calibration for papers with an abstract, and for those with a title alone.

    The members must be in an order that has nothing to do with their areas. Members with an abstract are measured both
    ways; where too few have one, papers with an abstract take the threshold of those without.
    """
    whole: list[tuple[Member, Outcome]] = []
    titles: list[tuple[Member, Outcome]] = []
    for fold in range(FOLDS):
        room = MOST_HELD_OUT - len(titles)
        held_out = members[fold::FOLDS][: max(0, room)]
        rest = [member for place, member in enumerate(members) if place % FOLDS != fold]
        if not held_out or not rest:
            continue
        model = make()
        model.fit(areas, [member.text for member in rest], [member.area_ids[0] for member in rest])
        whole += _outcomes(model, [member for member in held_out if member.text.abstract])
        alone = [Member(each.id, PaperText(each.text.title, None), each.area_ids) for each in held_out]
        titles += _outcomes(model, [member for member in alone if member.text.title])
    return _calibration(whole, accuracy), _calibration(titles, accuracy)


def _outcomes(model: TextModel, held_out: Sequence[Member]) -> list[tuple[Member, Outcome]]:
    found = model.nearest([member.text for member in held_out], 1)
    return [
        (member, Outcome(best[0][1], best[0][0] in member.area_ids, best[0][0] == member.area_ids[0]))
        if best
        else (member, Outcome(0.0, is_right=False, is_main=False))
        for member, best in zip(held_out, found, strict=True)
    ]


def _calibration(held_out: Sequence[tuple[Member, Outcome]], accuracy: float) -> Calibration:
    outcomes = sorted((outcome for _, outcome in held_out), key=lambda outcome: -outcome.score)
    places = {max(1, round(share * len(outcomes))) - 1 for share in COVERAGES} if outcomes else set[int]()
    thresholds = sorted({_rounded(outcomes[place].score) for place in places})
    steps = tuple(_step(outcomes, threshold) for threshold in thresholds if threshold > 0)
    sure = [step.threshold for step in steps if step.accuracy >= accuracy and step.placed >= FEWEST_PLACED]
    return Calibration(
        len(outcomes),
        steps,
        min(sure, default=None),
        _most_frequent([member.area_ids for member, _ in held_out]),
        _most_frequent([member.area_ids[:1] for member, _ in held_out]),
    )


def _step(outcomes: Sequence[Outcome], threshold: float) -> Step:
    reached = [outcome for outcome in outcomes if outcome.score >= threshold]
    return Step(
        threshold,
        len(reached) / len(outcomes),
        sum(outcome.is_right for outcome in reached) / max(1, len(reached)),
        sum(outcome.is_main for outcome in reached) / max(1, len(reached)),
        len(reached),
    )


def _rounded(score: float) -> float:
    """Return a threshold as it is printed, rounded down: whoever reached the score reaches it."""
    return score * 1000 // 1 / 1000


def _most_frequent(areas: Sequence[tuple[str, ...]]) -> float:
    counts = Counter(id_ for ids in areas for id_ in ids)
    return max(counts.values(), default=0) / max(1, len(areas))
