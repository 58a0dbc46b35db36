"""Loads as the store keeps them: what they read, how far they have come, and their report."""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from graphsvc.graph.connect import Row, Writer
from graphsvc.graph.rows import time_from_neo4j
from graphsvc.graph.statements import statement


@dataclass(frozen=True, slots=True)
class Position:
    """How far a load has come: the number of its input, and how many items of that are written or told."""

    input: int = 0
    items: int = 0


@dataclass(frozen=True, slots=True)
class LoadState:
    """A load; `inputs_key` is shared by loads of the same files, None where they cannot be read a second time."""

    source: str
    inputs_key: str | None
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    started: datetime.datetime = field(default_factory=lambda: datetime.datetime.now(datetime.UTC))
    finished: datetime.datetime | None = None
    position: Position = Position()
    report: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def properties(self) -> dict[str, Any]:
        """Return what the store keeps of it."""
        return {
            "source": self.source,
            "inputs_key": self.inputs_key,
            "started": self.started,
            "finished": self.finished,
            "input_at": self.position.input,
            "items_done": self.position.items,
            "report": orjson.dumps(self.report).decode(),
        }


def write_load(writer: Writer, load: LoadState) -> None:
    """Write a load as it is now."""
    writer.run(statement("write/save_load"), {"id": load.id, "properties": load.properties()})


def find_unfinished_load(writer: Writer, inputs_key: str) -> LoadState | None:
    """Find the newest load of the same files that did not come to its end."""
    row = writer.run(statement("write/find_unfinished_load"), {"inputs_key": inputs_key})
    return None if row is None else _load(inputs_key, row)


def read_position(writer: Writer, id_: str) -> Position | None:
    """Read how far a load has come."""
    row = writer.run(statement("write/read_load_position"), {"id": id_})
    return None if row is None else Position(row["input_at"], row["items_done"])


def _load(inputs_key: str, row: Row) -> LoadState:
    return LoadState(
        row["source"],
        inputs_key,
        row["id"],
        time_from_neo4j(row["started"]) or datetime.datetime.now(datetime.UTC),
        None,
        Position(row["input_at"], row["items_done"]),
        orjson.loads(row["report"]),
    )
