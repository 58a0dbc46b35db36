"""Reads of the data set as a whole, its loads and its areas."""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from graphsvc.domain.dataset import Area, Dataset, Load
from graphsvc.domain.errors import ConfigurationError
from graphsvc.graph.connect import Reader
from graphsvc.graph.rows import Columns, date_from_neo4j, time_from_neo4j
from graphsvc.graph.statements import statement

AreaKey = tuple[str, str]
"""Where an area stands in the order of names: its name in lower case, then its id."""


@dataclass(frozen=True, slots=True)
class AreaPage:
    """A page of the areas by name: their keys and ids, and how many there are in all."""

    total: int
    keys: tuple[AreaKey, ...]
    has_next: bool
    has_previous: bool


async def read_dataset(reader: Reader) -> Dataset:
    """Read what is loaded; raises ConfigurationError where no schema was applied yet."""
    row = await reader.record(statement("read/read_dataset"), {})
    if row is None:
        raise ConfigurationError("the store is empty: load something first (graphsvc load FILE, or graphsvc demo)")
    return Dataset(
        name=row["name"],
        version=row["version"],
        data_through=date_from_neo4j(row["data_through"]),
        paper_count=row["paper_count"],
        citation_count=row["citation_count"],
        unresolved_count=row["unresolved_count"],
    )


async def list_loads(reader: Reader, first: int) -> list[Load]:
    """Read the newest loads."""
    row = await reader.record(statement("read/list_loads"), {"first": first})
    return [] if row is None else [_load(columns) for columns in row["loads"]]


async def read_areas(reader: Reader, ids: Sequence[str]) -> list[Area | None]:
    """Read areas by id, in the order asked; None for an unknown one."""
    row = await reader.record(statement("read/read_areas"), {"ids": list(ids)}) if ids else None
    found = {} if row is None else {columns[0]: _area(columns) for columns in row["areas"]}
    return [found.get(id_) for id_ in ids]


async def list_areas(
    reader: Reader,
    *,
    query: str | None = None,
    parent: str | None = None,
    size: int,
    after: AreaKey | None = None,
    before: AreaKey | None = None,
    backward: bool = False,
) -> AreaPage:
    """Read which areas there are, by name: those whose name holds `query`, those right below `parent`."""
    row = await reader.record(
        statement("read/list_areas"),
        {
            "query": None if query is None else query.lower(),
            "parent": parent,
            "size": size,
            "after": None if after is None else list(after),
            "before": None if before is None else list(before),
            "backward": backward,
        },
    )
    if row is None:
        return AreaPage(0, (), False, False)
    page = row["page"][:size]
    if backward:
        page.reverse()
    has_more = len(row["page"]) > size
    return AreaPage(
        total=row["total"],
        keys=tuple((name, id_) for name, id_ in page),
        has_next=before is not None or (has_more and not backward),
        has_previous=after is not None or (has_more and backward),
    )


def _load(columns: Columns) -> Load:
    id_, source, started, finished, report = columns
    return Load(id_, source, started.to_native(), time_from_neo4j(finished), orjson.loads(report))


def _area(columns: Columns) -> Area:
    id_, name, description, parent_id, child_ids, paper_count = columns
    return Area(id_, name, description, parent_id, tuple(child_ids), paper_count)
