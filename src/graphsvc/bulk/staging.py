"""Records as columns in Parquet files, each a table of one kind: written by many processes, read by DuckDB."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from graphsvc.domain.dates import partial_date_from_ymd
from graphsvc.domain.records import (
    AreaMembership,
    AuthorRecord,
    CitationRecord,
    Located,
    MergeRecord,
    PaperRecord,
    Record,
    WithdrawnCitation,
    WithdrawnRecord,
)
from graphsvc.domain.text import title_key
from graphsvc.graph.paper_properties import digest_of

pa: Any = importlib.import_module("pyarrow")  # which has no types
pq: Any = importlib.import_module("pyarrow.parquet")

FLUSH_RECORDS: Final = 20_000
FLUSH_REFERENCES: Final = 200_000
UNIT_BITS: Final = 32
"""The place of a record among all is its unit's number, shifted by this, plus its place in the unit."""

Change = MergeRecord | WithdrawnRecord | WithdrawnCitation
Placed = tuple[int, Located[Record]]
"""A record with its place among all records."""

_TEXTS: Final = pa.list_(pa.string())
_AUTHORS: Final = pa.struct([("name", pa.string()), ("id", pa.string())])
_AREAS: Final = pa.struct([("id", pa.string()), ("score", pa.float64())])
SCHEMAS: Final[dict[str, Any]] = {
    "papers": pa.schema(
        [
            ("place", pa.int64()),
            ("digest", pa.string()),
            ("id", pa.string()),
            ("part", pa.string()),
            ("ids", _TEXTS),
            ("title", pa.string()),
            ("title_key", pa.string()),
            ("abstract", pa.string()),
            ("published_ymd", pa.int32()),
            ("type", pa.string()),
            ("venue", pa.string()),
            ("language", pa.string()),
            ("authors", pa.list_(_AUTHORS)),
            ("categories", _TEXTS),
            ("areas", pa.list_(_AREAS)),
            ("cites", _TEXTS),
            ("source_cited_by_count", pa.int64()),
            ("is_retracted", pa.bool_()),
        ]
    ),
    "citations": pa.schema(
        [
            ("place", pa.int64()),
            ("citing", pa.string()),
            ("cited", pa.string()),
            ("contexts", _TEXTS),
            ("intents", _TEXTS),
            ("is_influential", pa.bool_()),
            ("id", pa.string()),
        ]
    ),
    # merges and what is withdrawn; a merge may be refused, so where they stand is kept too
    "changes": pa.schema(
        [
            ("place", pa.int64()),
            ("kind", pa.string()),
            ("id", pa.string()),
            ("into", pa.string()),
            ("part", pa.string()),
            ("line", pa.int64()),
            ("quoted", pa.string()),
        ]
    ),
}


class Stage:
    """The tables of one unit of the input: `add` records, and close it."""

    def __init__(self, folder: Path, unit: int) -> None:
        self.counts = dict.fromkeys(SCHEMAS, 0)
        self._folder = folder
        self._unit = unit
        self._place = unit << UNIT_BITS
        self._references = 0
        self._papers: list[tuple[int, PaperRecord]] = []
        self._citations: list[tuple[int, CitationRecord]] = []
        self._changes: list[tuple[int, Located[Change]]] = []
        self._writers: dict[str, Any] = {}

    def __enter__(self) -> "Stage":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._flush()
        finally:
            for writer in self._writers.values():
                writer.close()

    def add(self, located: Located[Any]) -> None:
        """Take a record; areas are not kept here."""
        record = located.record
        self._place += 1
        if isinstance(record, PaperRecord):
            self._papers.append((self._place, record))
            if record.references:
                self._references += len(record.references)
        elif isinstance(record, CitationRecord):
            self._citations.append((self._place, record))
        else:
            self._changes.append((self._place, located))
        if (
            self._references >= FLUSH_REFERENCES
            or len(self._papers) + len(self._citations) + len(self._changes) >= FLUSH_RECORDS
        ):
            self._flush()

    def _flush(self) -> None:
        self._write("papers", self._papers, paper_columns)
        self._write("citations", self._citations, citation_columns)
        self._write("changes", self._changes, _change_columns)
        self._references = 0

    def _write(self, name: str, rows: list[Any], columns: Callable[[list[Any]], list[Any]]) -> None:
        if not rows:
            return
        if name not in self._writers:
            self._writers[name] = open_table(self._folder / f"{name}-{self._unit:08}.parquet", name)
        self._writers[name].write_batch(pa.record_batch(columns(rows), schema=SCHEMAS[name]))
        self.counts[name] += len(rows)
        rows.clear()


def open_table(path: Path, name: str) -> Any:
    """Return a writer of record batches of one of the tables."""
    return pq.ParquetWriter(path, SCHEMAS[name], compression="lz4", use_dictionary=False, write_statistics=False)


