"""The commands that build the map of areas from the citations, show it, and choose the map that is in use."""

import asyncio
import contextlib
import json
import resource
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graphsvc import app
from graphsvc.domain.area_map import MapName, MapState, ShownArea
from graphsvc.domain.errors import ConfigurationError, Stopped
from graphsvc.domain.text import counted
from graphsvc.graph.connect import Connection, open_reader, open_writer
from graphsvc.graph.map_reads import read_built_areas, read_map
from graphsvc.graph.map_writes import use_map, write_map
from graphsvc.map.names import Entry, names_file, read_names
from graphsvc.settings import read_settings
from graphsvc.terminal import PLAIN_LINE_EVERY_S, say

if TYPE_CHECKING:
    from graphsvc.map.build import Built

PAGE_TIMEOUT_S = 600.0
SEED, RESOLUTION, SPLIT_ABOVE = 7, 1.0, 1_000
UNMATCHED = 3
"""How `map build` ends when entries of the file of names name no area."""
BEST_SHOWN = 3


def make_map(
    connection: Connection,
    entries: Sequence[Entry],
    tell: Callable[[str], None],
    *,
    seed: int = SEED,
    resolution: float = RESOLUTION,
    split_above: int = SPLIT_ABOVE,
    keep_source: bool = False,
    quiet: bool = False,
) -> "Built":
    """Build the map and write it; it is used at once where the sources give no areas, unless these are to be kept.

    Raises ConfigurationError where the store has too few citations.
    """
    # here, as it takes a second and memory that the other commands have no use for
    from graphsvc.map.build import Settings, build_map

    async def read() -> "Built":
        async with open_reader(connection, PAGE_TIMEOUT_S) as reader:
            return await build_map(reader, Settings(seed, resolution, split_above), entries, tell)

    state, built = read_state(connection), asyncio.run(read())
    if not built.areas:
        raise ConfigurationError("there are too few citations to find areas in: load more (graphsvc load FILE)")
    with open_writer(connection) as writer:
        write_map(writer, built.areas, built.memberships(), _Progress("Written", quiet=quiet))
        if state.in_use is MapName.SOURCE and not state.source_memberships and not keep_source:
            use_map(writer, MapName.CITATIONS, _Progress("Placed", quiet=quiet))
    return built


def read_state(connection: Connection) -> MapState:
    """Read which map is in use, and whether one is built."""

    async def read() -> MapState:
        async with open_reader(connection, PAGE_TIMEOUT_S) as reader:
            return await read_map(reader)

    return asyncio.run(read())


@click.group("map")
def map_() -> None:
    """The map of areas: build one from the citations, look at it, choose which map is used."""


@map_.command()
@click.option(
    "--names", "names_path", type=click.Path(path_type=Path, dir_okay=False), help="A file of names, as `show` writes."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=SEED, help="Another one may give other areas.")
@click.option(
    "--resolution",
    type=click.FloatRange(0.0, min_open=True),
    default=RESOLUTION,
    help="Above 1: smaller areas.",
)
@click.option("--split-above", type=click.IntRange(2), default=SPLIT_ABOVE, help="Papers from which an area has parts.")
@click.option("--keep-source", is_flag=True, help="Do not use the map even if the sources give no areas.")
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON, and no progress.")
@click.pass_context
def build(
    ctx: click.Context,
    names_path: Path | None,
    seed: int,
    resolution: float,
    split_above: int,
    keep_source: bool,
    as_json: bool,
) -> None:
    """Find areas in the citations alone, name them by words of their titles, and keep them beside those of the sources.

    The map is used at once where the sources give no areas; else `graphsvc map use citations` does that. The same data
    and seed give the same areas. Ends with 3 when entries of the file of names name no area.
    """
    entries = read_names(names_path) if names_path else []  # a wrong file is told before Neo4j is started for nothing
    tell, began = _silent if as_json else say, time.monotonic()
    with app.open_database(read_settings(), say) as connection, _stopped_told():
        app.prepare_store(connection, say)
        built = make_map(
            connection,
            entries,
            tell,
            seed=seed,
            resolution=resolution,
            split_above=split_above,
            keep_source=keep_source,
            quiet=as_json,
        )
        in_use = read_state(connection).in_use
    told: dict[str, Any] = {
        "areas": built.counts,
        "papers": len(built.ids),
        "papers_placed": built.placed_count,
        "citations": built.citations,
        "modularity": round(built.tree.modularity, 4),
        "in_use": in_use.value,
        "unmatched": [
            {"name": entry.name, "papers": list(entry.papers), "reason": why} for entry, why in built.unmatched
        ],
        "seconds": round(time.monotonic() - began, 2),
        "peak_memory_mb": _peak_memory_mb(),
    }
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        _print_built(told)
    ctx.exit(UNMATCHED if built.unmatched else 0)


