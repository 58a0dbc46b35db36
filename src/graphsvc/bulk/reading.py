"""Reads the input with every core: units of work to processes, their results back in the order of the input."""

import contextlib
import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from graphsvc.bulk.blocks import cut_blocks
from graphsvc.bulk.staging import Stage
from graphsvc.domain.errors import CutShort, GraphsvcError
from graphsvc.domain.records import AreaRecord, Odd, Refused
from graphsvc.ingest.files import DAMAGE, HEAD_BYTES, STANDARD_INPUT, Source, open_source, read_lines
from graphsvc.ingest.formats import PART_READERS, Reader, ReadOptions, format_with_lines, native, reader_for
from graphsvc.ingest.inputs import Input
from graphsvc.ingest.report import MOST_LISTED, Report

WHOLE_BYTES = 16 * 1024 * 1024
"""Files up to this size are read by one process each."""
WORKERS = max(2, min(os.cpu_count() or 2, 8))

Progress = Callable[[Report, Source], None]


@dataclass(frozen=True, slots=True)
class Unit:
    """What one process reads in one go: an input, or `data`, some lines of one that is of the format `format`.

    Units are numbered from 0.
    """

    number: int
    input: Input
    name: str
    format: str = ""
    data: bytes | None = None
    lines_before: int = 0


@dataclass(slots=True)
class UnitResult:
    """What a unit held, beside what was staged."""

    name: str
    papers: int = 0
    citations: int = 0
    changes: int = 0
    areas: dict[str, AreaRecord] = field(default_factory=dict[str, AreaRecord])
    last_area_counts: bool = False
    refused: list[Refused] = field(default_factory=list[Refused])
    refused_count: int = 0
    odd: list[Odd] = field(default_factory=list[Odd])
    odd_count: int = 0
    cut_short: str | None = None


@dataclass(slots=True)
class Read:
    """What reading found: `names` are the inputs' by the number of the unit, `areas` what is told of each.

    `told` is what the input at hand has told already, of what counts once an input.
    """

    names: list[str] = field(default_factory=list[str])
    areas: dict[str, AreaRecord] = field(default_factory=dict[str, AreaRecord])
    papers: int = 0
    citations: int = 0
    changes: int = 0
    input: str = ""
    told: set[str] = field(default_factory=set[str])


def read_inputs(
    inputs: Sequence[Input],
    areas_inputs: Sequence[Input],
    options: ReadOptions,
    folder: Path,
    report: Report,
    on_progress: Progress,
) -> Read:
    """Stage what the inputs hold in tables in the folder; what was refused and odd goes into the report."""
    found = Read()
    for each in areas_inputs:
        _read_areas(each, found, report)
    context = multiprocessing.get_context("spawn")  # a fork would share the locks of the threads that run here
    waiting: deque[tuple[Source, Future[UnitResult] | UnitResult]] = deque()

    def take() -> None:
        source, result = waiting.popleft()
        if isinstance(result, Future):
            result = result.result()
        _take(result, found, report)
        on_progress(report, source)

    with ProcessPoolExecutor(WORKERS, mp_context=context, initializer=_begin_worker) as pool:
        try:
            for source, unit in _units(inputs, options, found.names):
                if isinstance(unit, UnitResult):
                    waiting.append((source, unit))
                elif unit.input.path == STANDARD_INPUT and unit.data is None:
                    # no other process can read it
                    waiting.append((source, stage_unit(unit, folder, options, source)))
                else:
                    waiting.append((source, pool.submit(stage_unit, unit, folder, options)))
                while len(waiting) > 2 * WORKERS:
                    take()
            while waiting:
                take()
        except BrokenProcessPool as error:
            raise GraphsvcError("a process that reads the input was killed; is there too little memory?") from error
        finally:
            pool.shutdown(cancel_futures=True)
    return found