def paper_columns(rows: Sequence[tuple[int, PaperRecord]]) -> list[Any]:
    """Return the columns of papers, in the order of their schema."""
    papers = [paper for _, paper in rows]
    titles = [paper.title for paper in papers]
    authors = [paper.authors for paper in papers]
    areas = [paper.areas for paper in papers]
    people = list(chain.from_iterable(told for told in authors if told))
    memberships = list(chain.from_iterable(told for told in areas if told))
    return [
        pa.array([place for place, _ in rows], pa.int64()),
        pa.array(list(map(digest_of, papers)), pa.string()),
        pa.array([paper.id for paper in papers], pa.string()),
        pa.array([paper.part for paper in papers], pa.string()),
        _lists([paper.ids for paper in papers]),
        pa.array(titles, pa.string()),
        pa.array([None if title is None else title_key(title) for title in titles], pa.string()),
        pa.array([paper.abstract for paper in papers], pa.string()),
        pa.array([paper.published.ymd if paper.published else None for paper in papers], pa.int32()),
        pa.array([paper.type for paper in papers], pa.string()),
        pa.array([paper.venue for paper in papers], pa.string()),
        pa.array([paper.language for paper in papers], pa.string()),
        _lists(
            authors,
            pa.StructArray.from_arrays(
                [
                    pa.array([person.name for person in people], pa.string()),
                    pa.array([person.id for person in people], pa.string()),
                ],
                fields=list(_AUTHORS),
            ),
        ),
        _lists([paper.categories for paper in papers]),
        _lists(
            areas,
            pa.StructArray.from_arrays(
                [
                    pa.array([area.id for area in memberships], pa.string()),
                    pa.array([area.score for area in memberships], pa.float64()),
                ],
                fields=list(_AREAS),
            ),
        ),
        _lists([paper.references for paper in papers]),
        pa.array([paper.source_cited_by_count for paper in papers], pa.int64()),
        pa.array([paper.is_retracted for paper in papers], pa.bool_()),
    ]


def citation_columns(rows: Sequence[tuple[int, CitationRecord]]) -> list[Any]:
    """Return the columns of citations, in the order of their schema."""
    records = [record for _, record in rows]
    return [
        pa.array([place for place, _ in rows], pa.int64()),
        pa.array([record.citing for record in records], pa.string()),
        pa.array([record.cited for record in records], pa.string()),
        _lists([record.contexts for record in records]),
        _lists([record.intents for record in records]),
        pa.array([record.is_influential for record in records], pa.bool_()),
        pa.array([record.id for record in records], pa.string()),
    ]


def papers_of(batch: Any) -> Iterator[Placed]:
    """Yield the records that a batch of the table of papers holds."""
    for row in batch.to_pylist():
        record = PaperRecord(
            id=row["id"],
            ids=tuple(row["ids"]),
            title=row["title"],
            abstract=row["abstract"],
            published=None if row["published_ymd"] is None else partial_date_from_ymd(row["published_ymd"]),
            type=row["type"],
            venue=row["venue"],
            language=row["language"],
            authors=_tuple(row["authors"], lambda value: AuthorRecord(value["name"], value["id"])),
            categories=_tuple(row["categories"], str),
            areas=_tuple(row["areas"], lambda value: AreaMembership(value["id"], value["score"])),
            references=_tuple(row["cites"], str),
            source_cited_by_count=row["source_cited_by_count"],
            is_retracted=row["is_retracted"],
            part=row["part"],
        )
        yield row["place"], Located(0, record, "")  # where it stood is not kept: nothing refuses it any more


def citations_of(batch: Any) -> Iterator[Placed]:
    """Yield the records that a batch of the table of citations holds."""
    for row in batch.to_pylist():
        contexts, intents = tuple(row["contexts"]), tuple(row["intents"])
        record = CitationRecord(row["citing"], row["cited"], contexts, intents, row["is_influential"], row["id"])
        yield row["place"], Located(0, record, "")


def changes_of(batch: Any) -> Iterator[Placed]:
    """Yield the merges, and what is withdrawn, that a batch of the table of changes holds, with where they stand."""
    for row in batch.to_pylist():
        if row["kind"] == "merge":
            record: Change = MergeRecord(row["id"], row["into"])
        elif row["kind"] == "record":
            record = WithdrawnRecord(row["id"], row["part"])
        else:
            record = WithdrawnCitation(row["id"])
        yield row["place"], Located(row["line"], record, row["quoted"])


def _change_columns(rows: Sequence[tuple[int, Located[Change]]]) -> list[Any]:
    located = [each for _, each in rows]
    records = [each.record for each in located]
    kinds = {MergeRecord: "merge", WithdrawnRecord: "record", WithdrawnCitation: "citation"}
    return [
        pa.array([place for place, _ in rows], pa.int64()),
        pa.array([kinds[type(record)] for record in records], pa.string()),
        pa.array([record.id for record in records], pa.string()),
        pa.array([record.into if isinstance(record, MergeRecord) else None for record in records], pa.string()),
        pa.array([record.part if isinstance(record, WithdrawnRecord) else None for record in records], pa.string()),
        pa.array([each.line for each in located], pa.int64()),
        pa.array([each.quoted for each in located], pa.string()),
    ]


def _lists(lists: Sequence[Sequence[Any] | None], values: Any = None) -> Any:
    """Return a column of lists; one that is None is null, and not an empty one."""
    ends = list(accumulate([len(told) if told else 0 for told in lists], initial=0))
    offsets = pa.array(
        [None if told is None else start for told, start in zip(lists, ends, strict=False)] + [ends[-1]], pa.int32()
    )
    if values is None:
        values = pa.array(list(chain.from_iterable(told for told in lists if told)), pa.string())
    return pa.ListArray.from_arrays(offsets, values)


def _tuple(values: Iterable[Any] | None, read: Callable[[Any], Any]) -> tuple[Any, ...] | None:
    return None if values is None else tuple(map(read, values))
