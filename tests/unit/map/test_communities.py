"""Communities in a planted graph: who is found together, in which order, and what merging them leaves."""

import itertools

import numpy as np

from graphsvc.map.communities import Citations, Tree, area_sizes, best_papers, find_communities, merged

# Three groups in which each paper cites all earlier ones of its group, joined by single citations, and two that stand
# apart:   0..7 <- 8..13 <- 14..18      19 <- 20
GROUPS = [range(8), range(8, 14), range(14, 19)]
EDGES = [
    *((citing, cited) for group in GROUPS for cited, citing in itertools.combinations(group, 2)),
    (8, 0),
    (14, 8),
    (20, 19),
]


def graph(edges: list[tuple[int, int]], papers: int = 21) -> Citations:
    """Return the citations of a graph given by its edges."""
    citing, cited = np.array(edges, dtype=np.int32).T
    return Citations(papers, citing.copy(), cited.copy())


def test_groups_that_cite_each_other_are_areas() -> None:
    """Each planted group is an area, the largest first; a pair is too small for one."""
    tree = find_communities(graph(EDGES), seed=7)
    assert [0] * 8 + [1] * 6 + [2] * 5 + [-1] * 2 == tree.placed.tolist()
    assert (-1, -1, -1) == tree.parents


def test_the_same_seed_finds_the_same() -> None:
    """Neither another run nor another order of the citations changes an area."""
    first = find_communities(graph(EDGES), seed=7)
    again = find_communities(graph(EDGES[::-1]), seed=7)
    assert first.placed.tolist() == again.placed.tolist()
    assert first.parents == again.parents


def test_a_large_area_has_parts() -> None:
    """Two groups that cite each other now and then are one area among others, and its two parts."""
    # six times two groups of 10:   0..9 <- 10..19   20..29 <- 30..39   …, each of the second cites two of the first
    inner = [pair[::-1] for at in range(0, 120, 10) for pair in itertools.combinations(range(at, at + 10), 2)]
    joined = [(at + 10 + n, at + (n + m) % 10) for at in range(0, 120, 20) for n in range(10) for m in (0, 1)]
    tree = find_communities(graph([*inner, *joined], 120), seed=7, split_above=12)
    assert [n // 20 for n in range(120)] == tree.levels()[0].tolist()
    assert [6 + n // 10 for n in range(120)] == tree.levels()[1].tolist() == tree.placed.tolist()
    assert (*[-1] * 6, *[n // 2 for n in range(12)]) == tree.parents


def test_a_graph_without_citations_has_no_areas() -> None:
    """Papers that nobody cites are nowhere."""
    none = np.array([], dtype=np.int32)
    tree = find_communities(Citations(3, none, none), seed=7)
    assert ((), [-1, -1, -1]) == (tree.parents, tree.placed.tolist())
    assert [] == tree.levels()


def test_the_best_papers_are_those_that_their_area_cites() -> None:
    """Citations from elsewhere do not count, and of equals the first one is better."""
    # 0..2 in one area: 1 -> 0, 2 -> 0, 2 -> 1; 3 and 4 in another: 3 -> 2, 4 -> 2, 4 -> 3
    citations = graph([(1, 0), (2, 0), (2, 1), (3, 2), (4, 2), (4, 3)], 5)
    tree = Tree((-1, -1), np.array([0, 0, 0, 1, 1], dtype=np.int32), 0.0)
    assert [[0, 1, 2], [3, 4]] == best_papers(citations, tree, 3)
    assert [[0], [3]] == best_papers(citations, tree, 1)


# two areas, the first of two parts, the second of one and with a paper of its own
#   0 { 2: papers 0 1, 3: paper 2 }   1 { 4: papers 3 4 5, itself: paper 6 }     paper 7 nowhere
NESTED = Tree((-1, -1, 0, 0, 1), np.array([2, 2, 3, 4, 4, 4, 1, -1], dtype=np.int32), 0.5)


def test_levels_say_the_area_in_each() -> None:
    """A paper right in an area of the first level has none in the second."""
    assert [[0, 0, 0, 1, 1, 1, 1, -1], [2, 2, 3, 4, 4, 4, -1, -1]] == [each.tolist() for each in NESTED.levels()]
    assert [3, 4, 2, 1, 3] == area_sizes(NESTED)


def test_merging_keeps_the_largest_area() -> None:
    """The parts of both belong to the area that stays."""
    tree, numbers = merged(NESTED, [[0, 1]])
    assert (-1, 0, 0, 0) == tree.parents
    assert [1, 1, 2, 3, 3, 3, 0, -1] == tree.placed.tolist()
    assert [0, 0, 1, 2, 3] == numbers


def test_merging_parts_of_two_areas_moves_the_smaller() -> None:
    """An area that loses all its papers to another one is gone."""
    tree, numbers = merged(NESTED, [[2, 3, 4]])
    assert (-1, 0) == tree.parents
    assert [1, 1, 1, 1, 1, 1, 0, -1] == tree.placed.tolist()
    assert [-1, 0, 1, 1, 1] == numbers


def test_merging_nothing_changes_nothing() -> None:
    """Without groups every area has the number it had."""
    tree, numbers = merged(NESTED, [])
    assert NESTED.parents == tree.parents
    assert NESTED.placed.tolist() == tree.placed.tolist()
    assert [0, 1, 2, 3, 4] == numbers
