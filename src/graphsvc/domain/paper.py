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
    """One area a source gives a paper; at most one of them is `primary`."""

    id: str
    name: str
    is_primary: bool
    score: float | None


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper: what sources tell of it, and its counts.

    `cited_by_count` counts the papers here that cite it; `source_cited_by_count` is what a source claims.
    `references_here` and `references_outside` count the references to papers here and to works that have no
    record here; both are None when no reference list is known. `abstract`, `authors`, `identifiers` and
    `areas` hold only what was asked for.
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

    @property
    def reference_count(self) -> int | None:
        """How many references its list has, those to works outside included; None when no list is known."""
        if self.references_here is None or self.references_outside is None:
            return None
        return self.references_here + self.references_outside

    @property
    def primary_area(self) -> PaperArea | None:
        """The area it is placed in by its source: the primary one, else the first."""
        return next((area for area in self.areas if area.is_primary), self.areas[0] if self.areas else None)
