"""What a store holds before a load that wants it empty."""

import datetime
from dataclasses import dataclass

from graphsvc.graph.connect import Writer
from graphsvc.graph.rows import date_from_neo4j
from graphsvc.graph.statements import statement


@dataclass(frozen=True, slots=True)
class Contents:
    """Whether a store is empty, and what its data set is called, if it has one."""

    is_empty: bool = True
    name: str | None = None
    data_through: datetime.date | None = None


def find_contents(writer: Writer) -> Contents:
    """Find out what the store holds."""
    row = writer.run(statement("read/find_contents"))
    return Contents() if row is None else Contents(row["is_empty"], row["name"], date_from_neo4j(row["data_through"]))
