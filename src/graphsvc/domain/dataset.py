"""The data set as a whole, its areas and its loads."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphsvc.domain.lists import AreaRef


@dataclass(frozen=True, slots=True)
class Load:
    """One run of the loader; `report` is what it told, `finished` is None while it runs or after it was broken off."""

    id: str
    source: str
    started: datetime.datetime
    finished: datetime.datetime | None
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Dataset:
    """What is loaded: `version` changes with every change of the data, `data_through` is the last day covered."""

    name: str
    version: str
    data_through: datetime.date | None
    paper_count: int
    citation_count: int
    unresolved_count: int


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the map; `paper_count` counts the papers placed right in it, not those of areas below.

    `ancestors` are the areas it is part of, the topmost one first.
    """

    id: str
    name: str
    description: str | None
    child_ids: tuple[str, ...]
    paper_count: int
    ancestors: tuple[AreaRef, ...] = ()

    @property
    def parent_id(self) -> str | None:
        """The id of the area it is part of; None at the top."""
        return self.ancestors[-1].id if self.ancestors else None


@dataclass(frozen=True, slots=True)
class AreaNeighbour:
    """Another area and the citations between its papers and those of one: `citing` come from it, `cited` lead to it.

    Where `is_exact` is False, they were counted over a part of the citations only.
    """

    area: AreaRef
    citing: int
    cited: int
    is_exact: bool