@map_.command()
@click.argument("name", metavar="source|citations", type=click.Choice([name.value for name in MapName]))
@click.option("--json", "as_json", is_flag=True, help="Print as JSON what is in use, and no progress.")
def use(name: str, as_json: bool) -> None:
    """Use the areas of the sources, or those built from the citations: in lists, filters, counts and pages.

    A change that was broken off is ended by running it again.
    """
    wanted = MapName(name)
    with app.open_database(read_settings(), say) as connection, _stopped_told():
        app.prepare_store(connection, say)
        state = read_state(connection)
        if wanted is MapName.CITATIONS and state.built is None:
            raise ConfigurationError("the map of the citations is not built, or not to its end: graphsvc map build")
        with open_writer(connection) as writer:
            has_changed = use_map(writer, wanted, _Progress("Changed", quiet=as_json))
    if as_json:
        click.echo(json.dumps({"in_use": name, "has_changed": has_changed}))
    else:
        say(f"The areas are those {_of(wanted)} now" if has_changed else f"The areas were those {_of(wanted)} already")


@map_.command()
@click.option(
    "--write", "path", type=click.Path(path_type=Path, dir_okay=False), help="Write a file of names to edit there."
)
@click.option("--first", type=click.IntRange(0), default=20, help="The largest areas, with their parts; 0: all. [20]")
@click.option("--json", "as_json", is_flag=True, help="Print all areas as JSON.")
def show(path: Path | None, first: int, as_json: bool) -> None:
    """List the areas that were built from the citations, the largest first: size, words and best papers.

    With --write: a file for `graphsvc map build --names`, in which you name areas, or make one of several.
    """
    with app.open_database(read_settings(), say) as connection:
        app.prepare_store(connection, say)
        state, areas = asyncio.run(_areas(connection))
    if not areas:
        raise ConfigurationError("no map is built from the citations yet: graphsvc map build")
    shown = _Tree(areas)
    if path is not None:
        text = "".join(names_file((shown.area_of[id_] for id_ in shown.in_order(0)), shown.depths))
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
        say(f"{path}: name areas there, then graphsvc map build --names {path}")
    if as_json:
        click.echo(json.dumps({"in_use": state.in_use.value, "areas": shown.as_json()}, ensure_ascii=False, indent=1))
    elif path is None:
        shown.print(first)
        is_whole = (
            "" if state.built else "; the map built from the citations is not whole: run graphsvc map build again"
        )
        say(f"The areas in use are those {_of(state.in_use)}{is_whole}")


