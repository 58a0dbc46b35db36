"""Reads the words that papers are placed by, and writes where these place them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphsvc.domain.texts import AreaText, PaperText
from graphsvc.graph.connect import Writer, run_write
from graphsvc.graph.rows import Columns
from graphsvc.graph.statements import statement

PAGE_SIZE = 2_000
MOST_CHARACTERS = 5_000
"""How much of an abstract counts; some sources have whole texts there."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where its words place a paper: `area_id` None is not on the map, `nearest` has ids of areas with their scores."""

    area_id: str | None
    nearest: tuple[tuple[str, float], ...]
    needed: float | None
    by_title_alone: bool


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A paper that has no area but by its words; `before` is where these placed it, None where they were not tried."""

    id: str
    text: PaperText
    before: TextPlace | None


@dataclass(frozen=True, slots=True)
class UnplacedPage:
    """Papers in the order of their ids: the ones to place, and ids of others that have a place by words left over."""

    unplaced: tuple[Unplaced, ...]
    left_over: tuple[str, ...]


def read_memberships(writer: Writer) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    """Yield the papers that are in areas by another reason than their words, with these, the main one first."""
    for page in _pages(writer, "read/list_area_members", {}):
        yield [(id_, tuple(area_ids)) for id_, area_ids in page if area_ids]


def read_unplaced(writer: Writer) -> Iterator[UnplacedPage]:
    """Yield all other papers that a record tells of, and what is to be cleared away."""
    for page in _pages(writer, "read/list_unplaced_papers", {"most_characters": MOST_CHARACTERS}):
        yield UnplacedPage(
            tuple(_unplaced(columns) for columns in page if not columns[1]),
            tuple(columns[0] for columns in page if columns[1] and (columns[2] or columns[5] is not None)),
        )


def read_placed_ids(writer: Writer) -> Iterator[list[str]]:
    """Yield the ids of the papers whose words were tried."""
    for page in _pages(writer, "read/list_unplaced_papers", {"most_characters": 0}):
        yield [columns[0] for columns in page if columns[2] or columns[5] is not None]


def read_texts(writer: Writer, ids: Sequence[str]) -> dict[str, PaperText]:
    """Read the words of papers."""
    texts: dict[str, PaperText] = {}
    for start in range(0, len(ids), PAGE_SIZE):
        given = {"ids": list(ids[start : start + PAGE_SIZE]), "most_characters": MOST_CHARACTERS}
        row = writer.run(statement("read/read_texts"), given) or {"texts": []}
        texts |= {id_: PaperText(title or None, abstract or None) for id_, title, abstract in row["texts"]}
    return texts


def read_area_texts(writer: Writer) -> Iterator[AreaText]:
    """Yield what the areas say of themselves that have papers by another reason than their words."""
    for page in _pages(writer, "read/list_area_texts", {}, "areas"):
        yield from (AreaText(*columns) for columns in page)


def write_placements(writer: Writer, placed: Sequence[tuple[Unplaced, TextPlace]], left_over: Sequence[str]) -> None:
    """Write where papers stand now, and clear away what is left over, in one transaction.

    What hubs have counted of them is dropped where their area is another one, for refresh_hubs to count anew.
    """
    moved = [paper.id for paper, place in placed if (paper.before.area_id if paper.before else None) != place.area_id]
    rows = [
        (
            paper.id, place.area_id, [id_ for id_, _ in place.nearest], [score for _, score in place.nearest],
            place.needed, place.by_title_alone or None,
        )
        for paper, place in placed
    ]  # fmt: skip
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "delete_placements", ids=list(left_over))
        run_write(transaction, "set_placements", placements=rows)
        run_write(transaction, "delete_hub_counts", ids=[*moved, *left_over])
        run_write(transaction, "advance_revision")


def _unplaced(columns: Columns) -> Unplaced:
    id_, _, is_tried, title, abstract, area_id, ids, scores, needed, by_title = columns
    before = TextPlace(area_id, tuple(zip(ids, scores, strict=True)), needed, bool(by_title)) if is_tried else None
    return Unplaced(id_, PaperText(title or None, abstract or None), before)


def _pages(writer: Writer, name: str, parameters: Mapping[str, Any], column: str = "papers") -> Iterator[list[Columns]]:
    """Yield pages of rows that begin with their id, each read by a statement of its own."""
    after_id = ""
    while True:
        row = writer.run(statement(name), {**parameters, "after_id": after_id, "most": PAGE_SIZE})
        page: list[Columns] = [] if row is None else row[column]
        if not page:
            return
        yield page
        after_id = page[-1][0]
