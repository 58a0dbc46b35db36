"""Loads files into the store: lines -> records -> batches, each batch one transaction."""

import datetime
import itertools
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from graphsvc.domain.errors import CutShort, DatabaseUnavailable
from graphsvc.domain.records import Located, Odd, PaperRecord, RecordType, Refused
from graphsvc.graph.connect import Writer
from graphsvc.graph.statements import statement
from graphsvc.graph.writes import write_areas, write_batch, write_data_through
from graphsvc.ingest.files import Source, check_inputs, open_source, read_lines, shown_name
from graphsvc.ingest.native import read_areas, read_papers
from graphsvc.ingest.report import Report

BATCH_RECORDS = 5_000
BATCH_REFERENCES = 20_000
RETRY_FOR_S = 120.0

Result = TypeVar("Result")
Progress = Callable[[Report, Source], None]


def load_files(
    writer: Writer,
    files: Sequence[str],
    *,
    areas_files: Sequence[str] = (),
    data_through: datetime.date | None = None,
    on_progress: Progress = lambda _report, _source: None,
) -> Report:
    """Load native records and areas; return the report.

    Raises BadInput for a file that cannot be opened, DatabaseUnavailable when Neo4j stays away; what was
    loaded until then stays, and loading the same files again completes it.
    """
    report, started, began = Report(), datetime.datetime.now(datetime.UTC), time.monotonic()
    check_inputs([*areas_files, *files])
    load_id, source_text = uuid.uuid4().hex, ", ".join(map(shown_name, [*areas_files, *files]))

    def save(*, finished: bool) -> None:
        properties = report.load_properties(source_text, started, finished=finished)
        _patiently(lambda: writer.run(statement("write/save_load"), {"id": load_id, "properties": properties}))

    save(finished=False)
    if data_through is not None:
        _patiently(lambda: write_data_through(writer, data_through))
    for name in areas_files:
        with open_source(name) as source:
            _load_areas(writer, source, report)
    for name in files:
        with open_source(name) as source:
            _load_papers(writer, source, report, on_progress)
    report.seconds = time.monotonic() - began
    save(finished=True)
    return report


def _load_papers(writer: Writer, source: Source, report: Report, on_progress: Progress) -> None:
    for batch in _batches(_accepted(read_papers(read_lines(source)), source, report)):
        records = [located.record for located in batch]
        result = _patiently(lambda records=records: write_batch(writer, records))
        report.read += len(batch)
        report.add(result)
        for place, reason in result.conflicts:
            report.refuse(source.name, Refused(batch[place].line, reason, batch[place].quoted))
        on_progress(report, source)


def _load_areas(writer: Writer, source: Source, report: Report) -> None:
    # the last line about an area is the one that counts
    areas = {located.record.id: located.record for located in _accepted(read_areas(read_lines(source)), source, report)}
    if areas:
        report.areas_changed += _patiently(lambda: write_areas(writer, list(areas.values())))


def _accepted(
    items: Iterable[Located[RecordType] | Refused | Odd], source: Source, report: Report
) -> Iterator[Located[RecordType]]:
    """Yield the records, while what was refused or odd goes into the report; ends early where the input is cut."""
    try:
        for item in items:
            if isinstance(item, Located):
                yield item
            elif isinstance(item, Refused):
                report.read += 1
                report.refuse(source.name, item)
            else:
                report.note_odd(source.name, item)
    except CutShort as error:
        report.cut_short = str(error)


def _batches(located: Iterable[Located[PaperRecord]]) -> Iterator[list[Located[PaperRecord]]]:
    """Cut records into batches small enough for one transaction."""
    batch: list[Located[PaperRecord]] = []
    references = 0
    for item in located:
        if len(batch) >= BATCH_RECORDS or references >= BATCH_REFERENCES:
            yield batch
            batch, references = [], 0
        batch.append(item)
        references += len(item.record.references or ())
    if batch:
        yield batch


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
