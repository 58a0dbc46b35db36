"""A paper as the store knows it."""

from dataclasses import dataclass

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.identifiers import Identifier


@dataclass(frozen=True, slots=True)
class Author:
    """One author of a paper; `position` counts from 0 in the order of the paper."""

    position: int
    name: str
    id: str | None


@dataclass(frozen=True, slots=True)
class PaperArea:
    """One area a paper is in; at most one of them is `primary`.

    `by_text`: it was placed there by its own words. `by_citations`: the area itself was made from citations.
    """

    id: str
    name: str
    is_primary: bool
    score: float | None
    by_text: bool = False
    by_citations: bool = False


@dataclass(frozen=True, slots=True)
class AreaScore:
    """How well an area fits the words of a paper: larger is better, how much is up to the text model."""

    id: str
    name: str
    score: float


@dataclass(frozen=True, slots=True)
class TextFit:
    """What `graphsvc place` found by a paper's own words.

    `nearest` has the areas that fit best, `needed` the score that places a paper, None where none is sure enough.
    """

    nearest: tuple[AreaScore, ...]
    needed: float | None
    by_title_alone: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: what sources tell of it, and its counts.

    `cited_by_count` counts the papers here that cite it; `source_cited_by_count` is what a source claims.
    `references_here` and `references_outside` count the references to papers here and to works that have no
    record here; both are None when no reference list is known. `abstract`, `authors`, `identifiers` and
    `areas` hold only what was asked for. With the areas come `text_fit`, None until its words were tried, and
    `has_map`, whether the data have any area.
    """

    id: str
    title: str | None
    type: str | None
    venue: str | None
    language: str | None
    published: PartialDate | None
    categories: tuple[str, ...]
    is_known: bool
    is_retracted: bool | None
    cited_by_count: int
    source_cited_by_count: int | None
    references_here: int | None
    references_outside: int | None
    author_count: int
    abstract: str | None = None
    authors: tuple[Author, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    areas: tuple[PaperArea, ...] = ()
    text_fit: TextFit | None = None
    has_map: bool = True

    @property
    def reference_count(self) -> int | None:
        """How many references its list has, those to works outside included; None when no list is known."""
        if self.references_here is None or self.references_outside is None:
            return None
        return self.references_here + self.references_outside

    @property
    def primary_area(self) -> PaperArea | None:
        """The area it stands in: the primary one, else the first."""
        return next((area for area in self.areas if area.is_primary), self.areas[0] if self.areas else None)
