"""Loads files into the store: lines -> records -> batches, each batch one transaction."""

import datetime
import itertools
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from graphsvc.domain.errors import CutShort, DatabaseUnavailable
from graphsvc.domain.records import AreaRecord, CitationRecord, Located, Odd, PaperRecord, Record, Refused
from graphsvc.graph.connect import Writer
from graphsvc.graph.statements import statement
from graphsvc.graph.writes import write_batch, write_data_through
from graphsvc.ingest.files import Source, open_source, read_lines, shown_name
from graphsvc.ingest.formats import ReadOptions, native, reader_for
from graphsvc.ingest.inputs import find_inputs
from graphsvc.ingest.items import Item
from graphsvc.ingest.report import Report

BATCH_RECORDS = 5_000
BATCH_CITATIONS = 20_000
RETRY_FOR_S = 120.0

Result = TypeVar("Result")
Progress = Callable[[Report, Source], None]


def load_files(
    writer: Writer,
    files: Sequence[str],
    *,
    options: ReadOptions = ReadOptions(),  # noqa: B008  # frozen
    areas_files: Sequence[str] = (),
    data_through: datetime.date | None = None,
    on_progress: Progress = lambda _report, _source: None,
) -> Report:
    """Load files, folders and archives, and areas; return the report.

    Raises BadInput for an input that cannot be opened, DatabaseUnavailable when Neo4j stays away; what was
    loaded until then stays, and loading the same files again completes it.
    """
    inputs, areas_inputs = find_inputs(files), find_inputs(areas_files)
    report, started, began = Report(), datetime.datetime.now(datetime.UTC), time.monotonic()
    load_id, source_text = uuid.uuid4().hex, ", ".join(map(shown_name, [*areas_files, *files]))

    def save(*, finished: bool) -> None:
        properties = report.load_properties(source_text, started, finished=finished)
        _patiently(lambda: writer.run(statement("write/save_load"), {"id": load_id, "properties": properties}))

    save(finished=False)
    if data_through is not None:
        _patiently(lambda: write_data_through(writer, data_through))
    for each in areas_inputs:
        with open_source(each.path, each.member) as source:
            _load(writer, source, native.read_areas(read_lines(source)), report, on_progress)
    for each in inputs:
        with open_source(each.path, each.member) as source:
            _load(writer, source, reader_for(source, options)(source), report, on_progress)
    report.seconds = time.monotonic() - began
    save(finished=True)
    return report


def _load(writer: Writer, source: Source, items: Iterable[Item], report: Report, on_progress: Progress) -> None:
    for batch in _batches(_accepted(items, source, report)):
        records = [located.record for located in batch]
        result = _patiently(lambda records=records: write_batch(writer, records))
        report.read += sum(not isinstance(record, AreaRecord) for record in records)
        report.add(result)
        for place, reason in result.conflicts:
            report.refuse(source.name, Refused(batch[place].line, reason, batch[place].quoted))
        on_progress(report, source)


def _accepted(items: Iterable[Item], source: Source, report: Report) -> Iterator[Located[Record]]:
    """Yield the records, while what was refused or odd goes into the report; ends early where the input is cut."""
    try:
        for item in items:
            if isinstance(item, Refused):
                report.read += 1
                report.refuse(source.name, item)
            elif isinstance(item, Odd):
                report.note_odd(source.name, item)
            else:
                yield item
    except CutShort as error:
        report.cut_short = str(error)


def _batches(located: Iterable[Located[Record]]) -> Iterator[list[Located[Record]]]:
    """Cut records into batches small enough for one transaction."""
    batch: list[Located[Record]] = []
    others = citations = 0
    for item in located:
        if others >= BATCH_RECORDS or citations >= BATCH_CITATIONS:
            yield batch
            batch, others, citations = [], 0, 0
        batch.append(item)
        others += not isinstance(item.record, CitationRecord)
        citations += _citations_of(item.record)
    if batch:
        yield batch


def _citations_of(record: Record) -> int:
    if isinstance(record, PaperRecord):
        return len(record.references or ())
    return isinstance(record, CitationRecord)


def _patiently(write: Callable[[], Result]) -> Result:
    """Write, and again while Neo4j is away (started anew after a crash, say): a write that is repeated does no harm."""
    give_up = time.monotonic() + RETRY_FOR_S
    for pause_s in itertools.chain((0.1, 0.3, 1.0), itertools.repeat(2.0)):
        try:
            return write()
        except DatabaseUnavailable:
            if time.monotonic() + pause_s > give_up:
                raise
            time.sleep(pause_s)
    raise AssertionError("unreachable")
