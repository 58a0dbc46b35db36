"""Places papers without an area by their own words: learn, measure, then page by page through the store."""

import hashlib
import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from graphsvc.domain.texts import Member, PaperText
from graphsvc.graph.area_refresh import refresh_areas
from graphsvc.graph.connect import Writer
from graphsvc.graph.hub_refresh import refresh_hubs
from graphsvc.graph.placements import (
    TextPlace,
    Unplaced,
    UnplacedPage,
    read_area_texts,
    read_memberships,
    read_placed_ids,
    read_texts,
    read_unplaced,
    write_placements,
)
from graphsvc.place.calibrate import Calibration, calibrate
from graphsvc.place.models import DEFAULT_MODEL, TextModel, make_model

NEAREST = 3
MOST_LEARNED = 200_000
"""Of more members, those are learned whose ids have the lowest hashes: the same ones each time."""
DIGITS = 4
ACCURACY = 0.8


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """How to place: by a model of that name, so that on held-out papers `accuracy` of what is placed was right.

    `threshold` is the least score, in place of one from the measurement.
    """

    model: str = DEFAULT_MODEL
    accuracy: float = ACCURACY
    threshold: float | None = None
    dry_run: bool = False


@dataclass(slots=True)
class Counts:
    """What came of the papers without an area; `changed` counts what is written otherwise than it was."""

    placed: int = 0
    no_area_fits: int = 0
    title_too_little: int = 0
    without_words: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Placing:
    """What `place` found out and did: the thresholds are None where no score is sure enough."""

    areas: int
    members: int
    abstracts: Calibration
    titles: Calibration
    threshold: float | None
    title_threshold: float | None
    counts: Counts = field(default_factory=Counts)


def place_papers(
    writer: Writer, options: PlaceOptions, on_measured: Callable[[Placing], None], on_page: Callable[[Counts], None]
) -> Placing:
    """Place all papers that have no area but by their words, in place of what an earlier run found for them.

    Where it is broken off, running it again ends right; where nothing has changed, it changes nothing. Without any
    area to learn from it takes back what earlier runs found. Raises BadInput for an unknown model.
    """
    make_model(options.model)  # a wrong name is told before anything is read
    members = _members(writer)
    areas = list(read_area_texts(writer))
    abstracts, titles = calibrate(lambda: make_model(options.model), areas, members, options.accuracy)
    placing = Placing(len(areas), len(members), abstracts, titles, *_thresholds(options, abstracts, titles))
    on_measured(placing)
    if not members:
        if not options.dry_run:
            take_back(writer)
        return placing
    model = make_model(options.model)
    model.fit(areas, [member.text for member in members], [member.area_ids[0] for member in members])
    for page in read_unplaced(writer):
        _place_page(writer, model, page, placing, dry_run=options.dry_run)
        on_page(placing.counts)
    if not options.dry_run:
        refresh_hubs(writer)
        refresh_areas(writer)
    return placing


def by_hash(id_: str) -> bytes:
    """Return what puts papers in an order that has nothing to do with what they say."""
    return hashlib.blake2b(id_.encode(), digest_size=8).digest()


def take_back(writer: Writer) -> int:
    """Take back everything that was found by words; return of how many papers."""
    count = 0
    for ids in read_placed_ids(writer):
        if ids:
            write_placements(writer, [], ids)
            count += len(ids)
    refresh_hubs(writer)
    refresh_areas(writer)
    return count


def _members(writer: Writer) -> list[Member]:
    """Return the papers to learn from, in the order of their hashes, which has nothing to do with what they say."""
    found = heapq.nsmallest(MOST_LEARNED, _hashed_memberships(writer))
    texts = read_texts(writer, [id_ for _, id_, _ in found])
    members = [Member(id_, texts.get(id_, PaperText(None, None)), area_ids) for _, id_, area_ids in found]
    return [member for member in members if member.text.words]


def _hashed_memberships(writer: Writer) -> Iterator[tuple[bytes, str, tuple[str, ...]]]:
    for page in read_memberships(writer):
        for id_, area_ids in page:
            yield by_hash(id_), id_, area_ids


def _thresholds(
    options: PlaceOptions, abstracts: Calibration, titles: Calibration
) -> tuple[float | None, float | None]:
    """Return the least scores of papers with an abstract, and with a title alone."""
    if options.threshold is not None:
        return options.threshold, options.threshold
    return (abstracts if abstracts.is_measured else titles).threshold, titles.threshold


def _place_page(writer: Writer, model: TextModel, page: UnplacedPage, placing: Placing, *, dry_run: bool) -> None:
    scored = model.nearest([paper.text for paper in page.unplaced], NEAREST)
    changed: list[tuple[Unplaced, TextPlace]] = []
    for paper, nearest in zip(page.unplaced, scored, strict=True):
        place = _place(paper.text, nearest, placing)
        _count(placing.counts, paper.text, place)
        if place != paper.before:
            changed.append((paper, place))
    placing.counts.changed += len(changed) + len(page.left_over)
    if (changed or page.left_over) and not dry_run:
        write_placements(writer, changed, page.left_over)


def _place(text: PaperText, nearest: Sequence[tuple[str, float]], placing: Placing) -> TextPlace:
    needed = placing.threshold if text.abstract else placing.title_threshold
    rounded = tuple((id_, round(float(score), DIGITS)) for id_, score in nearest[:NEAREST])
    is_placed = bool(rounded) and needed is not None and rounded[0][1] >= needed
    return TextPlace(rounded[0][0] if is_placed else None, rounded, needed, text.abstract is None)


def _count(counts: Counts, text: PaperText, place: TextPlace) -> None:
    if place.area_id is not None:
        counts.placed += 1
    elif not text.words:
        counts.without_words += 1
    elif text.abstract is None:
        counts.title_too_little += 1
    else:
        counts.no_area_fits += 1