class _Tree:
    """The areas of the map in the order in which they are shown; sizes count the papers of an area's parts too."""

    def __init__(self, areas: Sequence[ShownArea]) -> None:
        self.area_of = {shown.area.id: shown for shown in areas}
        self.parts: dict[str | None, list[str]] = {}
        for shown in areas:
            self.parts.setdefault(shown.area.parent_id, []).append(shown.area.id)
        self.sizes: dict[str, int] = {}
        self.depths: dict[str, int] = {}
        self._measure(None, -1)
        for ids in self.parts.values():
            ids.sort(key=lambda id_: (-self.sizes[id_], id_))

    def _measure(self, id_: str | None, depth: int) -> int:
        size = sum(self._measure(part, depth + 1) for part in self.parts.get(id_, ()))
        if id_ is not None:
            size += self.area_of[id_].paper_count
            self.sizes[id_], self.depths[id_] = size, depth
        return size

    def in_order(self, first: int, above: str | None = None) -> list[str]:
        """Return the ids of the largest areas (0: all), each with all its parts after it."""
        ids: list[str] = []
        for id_ in self.parts.get(above, [])[: first or None]:
            ids += [id_, *self.in_order(0, id_)]
        return ids

    def print(self, first: int) -> None:
        """Print the largest areas, their words and their best papers."""
        for id_ in self.in_order(first):
            shown, indent = self.area_of[id_], "    " * self.depths[id_]
            click.echo(f"{indent}{shown.area.name}  ({counted(self.sizes[id_], 'paper')}, {id_})")
            if shown.area.words:
                click.echo(f"{indent}  words: {', '.join(shown.area.words)}")
            for paper in shown.best[:BEST_SHOWN]:
                click.echo(f"{indent}  {paper.cited_by_count:>7,}  {paper.title or paper.id}")
        left = len(self.parts.get(None, ())) - first
        if first and left > 0:
            click.echo(f"and {counted(left, 'smaller area')}; --first 0 shows all")

    def as_json(self) -> list[Mapping[str, Any]]:
        """Return all areas as JSON takes them."""
        return [
            {
                **asdict(self.area_of[id_].area),
                "level": self.depths[id_] + 1,
                "paper_count": self.area_of[id_].paper_count,
                "paper_count_with_parts": self.sizes[id_],
                "best_papers": [asdict(paper) for paper in self.area_of[id_].best],
            }
            for id_ in self.in_order(0)
        ]


class _Progress:
    """Tells now and then how many papers are done."""

    def __init__(self, done: str, *, quiet: bool) -> None:
        self._done, self._quiet, self._next = done, quiet, time.monotonic() + PLAIN_LINE_EVERY_S

    def __call__(self, papers: int) -> None:
        if not self._quiet and time.monotonic() >= self._next:
            self._next = time.monotonic() + PLAIN_LINE_EVERY_S
            say(f"{self._done}: {counted(papers, 'paper')}")


@contextlib.contextmanager
def _stopped_told() -> Generator[None]:
    """Turn Ctrl-C into what a person may do next."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped("stopped; the same command does it to its end") from None


async def _areas(connection: Connection) -> tuple[MapState, list[ShownArea]]:
    async with open_reader(connection, PAGE_TIMEOUT_S) as reader:
        return await read_map(reader), await read_built_areas(reader)


def _print_built(told: Mapping[str, Any]) -> None:
    levels: list[int] = told["areas"]
    parts = "".join(f", {count:,} in level {level}" for level, count in enumerate(levels[1:], 2))
    say(
        f"Built {counted(levels[0], 'area')}{parts}; {told['papers_placed']:,} of {counted(told['papers'], 'paper')} "
        f"placed, modularity {told['modularity']:.3f}"
    )
    for entry in told["unmatched"]:
        say(f"{entry['name']!r} names no area: {entry['reason']} ({', '.join(entry['papers'][:3])} …)")
    in_use = MapName(told["in_use"])
    hint = "" if in_use is MapName.CITATIONS else "; to use the new ones: graphsvc map use citations"
    say(f"The areas in use are those {_of(in_use)}{hint}")
    say(f"done in {told['seconds']:.1f} s, with {told['peak_memory_mb']:,} MB of memory")


def _of(name: MapName) -> str:
    return "of the sources" if name is MapName.SOURCE else "built from the citations"


def _peak_memory_mb() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // (1_000_000 if sys.platform == "darwin" else 1_000)


def _silent(_: str) -> None:
    pass
