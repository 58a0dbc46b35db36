"""Finds communities of papers that cite each other: a tree of areas with finer ones in them.

Whole citations make areas around the few papers that everybody cites. So a citation weighs the less the more references
the citing paper has, and the more citers the cited one: one over the root of both.
"""

# graspologic-native and scipy.sparse say little of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import graspologic_native
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Numbers = NDArray[np.int32]

SMALLEST = 5
"""Papers that make an area: fewer are left where they are, and not named."""
SMALLEST_PART = 0.01
"""The share of an area's papers that make a part of it: fewer stay right in it."""
SPLIT_ABOVE = 1_000
"""Papers above which an area has parts."""
MOST_LEVELS = 3
ITERATIONS = 3
WITHIN = 0.5
"""The resolution within an area against that of the whole: below 1, an area falls into a few large parts."""


@dataclass(frozen=True, slots=True)
class Citations:
    """Citations between papers, which are numbered from 0: the n-th goes from `citing[n]` to `cited[n]`."""

    papers: int
    citing: Numbers
    cited: Numbers


@dataclass(frozen=True, slots=True)
class Tree:
    """Areas by number: `parents` has the area that each is part of or -1, `placed` the finest area of each paper or -1.

    `modularity` is that of the areas of the first level, over the weighted citations.
    """

    parents: tuple[int, ...]
    placed: Numbers
    modularity: float

    def levels(self) -> list[Numbers]:
        """Return the area of each paper in each level, -1 for none; the first level is the whole map's."""
        depths = self.depths()
        levels: list[Numbers] = []
        above = np.array([*self.parents, -1], dtype=np.int32)  # the last one is the parent of -1
        depth_of = np.array([*depths, -1], dtype=np.int32)
        for level in range(max(depths, default=-1) + 1):
            areas = self.placed.copy()
            while (deeper := depth_of[areas] > level).any():
                areas[deeper] = above[areas[deeper]]
            areas[depth_of[areas] < level] = -1
            levels.append(areas)
        return levels

    def depths(self) -> list[int]:
        """Return the level of each area, 0 for the first; an area stands anywhere after the one that it is part of."""
        depths: list[int] = []
        for parent in self.parents:
            depths.append(0 if parent < 0 else depths[parent] + 1)
        return depths


def find_communities(
    citations: Citations, *, seed: int, resolution: float = 1.0, split_above: int = SPLIT_ABOVE
) -> Tree:
    """Find areas by Leiden's method; the same citations and seed give the same areas, the largest ones first.

    `resolution` above 1 makes more and smaller areas; one of more than `split_above` papers gets parts.
    """
    parents: list[int] = []
    placed = np.full(citations.papers, -1, dtype=np.int32)
    modularity = 0.0
    waiting: list[tuple[int, Any, Any]] = [(-1, np.arange(citations.papers, dtype=np.int32), _weighted(citations))]
    for level in range(MOST_LEVELS):
        found: list[tuple[int, Any, Any]] = []
        for parent, papers, weights in waiting:
            quality, communities = _leiden(weights, seed, resolution * (WITHIN if level else 1.0))
            if level:
                communities = [members for members in communities if len(members) >= SMALLEST_PART * len(papers)]
            else:
                modularity = quality
            if len(communities) < 2 and level:
                continue  # it has no parts
            for members in communities:
                number = len(parents)
                parents.append(parent)
                placed[papers[members]] = number
                if len(members) > split_above:
                    found.append((number, papers[members], weights[members][:, members]))
        waiting = found
    return Tree(tuple(parents), placed, modularity)


def best_papers(citations: Citations, tree: Tree, most: int) -> list[list[int]]:
    """Return the papers of each area that most papers of it cite, the most cited one first, `most` or all it has."""
    best: list[list[int]] = [[] for _ in tree.parents]
    for areas in tree.levels():
        is_inside = areas[citations.citing] == areas[citations.cited]
        citers = np.bincount(citations.cited[is_inside], minlength=citations.papers)
        papers = np.flatnonzero(areas >= 0)
        order = papers[np.lexsort((papers, -citers[papers], areas[papers]))]
        starts = np.flatnonzero(np.diff(areas[order], prepend=-1))
        for start, end in zip(starts, [*starts[1:], len(order)], strict=True):
            best[areas[order[start]]] = [int(paper) for paper in order[start : min(end, start + most)]]
    return best


def merged(tree: Tree, groups: Sequence[Sequence[int]]) -> tuple[Tree, list[int]]:
    """Make one area of each group of areas of one level, and tell the new number of each area, -1 for one that is gone.

    The one with the most papers stays what it is, and is part of what it was part of; an area that loses all its
    papers so is gone.
    """
    sizes = area_sizes(tree)
    into = np.arange(len(tree.parents) + 1, dtype=np.int32)
    into[-1] = -1  # what -1 stands for stays nothing
    for group in groups:
        into[list(group)] = max(group, key=lambda number: (sizes[number], -number))
    parents = [int(into[parent]) for parent in tree.parents]
    placed = into[tree.placed]
    together = Tree(tuple(parents), placed, tree.modularity)
    kept = [number for number, size in enumerate(area_sizes(together)) if size and into[number] == number]
    new = np.full(len(into), -1, dtype=np.int32)
    new[kept] = np.arange(len(kept), dtype=np.int32)
    numbers = [int(new[into[number]]) for number in range(len(tree.parents))]
    return Tree(tuple(int(new[parents[number]]) for number in kept), new[placed], tree.modularity), numbers


def area_sizes(tree: Tree) -> list[int]:
    """Return how many papers each area has, with those of its parts."""
    sizes = np.bincount(tree.placed[tree.placed >= 0], minlength=len(tree.parents)).tolist()
    for number in reversed(range(len(sizes))):
        if tree.parents[number] >= 0:
            sizes[tree.parents[number]] += sizes[number]
    return sizes


def _weighted(citations: Citations) -> Any:
    """Return the symmetric matrix of the weights between papers."""
    references = np.bincount(citations.citing, minlength=citations.papers)
    citers = np.bincount(citations.cited, minlength=citations.papers)
    weights = 1.0 / np.sqrt(references[citations.citing].astype(np.float64) * citers[citations.cited])
    shape = (citations.papers, citations.papers)
    one_way = sparse.csr_array((weights, (citations.citing, citations.cited)), shape=shape)
    return (one_way + one_way.T).tocsr()


def _leiden(weights: Any, seed: int, resolution: float) -> tuple[float, list[Any]]:
    """Return the modularity, and the papers of each community that is large enough, the largest community first."""
    papers = weights.shape[0]
    if not weights.nnz:
        return 0.0, []
    weights.sort_indices()  # so that sums are made in the same order each time
    native: Any = graspologic_native
    quality, community_of = native.leiden_csr(
        weights.indptr.astype(np.int64),
        weights.indices.astype(np.int32),
        weights.data,
        papers,
        resolution=resolution,
        iterations=ITERATIONS,
        seed=seed,
    )
    numbers = np.full(papers, -1, dtype=np.int64)
    numbers[np.fromiter(community_of.keys(), np.int64)] = np.fromiter(community_of.values(), np.int64)
    order = np.argsort(numbers, kind="stable")
    cuts = np.flatnonzero(np.diff(numbers[order])) + 1
    communities = [
        members for members in np.split(order, cuts) if len(members) >= SMALLEST and numbers[members[0]] >= 0
    ]
    return float(quality), sorted(communities, key=lambda members: (-len(members), int(members[0])))
