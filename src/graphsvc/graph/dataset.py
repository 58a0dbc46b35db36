"""Reads of the data set as a whole and of its loads."""

import orjson

from graphsvc.domain.dataset import Dataset, Load
from graphsvc.domain.errors import ConfigurationError
from graphsvc.graph.connect import Reader
from graphsvc.graph.rows import Columns, date_from_neo4j, time_from_neo4j
from graphsvc.graph.statements import statement


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


def _load(columns: Columns) -> Load:
    id_, source, started, finished, report = columns
    return Load(id_, source, started.to_native(), time_from_neo4j(finished), orjson.loads(report))
