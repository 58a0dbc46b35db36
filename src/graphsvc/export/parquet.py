"""The Parquet files of an export: the native record's fields as columns, row groups written as they fill."""

import importlib
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from graphsvc.domain.records import TABLE_MARK, CitationRecord, PaperRecord, Record
from graphsvc.export.fields import fields_of

ROWS_IN_GROUP = 20_000


class Table:
    """Records of one kind as the rows of a Parquet file."""

    def __init__(self, file: BinaryIO, kind: type[Record], columns: Callable[[Any], dict[str, Any]]) -> None:
        self._arrow: Any = importlib.import_module("pyarrow")  # here, as it is slow to import and has no types
        self._file = file
        self._kind = kind
        self._schema = self._arrow.schema(columns(self._arrow), metadata={TABLE_MARK: b""})
        self._rows: list[dict[str, Any]] = []
        self._writer: Any = None

    def write(self, records: Iterable[Record]) -> None:
        """Write the records of the table's kind."""
        self._rows += [_row(record) for record in records if isinstance(record, self._kind)]
        if len(self._rows) >= ROWS_IN_GROUP:
            self._write_group()

    def close(self) -> None:
        """Write what is left, and the end of the file; a file without rows stays empty."""
        if self._rows:
            self._write_group()
        if self._writer is not None:
            self._writer.close()

    def abandon(self) -> None:
        """Write nothing more, not even when memory is cleared."""
        if self._writer is not None:
            self._writer.is_open = False

    def _write_group(self) -> None:
        if self._writer is None:
            parquet: Any = importlib.import_module("pyarrow.parquet")
            self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows.clear()


def papers_table(file: BinaryIO) -> Table:
    """Return the table of papers."""
    return Table(file, PaperRecord, _paper_columns)


def citations_table(file: BinaryIO) -> Table:
    """Return the table of citations that are told by themselves."""
    return Table(file, CitationRecord, _citation_columns)


def _row(record: Record) -> dict[str, Any]:
    row = fields_of(record)
    if isinstance(record, PaperRecord) and record.areas is not None:
        row["areas"] = [{"id": area.id, "score": area.score} for area in record.areas]  # all of one shape
    return row


def _paper_columns(arrow: Any) -> dict[str, Any]:
    text = arrow.string()
    texts = arrow.list_(text)
    return {
        "id": text,
        "ids": texts,
        "title": text,
        "abstract": text,
        "published": text,
        "type": text,
        "venue": text,
        "language": text,
        "authors": arrow.list_(arrow.struct({"name": text, "id": text})),
        "categories": texts,
        "areas": arrow.list_(arrow.struct({"id": text, "score": arrow.float64()})),
        "references": texts,
        "sourceCitedByCount": arrow.int64(),
        "isRetracted": arrow.bool_(),
    }


def _citation_columns(arrow: Any) -> dict[str, Any]:
    text = arrow.string()
    texts = arrow.list_(text)
    return {
        "citing": text,
        "cited": text,
        "contexts": texts,
        "intents": texts,
        "isInfluential": arrow.bool_(),
        "statement": text,
    }
