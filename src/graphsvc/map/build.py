"""Builds the map of areas from the citations: reads them, finds areas, names these, and says who is in which."""

import hashlib
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphsvc.domain.area_map import BuiltArea
from graphsvc.domain.text import counted
from graphsvc.graph.connect import Reader
from graphsvc.graph.map_reads import read_cited_ids, read_paper_ids, read_titles
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.map.communities import Citations, Tree, best_papers, find_communities, merged
from graphsvc.map.names import Entry, Matched, match_names
from graphsvc.map.words import telling_words, word_cases

ANCHORS = 7
"""The papers of an area by which a list of names finds it again."""
TITLES = 1_000
"""The most titles of an area of which its words are taken: those that its papers cite most."""
WORDS, WORDS_IN_NAME = 8, 3
IDS_AT_ONCE = 1_000

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to build; the same settings and data give the same areas."""

    seed: int
    resolution: float
    split_above: int


@dataclass(frozen=True, slots=True)
class Built:
    """A map that is built and not written yet: its areas, each after the one that it is part of, and who is where."""

    areas: tuple[BuiltArea, ...]
    ids: Sequence[str]
    tree: Tree
    citations: int
    unmatched: tuple[tuple[Entry, str], ...]

    def memberships(self) -> Iterator[tuple[str, str | None]]:
        """Yield each paper with its area, or None."""
        placed: list[int] = self.tree.placed.tolist()
        for id_, number in zip(self.ids, placed, strict=True):
            yield id_, None if number < 0 else self.areas[number].id

    @property
    def placed_count(self) -> int:
        """How many papers stand in an area."""
        return int((self.tree.placed >= 0).sum())

    @property
    def counts(self) -> list[int]:
        """How many areas each level has."""
        return np.bincount(self.tree.depths()).tolist() if self.areas else []


async def build_map(reader: Reader, settings: Settings, entries: Sequence[Entry], say: Say) -> Built:
    """Build a map from what the store holds; raises TimedOut, DatabaseUnavailable."""
    ids, citations = await _read_citations(reader)
    say(f"Read {counted(len(ids), 'paper')} and {counted(len(citations.citing), 'citation')}")
    found = find_communities(
        citations, seed=settings.seed, resolution=settings.resolution, split_above=settings.split_above
    )
    say(f"Found {counted(len(found.parents), 'area')}")
    anchors = best_papers(citations, found, ANCHORS)
    matched = await _match(reader, entries, ids, found)
    tree, numbers = merged(found, matched.groups())
    anchors_of: list[list[list[int]]] = [[] for _ in tree.parents]
    entry_of: dict[int, Entry] = {}
    for before, number in enumerate(numbers):
        if number >= 0:
            anchors_of[number].append(anchors[before])
            if before in matched.areas:
                entry_of.setdefault(number, matched.areas[before])
    best = best_papers(citations, tree, TITLES)
    words = await _words(reader, tree, best, ids)
    named = _areas(tree, words, [[ids[paper] for paper in papers[:ANCHORS]] for papers in best], entry_of)
    areas = tuple(
        BuiltArea(**area, anchors=tuple(tuple(ids[paper] for paper in group) for group in groups))
        for area, groups in zip(named, anchors_of, strict=True)
    )
    return Built(areas, ids, tree, len(citations.citing), tuple(matched.unmatched))


async def _read_citations(reader: Reader) -> tuple[list[str], Citations]:
    ids = [id_ async for page in read_paper_ids(reader) for id_ in page]
    number_of = {id_: number for number, id_ in enumerate(ids)}
    citing, cited = array("i"), array("i")
    async for page in read_cited_ids(reader):
        for id_, others in page:
            number = number_of.get(id_)
            # a paper that came while this was read has no number, and its citations are left for the next time
            numbers = [number_of[other] for other in others if other in number_of] if number is not None else []
            cited.extend(numbers)
            citing.extend([number or 0] * len(numbers))
    return ids, Citations(len(ids), np.frombuffer(citing, np.int32), np.frombuffer(cited, np.int32))


async def _match(reader: Reader, entries: Sequence[Entry], ids: Sequence[str], tree: Tree) -> Matched:
    """Find the areas of entries, whose papers may be written by any of their ids."""
    wanted = list(dict.fromkeys(id_ for entry in entries for id_ in entry.papers))
    own_id: dict[str, str] = {}
    for start in range(0, len(wanted), IDS_AT_ONCE):
        asked = wanted[start : start + IDS_AT_ONCE]
        papers = await read_papers(reader, asked, PaperWants())
        own_id |= {id_: found.paper.id for id_, found in zip(asked, papers, strict=True) if found}
    needed = set(own_id.values())
    number_of = {id_: number for number, id_ in enumerate(ids) if id_ in needed}
    levels = tree.levels()

    def area_of(level: int, id_: str) -> int | None:
        number = number_of.get(own_id.get(id_, ""))
        if number is None:
            return None
        return int(levels[level][number]) if level < len(levels) else -1

    return match_names(entries, area_of)


async def _words(reader: Reader, tree: Tree, best: Sequence[Sequence[int]], ids: Sequence[str]) -> list[list[str]]:
    """Return the words that tell each area from those that are part of the same one."""
    neighbours: dict[int, list[int]] = {}
    for number, parent in enumerate(tree.parents):
        neighbours.setdefault(parent, []).append(number)
    words: list[list[str]] = [[] for _ in tree.parents]
    case_of: dict[str, str] = {}
    for numbers in neighbours.values():
        asked = [ids[paper] for number in numbers for paper in best[number]]
        titles = [title or "" for title in await read_titles(reader, asked)]
        if not case_of:  # the first ones are those of the whole map, and say most
            case_of = word_cases(titles)
        left = iter(titles)
        by_area = [[next(left) for _ in best[number]] for number in numbers]
        for number, found in zip(numbers, telling_words(by_area, WORDS, case_of), strict=True):
            words[number] = found
    return words


def _areas(
    tree: Tree, words: Sequence[Sequence[str]], papers: Sequence[Sequence[str]], entry_of: dict[int, Entry]
) -> list[dict[str, Any]]:
    """Return the fields of each area but its anchors."""
    depths = tree.depths()
    area_ids = [_area_id(depth, best[0]) for depth, best in zip(depths, papers, strict=True)]
    taken = {entry.name.lower() for entry in entry_of.values()}
    areas: list[dict[str, Any]] = []
    for number, (parent, told, best) in enumerate(zip(tree.parents, words, papers, strict=True)):
        entry = entry_of.get(number)
        name, rest = (entry.name, list(told)) if entry else _name(told, best[0], taken)
        areas.append(
            {
                "id": area_ids[number],
                "name": name,
                "description": (entry and entry.description) or _description(rest),
                "parent_id": None if parent < 0 else area_ids[parent],
                "words": tuple(told),
                "papers": tuple(best),
                "is_named": entry is not None,
            }
        )
    return areas


def _area_id(depth: int, best_paper: str) -> str:
    """Return an id that an area keeps as long as its best paper does; one paper is in one area of a level."""
    digest = hashlib.blake2b(f"{depth} {best_paper}".encode(), digest_size=6).hexdigest()
    return f"area:citations-{digest}"


def _name(words: Sequence[str], best_paper: str, taken: set[str]) -> tuple[str, list[str]]:
    """Return a name that no other area has, and the words that it leaves."""
    for used in range(WORDS_IN_NAME, max(len(words), WORDS_IN_NAME) + 1):
        name = ", ".join(words[:used])
        if name and name.lower() not in taken:
            taken.add(name.lower())
            # as a sentence begins, but for words like `pp-wave` and `dS/CFT`
            return name[0].upper() + name[1:] if re.match("[a-z]{3}", name) else name, list(words[used:])
    return f"Around {best_paper}", list(words)


def _description(words: Sequence[str]) -> str | None:
    return f"Also: {', '.join(words)}." if words else None
