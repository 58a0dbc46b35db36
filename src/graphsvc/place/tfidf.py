"""The text model of graphsvc: the areas of the papers that share a paper's telling words.

A text becomes its heaviest words and pairs of words, weighted by how rare they are among all (TF-IDF). An area's score
is the share that it has in the likeness of the nearest members, which near and unanimous ones bring close to 1. The
name and description of each area count as one member of it.
"""

# scikit-learn and SciPy leave most of what they return untyped
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy
from scipy import sparse
from sklearn.feature_extraction.text import HashingVectorizer

from graphsvc.domain.texts import AreaText, PaperText
from graphsvc.place.models import Scored

FEATURES: Final = 2**20
"""Places for words, by their hash: no list of words is kept, however many texts there are."""
HEAVIEST: Final = 40
"""Words and pairs of a text that count; more cost time and memory and change nothing (see benchmarks/place.py)."""
NEIGHBOURS: Final = 20
TEXTS_AT_ONCE: Final = 2_000
COMPARED_AT_ONCE: Final = 200

Matrix = Any
"""Rows of texts, columns of words; SciPy has no type of its own for the checker."""


class TfidfModel:
    """A TextModel. It holds HEAVIEST words of each member: some 100 MB for 200,000 members."""

    def __init__(self) -> None:
        self._words = HashingVectorizer(
            n_features=FEATURES,
            ngram_range=(1, 2),
            stop_words="english",
            strip_accents="unicode",
            norm=None,  # pyright: ignore[reportArgumentType]  # it takes none, whatever its stub says
            alternate_sign=False,
            dtype=numpy.float32,  # pyright: ignore[reportArgumentType]
        )
        self._rarity: Any = None
        self._members_by_word: Matrix = None
        self._area_of: Any = None  # of each member, its place in the ids
        self._ids: list[str] = []

    def fit(self, areas: Sequence[AreaText], texts: Sequence[PaperText], area_ids: Sequence[str]) -> None:
        """Learn which words the members of each area have."""
        words = [*(text.words for text in texts), *(area.words for area in areas)]
        self._ids = [area.id for area in areas]
        place_of = {id_: place for place, id_ in enumerate(self._ids)}
        self._area_of = numpy.array([*(place_of[id_] for id_ in area_ids), *range(len(areas))], dtype=numpy.int64)
        having = numpy.zeros(FEATURES, dtype=numpy.int64)
        for counts in self._counted(words):
            having += numpy.bincount(counts.indices, minlength=FEATURES)
        self._rarity = (numpy.log((1 + len(words)) / (1 + having)) + 1).astype(numpy.float32)
        rows = sparse.vstack([self._weighted(counts) for counts in self._counted(words)], format="csr")
        self._members_by_word = rows.T.tocsr()

    def nearest(self, texts: Sequence[PaperText], most: int) -> list[Scored]:
        """Return the areas whose members are most like each text."""
        found: list[Scored] = []
        words = [text.words for text in texts]
        for counts in self._counted(words, COMPARED_AT_ONCE):
            likeness = (self._weighted(counts) @ self._members_by_word).tocsr()
            for start, end in zip(likeness.indptr, likeness.indptr[1:], strict=False):
                found.append(self._scored(likeness.indices[start:end], likeness.data[start:end], most))
        return found

    def _scored(self, members: Any, likeness: Any, most: int) -> Scored:
        """Return the areas of the members most like a text, given how like they are."""
        # members that are equally like a text count in the order in which they were learned, in any company
        order = numpy.lexsort((members, -likeness))[:NEIGHBOURS]
        areas, near = self._area_of[members[order]], likeness[order].astype(numpy.float64)
        sums = numpy.bincount(areas, weights=near) / (near.sum() + 1) if len(near) else numpy.zeros(0)
        best = numpy.lexsort((numpy.arange(len(sums)), -sums))[:most]
        return [(self._ids[place], float(sums[place])) for place in best if sums[place] > 0]

    def _counted(self, words: Sequence[str], at_once: int = TEXTS_AT_ONCE) -> Iterator[Matrix]:
        """Yield how often each word is in each text, some texts at a time."""
        for start in range(0, len(words), at_once):
            yield self._words.transform(words[start : start + at_once])

    def _weighted(self, counts: Matrix) -> Matrix:
        """Return the heaviest words of each text with their weights, each row of length 1."""
        data = (numpy.log(counts.data) + 1) * self._rarity[counts.indices]
        kept_data: list[Any] = []
        kept_words: list[Any] = []
        for start, end in zip(counts.indptr, counts.indptr[1:], strict=False):
            row, words = data[start:end], counts.indices[start:end]
            heaviest = numpy.lexsort((words, -row))[:HEAVIEST]
            row = row[heaviest]
            kept_data.append(row / numpy.sqrt((row * row).sum()) if len(row) else row)
            kept_words.append(words[heaviest])
        ends = numpy.cumsum([0, *map(len, kept_data)])
        parts = (numpy.concatenate(kept_data), numpy.concatenate(kept_words), ends)
        return sparse.csr_matrix(parts, shape=(len(kept_data), FEATURES), dtype=numpy.float32)
