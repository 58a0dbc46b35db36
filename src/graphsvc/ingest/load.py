"""Loads files into the store: lines -> records -> batches, each batch one transaction that also notes the position."""

import datetime
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from graphsvc.domain.errors import CutShort, DatabaseUnavailable
from graphsvc.domain.records import CitationRecord, Located, Odd, PaperRecord, Record, Refused, WithdrawnCitation
from graphsvc.graph.area_refresh import refresh_areas
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.connect import Writer
from graphsvc.graph.hub_refresh import refresh_hubs
from graphsvc.graph.loads import LoadState, Position, find_unfinished_load, read_position, write_load
from graphsvc.graph.schema import await_text_index
from graphsvc.graph.works import Works
from graphsvc.graph.writes import try_batch, write_batch, write_data_through
from graphsvc.ingest.files import Source, open_source, read_lines, shown_name
from graphsvc.ingest.formats import ReadOptions, native, reader_for
from graphsvc.ingest.inputs import find_inputs, inputs_key
from graphsvc.ingest.items import Item
from graphsvc.ingest.report import Report, report_from_json

BATCH_RECORDS = 5_000
BATCH_CITATIONS = 20_000
BATCH_WITHDRAWN_CITATIONS = 200_000  # each batch of them looks at every citation
RETRY_FOR_S = 120.0

Progress = Callable[[Report, Source], None]


def load_files(
    writer: Writer,
    files: Sequence[str],
    *,
    options: ReadOptions = ReadOptions(),  # noqa: B008  # frozen
    areas_files: Sequence[str] = (),
    data_through: datetime.date | None = None,
    dry_run: bool = False,
    from_start: bool = False,
    on_progress: Progress = lambda _report, _source: None,
    say: Callable[[str], None] = lambda _text: None,
) -> Report:
    """Load files, folders and archives, and areas; return the report.

    A load of the same files that was broken off goes on where it was, unless `from_start`. A dry run writes nothing.
    Raises BadInput for an input that cannot be opened, DatabaseUnavailable when Neo4j stays away; what was
    loaded until then stays.
    """
    area_inputs = find_inputs(areas_files)
    inputs = [*area_inputs, *find_inputs(files)]
    key = None if dry_run else inputs_key(inputs, options)
    unfinished = None if key is None or from_start else find_unfinished_load(writer, key)
    names = ", ".join(map(shown_name, [*areas_files, *files]))
    load = _Load(writer, unfinished or LoadState(names, inputs_key=key), dry_run, on_progress)
    if unfinished and unfinished.position.input < len(inputs):
        at = unfinished.position
        say(f"going on where a load was broken off: {inputs[at.input].name}, after {at.items:,} records")
    if data_through is not None and not dry_run:
        patiently(lambda: write_data_through(writer, data_through))
    for at, each in enumerate(inputs):
        if at >= load.state.position.input:
            with open_source(each.path, each.member) as source:
                is_areas = at < len(area_inputs)
                items = native.read_areas(read_lines(source)) if is_areas else reader_for(source, options)(source)
                load.take(at, source, items)
    load.finish()
    return load.report


class _Load:
    """A load on its way: its state in the store moves with each batch, in the batch's transaction."""

    def __init__(self, writer: Writer, state: LoadState, dry_run: bool, on_progress: Progress) -> None:
        self.writer, self.state, self.dry_run, self.on_progress = writer, state, dry_run, on_progress
        self.report = report_from_json(state.report) if state.report else Report(dry_run=dry_run)
        self.began = time.monotonic() - self.report.seconds
        self.works = Works()
        self._save()

    def take(self, at: int, source: Source, items: Iterator[Item]) -> None:
        """Write what an input holds, the first records left out if they were written before."""
        done = self.state.position.items if at == self.state.position.input else 0
        cuts: list[str] = []
        for batch in _read_ahead(cut_batches(itertools.islice(_until_cut(items, cuts), done, None))):
            done += len(batch)
            self._write(batch, source.name, Position(at, done))
            self.on_progress(self.report, source)
        if cuts:
            self.report.cut_short = cuts[0]
        self.state = replace(self.state, position=Position(at + 1))
        self._save()

    def finish(self) -> None:
        """Say that it is complete, once a search finds all of it."""
        if not self.dry_run:
            patiently(lambda: refresh_hubs(self.writer))
            patiently(lambda: refresh_areas(self.writer))
            patiently(lambda: await_text_index(self.writer))
        self.state = replace(self.state, finished=datetime.datetime.now(datetime.UTC))
        self._save()

    def _write(self, batch: Sequence[Item], file: str, position: Position) -> None:
        records = [item.record for item in batch if isinstance(item, Located)]
        after = self.report

        def advance(result: BatchResult) -> LoadState:
            nonlocal after
            after = self.report.after(file, batch, result)
            return self._state_with(after, position)

        if self.dry_run:
            advance(try_batch(self.writer, records))
        else:
            # a commit whose answer was lost is no reason to count the batch twice
            patiently(
                lambda: write_batch(self.writer, records, advance, self.works),
                was_done=lambda: read_position(self.writer, self.state.id) == position,
            )
        self.report, self.state = after, self._state_with(after, position)

    def _state_with(self, report: Report, position: Position) -> LoadState:
        report.seconds = time.monotonic() - self.began
        return replace(self.state, position=position, report=report.as_json())

    def _save(self) -> None:
        self.state = self._state_with(self.report, self.state.position)
        if not self.dry_run:
            patiently(lambda: write_load(self.writer, self.state))


def _read_ahead(batches: Iterator[list[Item]]) -> Iterator[list[Item]]:
    """Yield the batches, while the next one is read already: reading and writing are work for two cores."""
    with ThreadPoolExecutor(1, "reading ahead") as reading:
        ahead = reading.submit(next, batches, None)
        while (batch := ahead.result()) is not None:
            ahead = reading.submit(next, batches, None)
            yield batch


def _until_cut(items: Iterable[Item], cuts: list[str]) -> Iterator[Item]:
    """Yield the items; ends early where the input is cut, and notes that."""
    try:
        yield from items
    except CutShort as error:
        cuts.append(str(error))


def cut_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Cut items into batches small enough for one transaction."""
    batch: list[Item] = []
    size = 0.0
    for item in items:
        weight = _weight(item)
        if batch and size + weight > 1:
            yield batch
            batch, size = [], 0.0
        batch.append(item)
        size += weight
    if batch:
        yield batch


def _weight(item: Item) -> float:
    """Return the share of a batch that an item takes."""
    if isinstance(item, Refused | Odd):
        return 1 / BATCH_CITATIONS
    record: Record = item.record
    if isinstance(record, CitationRecord):
        return 1 / BATCH_CITATIONS
    if isinstance(record, WithdrawnCitation):
        return 1 / BATCH_WITHDRAWN_CITATIONS
    references = len(record.references or ()) if isinstance(record, PaperRecord) else 0
    return max(1 / BATCH_RECORDS, references / BATCH_CITATIONS)


def patiently(write: Callable[[], object], was_done: Callable[[], bool] = lambda: False) -> None:
    """Write, and again while Neo4j is away (started anew after a crash, say), unless it turns out to be written."""
    give_up = time.monotonic() + RETRY_FOR_S
    is_repeat = False
    for pause_s in itertools.chain((0.1, 0.3, 1.0), itertools.repeat(2.0)):
        try:
            if not (is_repeat and was_done()):
                write()
            return
        except DatabaseUnavailable:
            if time.monotonic() + pause_s > give_up:
                raise
            is_repeat = True
            time.sleep(pause_s)