def stage_unit(unit: Unit, folder: Path, options: ReadOptions, source: Source | None = None) -> UnitResult:
    """Read one unit into tables of its own, from `source` where it is open already."""
    with contextlib.ExitStack() as stack:
        stage = stack.enter_context(Stage(folder, unit.number))
        if unit.data is not None:
            stream = cast(Any, BytesIO(unit.data))
            source = Source(unit.name, stream, stream, len(unit.data), unit.lines_before)
        elif source is None:
            source = stack.enter_context(open_source(unit.input.path, unit.input.member))
        result = UnitResult(unit.name)
        reader = reader_for(source, options) if unit.data is None else PART_READERS[unit.format]
        result.last_area_counts = reader is native.read
        _stage(reader, source, stage, result)
    result.papers, result.citations, result.changes = (
        stage.counts[name] for name in ("papers", "citations", "changes")
    )
    return result


def _stage(reader: Reader, source: Source, stage: Stage, result: UnitResult) -> None:
    try:
        for item in reader(source):
            if isinstance(item, Refused):
                result.refused_count += 1
                if len(result.refused) < MOST_LISTED:
                    result.refused.append(item)
            elif isinstance(item, Odd):
                result.odd_count += 1
                if len(result.odd) < MOST_LISTED or native.is_told_once(item):
                    result.odd.append(item)
            elif isinstance(item.record, AreaRecord):
                # whoever writes areas by hand may mend one below; dumps repeat the same one with every paper
                if result.last_area_counts:
                    result.areas[item.record.id] = item.record
                else:
                    result.areas.setdefault(item.record.id, item.record)
            else:
                stage.add(item)
    except CutShort as error:
        result.cut_short = str(error)


def _units(
    inputs: Sequence[Input], options: ReadOptions, names: list[str]
) -> Iterator[tuple[Source, Unit | UnitResult]]:
    """Yield the units, or what came of one that cannot be read, each with the input that it is of."""
    for each in inputs:
        head = b"" if each.path == STANDARD_INPUT else _long_head(each)
        with open_source(each.path, each.member) as source:
            head = head or source.head()
            is_small = source.size_bytes is not None and source.size_bytes <= WHOLE_BYTES
            format_ = None if is_small else format_with_lines(head, options)
            if format_ is None:
                names.append(source.name)
                yield source, Unit(len(names) - 1, each, source.name)
                continue
            try:
                for block in cut_blocks(source):
                    names.append(source.name)
                    yield source, Unit(len(names) - 1, each, source.name, format_, block.data, block.lines_before)
            except CutShort as error:
                yield source, UnitResult(source.name, cut_short=str(error))


def _long_head(input_: Input) -> bytes:
    """Return how an input begins; compressed ones show less than this while they are open for reading."""
    head = b""
    with open_source(input_.path, input_.member) as source, contextlib.suppress(*DAMAGE):
        read = getattr(source.stream, "read1", source.stream.read)
        while len(head) < HEAD_BYTES and (data := read(HEAD_BYTES)):
            head += data
    return head


def _take(result: UnitResult, found: Read, report: Report) -> None:
    """Add up what the units held, in the order of the input."""
    if result.name != found.input:
        found.input = result.name
        found.told.clear()
    found.papers += result.papers
    found.citations += result.citations
    found.changes += result.changes
    for area in result.areas.values():
        # a dump tells an area once; of several inputs the last one counts
        if result.last_area_counts or area.id not in found.told:
            found.told.add(area.id)
            found.areas[area.id] = area
    report.read += result.papers + result.citations + result.changes + result.refused_count
    for refused in result.refused:
        report.refuse(result.name, refused)
    report.refused += result.refused_count - len(result.refused)
    report.odd_values += result.odd_count - len(result.odd)
    for odd in result.odd:
        if native.is_told_once(odd):
            if odd.reason in found.told:
                continue
            found.told.add(odd.reason)
        report.note_odd(result.name, odd)
    if result.cut_short:
        report.cut_short = result.cut_short


def _read_areas(input_: Input, found: Read, report: Report) -> None:
    with open_source(input_.path, input_.member) as source:
        try:
            for item in native.read_areas(read_lines(source)):
                if isinstance(item, Refused):
                    report.read += 1
                    report.refuse(source.name, item)
                elif isinstance(item, Odd):
                    report.note_odd(source.name, item)
                else:
                    found.areas[item.record.id] = item.record
        except CutShort as error:
            report.cut_short = str(error)


def _begin_worker() -> None:
    gc.disable()  # records have no cycles, and looking for some takes a tenth of the time
    # Ctrl-C in a terminal reaches all of its processes; the first one tells the others to end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
