"""Finds out with DuckDB, out of core, which record is which paper and which id of a reference is whose."""

# DuckDB's Python types are incomplete
# pyright: reportUnknownMemberType=false

import contextlib
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import duckdb

from graphsvc.bulk.staging import SCHEMAS, pa, pq
from graphsvc.domain.errors import ConfigurationError, GraphsvcError
from graphsvc.domain.records import AreaRecord

MEMORY_LIMIT: Final = "500MB"
STEPS: Final = (
    "create_told",
    "create_claims",
    "create_changed",
    "create_odd_ones",
    "create_taken",
    "create_nodes",
    "create_works",
    "create_stated",
    "create_known_by_id",
    "add_known_by_id",
    "create_listed",
    "create_told_edges",
    "create_edges",
    "create_cited_counts",
    "create_stated_citers",
    "create_outside",
    "create_unresolved",
    "create_people",
    "create_wrote",
    "create_memberships",
)
_AREAS: Final[Any] = pa.schema([(name, pa.string()) for name in ("id", "name", "description", "parent")])


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a load, in the folder with what was staged."""

    connection: duckdb.DuckDBPyConnection

    def copy_csv(self, name: str, file: Path, **parameters: Any) -> int:
        """Write what a list of `sql/` holds as CSV, and return how many rows that are."""
        text = f"COPY ({_sql(name)}) TO '{_quoted(file)}' (FORMAT csv, HEADER, DELIMITER ',', QUOTE '\"', ESCAPE '\"')"
        with errors_told(file.parent):
            found = self.connection.execute(text, parameters or None).fetchone()
        return int(found[0]) if found else 0

    def copy_parquet(self, name: str, file: Path) -> int:
        """Write what a list of `sql/` holds as Parquet, and return how many rows that are."""
        text = f"COPY ({_sql(name)}) TO '{_quoted(file)}' (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 20000)"
        with errors_told(file.parent):
            found = self.connection.execute(text).fetchone()
        return int(found[0]) if found else 0

    def counts(self) -> dict[str, int]:
        """Return what the importer makes, by the names that a load's report has for it."""
        cursor = self.connection.execute(_sql("count_all"))
        names = [column[0] for column in cursor.description or ()]
        return dict(zip(names, cursor.fetchone() or (), strict=True))


@contextlib.contextmanager
def open_tables(folder: Path, areas: Iterable[AreaRecord]) -> Generator[Tables]:
    """Make the tables of what was staged in a folder; raises ConfigurationError where the disk is full."""
    for name, schema in SCHEMAS.items():
        pq.write_table(schema.empty_table(), folder / f"{name}-none.parquet")  # so that there is a file of each
    rows = [
        {"id": area.id, "name": area.name, "description": area.description, "parent": area.parent} for area in areas
    ]
    pq.write_table(pa.Table.from_pylist(rows, _AREAS), folder / "areas.parquet")
    with errors_told(folder), duckdb.connect(str(folder / "tables.duckdb")) as connection:
        connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        connection.execute(f"SET temp_directory = '{_quoted(folder / 'spilled')}'")
        connection.execute("SET preserve_insertion_order = false")
        for name, files in {**{name: f"{name}-*.parquet" for name in SCHEMAS}, "areas": "areas.parquet"}.items():
            connection.read_parquet(str(folder / files)).create_view(name)
        for step in STEPS:
            connection.execute(_sql(step))
        yield Tables(connection)


@contextlib.contextmanager
def errors_told(folder: Path) -> Generator[None]:
    """Turn DuckDB's errors into ours."""
    try:
        yield
    except duckdb.Error as error:
        if "No space left" in str(error) or "disk" in str(error).lower():
            raise ConfigurationError(f"the disk of {folder} is full: make room, or name another folder") from error
        raise GraphsvcError(f"the records could not be brought together: {error}") from error


@lru_cache
def _sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
