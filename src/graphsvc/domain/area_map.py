"""The map of areas: that of the sources, and the one that is built from citations; one of them is in use."""

import datetime
from dataclasses import dataclass
from enum import Enum


class MapName(Enum):
    """Which map: the areas that sources give, or those that are built from the citations."""

    SOURCE = "source"
    CITATIONS = "citations"


@dataclass(frozen=True, slots=True)
class MapState:
    """Which map is in use, when the other one was built (None: never, or not to its end), what the source's map has."""

    in_use: MapName
    built: datetime.datetime | None
    source_memberships: int


@dataclass(frozen=True, slots=True)
class BestPaper:
    """A paper that many others of its area cite; `cited_by_count` counts all its citers."""

    id: str
    title: str | None
    cited_by_count: int


@dataclass(frozen=True, slots=True)
class BuiltArea:
    """An area that is built from citations.

    `words` tell it from its neighbours, the first ones best; `anchors` has, for each of the communities it was made
    of, the ids of the papers by which a list of names finds that again; `is_named` says that a person named it.
    """

    id: str
    name: str
    description: str | None
    parent_id: str | None
    words: tuple[str, ...]
    papers: tuple[str, ...]
    anchors: tuple[tuple[str, ...], ...]
    is_named: bool


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area of the built map as it is listed; `paper_count` counts the papers right in it."""

    area: BuiltArea
    paper_count: int
    best: tuple[BestPaper, ...]
