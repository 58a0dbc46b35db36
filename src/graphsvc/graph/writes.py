"""Writes of a batch of records, in one transaction that keeps every count true."""

import datetime
from collections.abc import Callable, Sequence
from functools import partial

import neo4j

from graphsvc.domain.records import Record
from graphsvc.graph.batch import Batch
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.connect import Writer, run_write
from graphsvc.graph.loads import LoadState
from graphsvc.graph.works import Works


def write_batch(
    writer: Writer,
    records: Sequence[Record],
    advance: Callable[[BatchResult], LoadState] | None = None,
    works: Works | None = None,
) -> BatchResult:
    """Write records in one transaction: all of them or, on an error, none.

    Within a batch areas come first, then papers, then citations that are stated by themselves, then what is taken
    back. `advance` returns how far the load has come with that; it is written in the same transaction. `works` is
    what earlier batches of the load found out.
    """
    works = works or Works()
    with writer.transaction() as transaction:
        result, revision = _write(transaction, records, works)
        if advance is not None:
            load = advance(result)
            run_write(transaction, "save_load", id=load.id, properties=load.properties())
    works.end(revision)
    return result


def try_batch(writer: Writer, records: Sequence[Record]) -> BatchResult:
    """Tell what writing the records would do, and write nothing."""
    with writer.transaction(keeps=False) as transaction:
        return _write(transaction, records, Works())[0]


def write_data_through(writer: Writer, date: datetime.date) -> None:
    """Say through which day the data reach."""
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        if run_write(transaction, "set_data_through", data_through=date)["is_news"]:
            run_write(transaction, "advance_revision")


def note_import(writer: Writer) -> None:
    """Give the data a new version, as Neo4j's own importer has filled the store."""
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "advance_revision")


def write_dataset_name(writer: Writer, name: str) -> None:
    """Name the data set."""
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        if run_write(transaction, "set_dataset_name", name=name)["is_news"]:
            run_write(transaction, "advance_revision")


def _write(transaction: neo4j.Transaction, records: Sequence[Record], works: Works) -> tuple[BatchResult, int]:
    """Write records; return what that did, and the revision of the data after it."""
    dataset = run_write(transaction, "lock_dataset")
    works.begin(dataset["revision"])
    has_merges, map_in_use = bool(dataset["merged_count"]), dataset["map"]
    batch = Batch(partial(run_write, transaction), records, works, has_merges=has_merges, map_in_use=map_in_use)
    batch.write()
    changed = batch.has_changed
    return batch.result, run_write(transaction, "advance_revision")["revision"] if changed else dataset["revision"]
