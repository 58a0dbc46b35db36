"""The command that writes the graph back to files."""

import asyncio
import os
import shlex
import time
from collections.abc import Mapping
from pathlib import Path

import click

from graphsvc import app
from graphsvc.domain.errors import Stopped
from graphsvc.domain.records import AreaRecord, CitationRecord, MergeRecord, PaperRecord, Record
from graphsvc.domain.text import counted
from graphsvc.export.folder import check_folder
from graphsvc.export.run import PARTS, Exported, export_store
from graphsvc.graph.connect import Connection, open_reader
from graphsvc.settings import read_settings
from graphsvc.terminal import PLAIN_LINE_EVERY_S, say

PAGE_TIMEOUT_S = 600.0
"""What one piece of the store may take on a busy server."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--format", "format_", type=click.Choice(tuple(PARTS)), default="native", help="Default: native.")
@click.option("--force", is_flag=True, help="Replace an earlier export; other files in the folder stay.")
def export(folder: Path, format_: str, force: bool) -> None:
    """Write the whole graph to FOLDER: load it into an empty store, and the same graph is there.

    As native it is graphsvc's own records, one JSON object a line; as parquet the same in tables; as csv the
    citations alone, in pairs of ids. Ends with the command that loads it.
    """
    began = time.monotonic()
    check_folder(folder, force=force)  # a wrong folder is told before Neo4j is started for nothing
    with app.open_database(read_settings(), say) as connection:
        try:
            exported = asyncio.run(_export(connection, folder, format_))
        except KeyboardInterrupt:
            raise Stopped("stopped; nothing was written") from None
    say(f"{_told(exported.counts, format_)} in {time.monotonic() - began:.1f} s")
    if exported.has_changed:
        say("The data changed meanwhile, and the files may hold a part of that: export again for one moment of them.")
    say("To load it into an empty store:")
    click.echo(os.fsencode(load_command(exported)))  # names of files may have bytes that are no text


def load_command(exported: Exported) -> str:
    """Return the command that brings an export back, to be pasted into a shell."""
    words = ["graphsvc", "load", *map(_as_argument, exported.inputs), "--name", exported.dataset.name]
    if exported.dataset.data_through is not None:
        words += ["--data-through", exported.dataset.data_through.isoformat()]
    return shlex.join(words)


async def _export(connection: Connection, folder: Path, format_: str) -> Exported:
    next_line = time.monotonic() + PLAIN_LINE_EVERY_S

    def tell(counts: Mapping[type[Record], int]) -> None:
        nonlocal next_line
        if time.monotonic() >= next_line:
            next_line = time.monotonic() + PLAIN_LINE_EVERY_S
            say(_told(counts, format_))

    async with open_reader(connection, PAGE_TIMEOUT_S) as reader:
        return await export_store(reader, folder, format_, tell)


def _as_argument(path: Path) -> str:
    return f"./{path}" if str(path).startswith("-") else str(path)  # else it would be an option


def _told(counts: Mapping[type[Record], int], format_: str) -> str:
    told_apart = ("citation",) if format_ == "csv" else ("citation stated by itself", "citations stated by themselves")
    kinds: tuple[tuple[type[Record], tuple[str, ...]], ...] = (
        (PaperRecord, ("paper with its references", "papers with their references")),
        (CitationRecord, told_apart),
        (AreaRecord, ("area",)),
        (MergeRecord, ("merged id",)),
    )
    return "Written: " + ", ".join(counted(counts[kind], *names) for kind, names in kinds if counts.get(kind))
