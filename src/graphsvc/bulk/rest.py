"""What is not for Neo4j's importer: kept in files, and given back as the records that it was."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from graphsvc.bulk.staging import UNIT_BITS, Placed, changes_of, citations_of, papers_of, pq
from graphsvc.bulk.tables import Tables
from graphsvc.ingest.items import Item

BATCH_ROWS: Final = 2_000
_PARTS: Final[tuple[tuple[str, Callable[[Any], Iterable[Placed]]], ...]] = (
    ("other_papers", papers_of),
    ("other_citations", citations_of),
    ("other_changes", changes_of),
)


def write_rest(tables: Tables, folder: Path) -> int:
    """Write what is not for the importer into a folder, and return how many records that are."""
    return sum(tables.copy_parquet(f"list_{name}", folder / f"{name}.parquet") for name, _ in _PARTS)


def read_rest(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Iterator[Item]]]:
    """Yield the names of inputs, each with its records, in the order in which they stood there.

    `names` are those of the units that the records were read in.
    """
    parts = [_rows(folder / f"{name}.parquet", read) for name, read in _PARTS]
    placed = heapq.merge(*parts, key=itemgetter(0))
    for name, group in groupby(placed, key=lambda each: names[each[0] >> UNIT_BITS]):
        yield name, (item for _, item in group)


def _rows(file: Path, read: Callable[[Any], Iterable[Placed]]) -> Iterator[Placed]:
    with pq.ParquetFile(file) as table:
        for batch in table.iter_batches(BATCH_ROWS):
            yield from read(batch)
