"""Loads dumps into an empty store through Neo4j's own importer: the same graph as over Bolt, in a fraction of the time.

The plain majority goes through the importer: records whose ids no other record has, and citations between them. The
rest (several records about one paper, merged ids) is loaded over Bolt afterwards by the ordinary code, which takes
records in any order.
"""

import datetime
import errno
import json
import shlex
import shutil
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from graphsvc.bulk.files import import_arguments, write_import_files
from graphsvc.bulk.reading import Progress, read_inputs
from graphsvc.bulk.rest import read_rest, write_rest
from graphsvc.bulk.tables import open_tables
from graphsvc.domain.errors import BadInput, ConfigurationError
from graphsvc.domain.records import Located, Record
from graphsvc.graph.area_refresh import refresh_areas
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.connect import Writer
from graphsvc.graph.contents import Contents, find_contents
from graphsvc.graph.hub_refresh import refresh_hubs
from graphsvc.graph.loads import LoadState, write_load
from graphsvc.graph.schema import apply_schema, await_text_index
from graphsvc.graph.statements import statement
from graphsvc.graph.works import Works
from graphsvc.graph.writes import note_import, write_batch, write_data_through, write_dataset_name
from graphsvc.ingest.files import shown_name
from graphsvc.ingest.formats import ReadOptions
from graphsvc.ingest.inputs import find_inputs
from graphsvc.ingest.load import cut_batches, patiently
from graphsvc.ingest.report import Report, report_from_json

NOTE: Final = "load.json"


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be loaded, and what the data set is to be called."""

    files: Sequence[str]
    options: ReadOptions = field(default_factory=ReadOptions)
    areas_files: Sequence[str] = ()
    name: str | None = None
    data_through: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A load whose files are written: `arguments` are neo4j-admin's, `rest` counts records for Bolt."""

    folder: Path
    arguments: list[str]
    rest: int
    names: list[str]
    report: Report
    source: str
    started: datetime.datetime
    name: str | None
    data_through: datetime.date | None


def refuse_if_not_empty(writer: Writer) -> Contents:
    """Return what an empty store is called; raises BadInput where it is not empty."""
    contents = find_contents(writer)
    if not contents.is_empty:
        raise BadInput(
            "--bulk is for an empty store, and this one holds data: load without --bulk, which adds to them and "
            "completes a load that was stopped, or empty the store first (`graphsvc db wipe` for local Neo4j)"
        )
    return contents


def prepare(job: Job, folder: Path, contents: Contents, on_progress: Progress) -> Prepared:
    """Read the input and write into a folder what the importer needs, and what is to be loaded after it.

    Raises BadInput for an input that cannot be opened, ConfigurationError where the disk is full.
    """
    inputs, areas_inputs = find_inputs(job.files), find_inputs(job.areas_files)
    report, started, began = Report(), datetime.datetime.now(datetime.UTC), time.monotonic()
    with _full_disk_told(folder):
        staged = folder / "staged"
        staged.mkdir()
        read = read_inputs(inputs, areas_inputs, job.options, staged, report, on_progress)
        with open_tables(staged, read.areas.values()) as tables:
            files = write_import_files(tables, folder)
            rest = write_rest(tables, folder)
            counts = tables.counts()
        shutil.rmtree(staged)
    del counts["stated"]
    for name, count in counts.items():
        setattr(report, name, count)
    report.read -= rest  # until they are loaded
    report.seconds = time.monotonic() - began
    return Prepared(
        folder=folder,
        arguments=import_arguments(files, folder),
        rest=rest,
        names=read.names,
        report=report,
        source=", ".join(map(shown_name, [*job.areas_files, *job.files])),
        started=started,
        name=job.name or contents.name,
        data_through=job.data_through or contents.data_through,
    )


def finish(writer: Writer, prepared: Prepared, say: Callable[[str], None]) -> Report:
    """Make the schema of a store that the importer has filled, load the rest over Bolt, and return the report."""
    report, began = prepared.report, time.monotonic() - prepared.report.seconds
    load = LoadState(prepared.source, inputs_key=None, started=prepared.started)

    def save(finished: datetime.datetime | None = None) -> None:
        report.seconds = time.monotonic() - began
        write_load(writer, replace(load, report=report.as_json(), finished=finished))

    # it fills by itself, and takes the longest: meanwhile the others are made
    writer.run(statement("schema/create_paper_text_index"))
    apply_schema(writer, without_orders=True)
    save()
    note_import(writer)
    if prepared.name is not None:
        write_dataset_name(writer, prepared.name)
    if prepared.data_through is not None:
        write_data_through(writer, prepared.data_through)
    refresh_hubs(writer)
    apply_schema(writer)
    if prepared.rest:
        say(f"Loading over Bolt what several records tell of: {prepared.rest:,} records …")
        report = _load_rest(writer, prepared)
        refresh_hubs(writer)
    refresh_areas(writer)
    await_text_index(writer)
    save(datetime.datetime.now(datetime.UTC))
    return report


def _load_rest(writer: Writer, prepared: Prepared) -> Report:
    report, works = prepared.report, Works()
    for name, items in read_rest(prepared.folder, prepared.names):
        for batch in cut_batches(items):
            records = [item.record for item in batch if isinstance(item, Located)]
            report = report.after(name, batch, _written(writer, records, works))
    return report


def _written(writer: Writer, records: Sequence[Record], works: Works) -> BatchResult:
    results: list[BatchResult] = []
    patiently(lambda: results.append(write_batch(writer, records, works=works)))
    return results[0]


def prepare_folder(writer: Writer, job: Job, folder: Path, on_progress: Progress) -> Prepared:
    """Write into a folder, new or empty, all that is needed to import into a Neo4j of one's own, and to finish that.

    Raises BadInput where the store or the folder is not empty, or an input cannot be opened.
    """
    contents = refuse_if_not_empty(writer)
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.absolute()
    if any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty: name a new folder with --bulk-folder")
    prepared = prepare(job, folder, contents, on_progress)
    _write_note(prepared)
    return prepared


def _write_note(prepared: Prepared) -> None:
    told = {name: value for name, value in asdict(prepared).items() if name != "report"}
    text = json.dumps({**told, "report": prepared.report.as_json()}, default=str, ensure_ascii=False, indent=1)
    (prepared.folder / NOTE).write_text(text + "\n", encoding="utf-8")


def read_note(folder: Path) -> Prepared:
    """Return what `prepare_folder` kept; raises BadInput where it did not."""
    try:
        told: dict[str, Any] = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        day = told["data_through"]
        restored: dict[str, Any] = {
            "folder": folder,
            "report": report_from_json(told["report"]),
            "started": datetime.datetime.fromisoformat(told["started"]),
            "data_through": day and datetime.date.fromisoformat(day),
        }
        return Prepared(**(told | restored))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{folder} is no folder that --bulk-folder has filled ({error})") from error


def import_command(prepared: Prepared, database: str) -> str:
    """Return the command that fills a database, to be run on the machine of its Neo4j while that is stopped."""
    return shlex.join(["neo4j-admin", *prepared.arguments, database])


@contextmanager
def _full_disk_told(folder: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ConfigurationError(
                f"the disk of {folder} is full: make room, or name a folder on another disk with --bulk-folder"
            ) from error
        raise
