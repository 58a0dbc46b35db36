"""Writes the whole store to the files of a folder, page by page."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.errors import ConfigurationError
from graphsvc.domain.records import AreaRecord, CitationRecord, MergeRecord, PaperRecord, Record
from graphsvc.export.files import CitationPairs, JsonLines, RecordFile
from graphsvc.export.folder import Folder, filled, others_in
from graphsvc.export.parquet import citations_table, papers_table
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.whole import read_citations, read_merges, read_whole_areas, read_whole_papers

AREAS, CITATIONS, PAPERS = "areas.jsonl", "citations.jsonl.gz", "papers.jsonl.gz"
# After the papers in the order of names: the record of an id whose merge leads nowhere yet is taken before the merge.
MERGES = "replaced-ids.jsonl"
CITATIONS_TABLE, PAPERS_TABLE, PAIRS = "citations.parquet", "papers.parquet", "citations.csv"

Read = Callable[[Reader], AsyncGenerator[Sequence[Record]]]
Makers = Mapping[str, Callable[[BinaryIO], RecordFile]]

_AREAS: tuple[Read, Makers] = (read_whole_areas, {AREAS: partial(JsonLines, kind=AreaRecord)})
_MERGES: tuple[Read, Makers] = (read_merges, {MERGES: partial(JsonLines, kind=MergeRecord)})
_PAPERS: Makers = {
    PAPERS: partial(JsonLines, kind=PaperRecord, compressed=True),
    CITATIONS: partial(JsonLines, kind=CitationRecord, compressed=True),
}
_TABLES: Makers = {PAPERS_TABLE: papers_table, CITATIONS_TABLE: citations_table}
PARTS: Mapping[str, Sequence[tuple[Read, Makers]]] = {
    "native": (_AREAS, (read_whole_papers, _PAPERS), _MERGES),
    "parquet": (_AREAS, (read_whole_papers, _TABLES), _MERGES),
    "csv": ((read_citations, {PAIRS: CitationPairs}),),
}
"""What each format reads from the store, and the files it writes that to."""
OURS = frozenset(name for parts in PARTS.values() for _, makers in parts for name in makers)


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote: `inputs` is what a load takes, the folder or, where other files are in it, its own files.

    `has_changed` says that the data changed meanwhile, so that the files may hold parts of both versions.
    """

    dataset: Dataset
    inputs: tuple[Path, ...]
    counts: Mapping[type[Record], int]
    has_changed: bool


async def export_store(
    reader: Reader, path: Path, format_: str, on_progress: Callable[[Mapping[type[Record], int]], None]
) -> Exported:
    """Write the store to files in a folder that is there; files of an earlier export are replaced.

    The files have their names when all of them are whole. `on_progress` is told how many records of each kind are
    written. Raises ConfigurationError for a store without papers and for what cannot be written; TimedOut,
    DatabaseUnavailable.
    """
    dataset = await read_dataset(reader)
    if not dataset.paper_count:
        raise ConfigurationError("the store holds no papers, so there is nothing to export: load something first")
    counts: Counter[type[Record]] = Counter()
    with filled(path) as folder:
        for read, makers in PARTS[format_]:
            with _opened(folder, makers) as files:
                async with contextlib.aclosing(read(reader)) as pages:
                    async for page in pages:
                        # in a thread, so that the next page comes meanwhile
                        await asyncio.to_thread(_write, files, page)
                        counts.update(type(record) for record in page)
                        on_progress(counts)
        written = folder.name_files(OURS)
    others = others_in(path, frozenset(file.name for file in written))
    after = await read_dataset(reader)
    return Exported(after, tuple(written) if others else (path,), counts, after.version != dataset.version)


@contextlib.contextmanager
def _opened(folder: Folder, makers: Makers) -> Generator[list[RecordFile]]:
    files = [make(folder.open_new(name)) for name, make in makers.items()]
    try:
        yield files
        for file in files:
            file.close()
    except BaseException:
        for file in files:
            file.abandon()
        raise


def _write(files: Iterable[RecordFile], page: Sequence[Record]) -> None:
    for file in files:
        file.write(page)
