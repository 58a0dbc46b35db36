"""Writes of a batch of records, in one transaction that keeps every count true."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import neo4j

from graphsvc.domain.records import Record
from graphsvc.graph.batch import Batch
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.connect import Writer
from graphsvc.graph.loads import LoadState
from graphsvc.graph.statements import statement


def write_batch(
    writer: Writer, records: Sequence[Record], advance: Callable[[BatchResult], LoadState] | None = None
) -> BatchResult:
    """Write records in one transaction: all of them or, on an error, none.

    Within a batch areas come first, then papers, then citations that are stated by themselves, then what is taken
    back. `advance` returns how far the load has come with that; it is written in the same transaction.
    """
    with writer.transaction() as transaction:
        result = _write(transaction, records)
        if advance is not None:
            load = advance(result)
            _run(transaction, "save_load", id=load.id, properties=load.properties())
        return result


def try_batch(writer: Writer, records: Sequence[Record]) -> BatchResult:
    """Tell what writing the records would do, and write nothing."""
    with writer.transaction(keeps=False) as transaction:
        return _write(transaction, records)


def write_data_through(writer: Writer, date: datetime.date) -> None:
    """Say through which day the data reach."""
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        if _run(transaction, "set_data_through", data_through=date)["is_news"]:
            _run(transaction, "advance_revision")


def write_dataset_name(writer: Writer, name: str) -> None:
    """Name the data set."""
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        if _run(transaction, "set_dataset_name", name=name)["is_news"]:
            _run(transaction, "advance_revision")


def _write(transaction: neo4j.Transaction, records: Sequence[Record]) -> BatchResult:
    has_merges = bool(_run(transaction, "lock_dataset")["merged_count"])
    batch = Batch(partial(_run, transaction), records, has_merges=has_merges)
    batch.write()
    if batch.has_changed:
        _run(transaction, "advance_revision")
    return batch.result


def _run(transaction: neo4j.Transaction, name: str, /, **parameters: Any) -> Mapping[str, Any]:
    found = transaction.run(statement(f"write/{name}").text, parameters).single(strict=False)
    return {} if found is None else found.data()
