"""A load through the importer of local Neo4j, from the dumps to a store that answers."""

import datetime
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from graphsvc import localdb
from graphsvc.bulk.load import Job, Progress, finish, prepare, refuse_if_not_empty
from graphsvc.graph.connect import Connection, open_writer
from graphsvc.graph.contents import Contents
from graphsvc.ingest.report import Report


def load_into_local(
    options: localdb.LocalOptions, job: Job, folder: Path, say: Callable[[str], None], on_progress: Progress
) -> Report:
    """Load into the empty local Neo4j; files go into a folder of their own below `folder`, and are removed.

    Raises BadInput where the store is not empty or an input cannot be opened, LocalServerError when the import
    fails: the store is empty then.
    """
    contents = _contents(options, say)
    was_pinned = localdb.status(options).pinned
    with _new_folder(folder) as files:
        prepared = prepare(job, files, contents, on_progress)
        if prepared.arguments:
            _contents(options, say)  # once more: reading took its time, and the importer overwrites what it finds
            say("Importing …")
            try:
                localdb.import_store(options, prepared.arguments, files, say)
            except BaseException:
                if was_pinned:
                    localdb.start(options, say)  # it was up for others as well
                raise
            prepared.report.seconds = (datetime.datetime.now(datetime.UTC) - prepared.started).total_seconds()
        with localdb.use(options, say) as server:
            with open_writer(Connection(server.uri, server.user, server.password)) as writer:
                report = finish(writer, prepared, say)
            if was_pinned:
                localdb.start(options, say)
    return report


def _contents(options: localdb.LocalOptions, say: Callable[[str], None]) -> Contents:
    if not localdb.has_store(options):
        return Contents()  # without starting Neo4j to hear that
    with (
        localdb.use(options, say) as server,
        open_writer(Connection(server.uri, server.user, server.password)) as writer,
    ):
        return refuse_if_not_empty(writer)


@contextmanager
def _new_folder(parent: Path) -> Generator[Path]:
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="load-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
