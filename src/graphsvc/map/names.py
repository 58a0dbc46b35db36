"""Names that a person gives areas, in a file that outlives the areas: it knows them by some of their papers.

    [[area]]
    name = "Black holes"
    papers = ["arxiv:hep-th/9601029", "arxiv:hep-th/9602043"]

The area of the wanted level (1 is the coarsest) that holds most of these papers has the name. Several entries with one
name make one area of theirs.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from graphsvc.domain.area_map import ShownArea
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.text import clean_text, counted

FIELDS = frozenset(("name", "description", "papers", "level"))
HEADER = """\
# Names of areas for `graphsvc map build --names`. An area is known by its papers, also in a map that is built anew.
# Give an area a name by taking the # away before `name`; entries without a name say nothing. Areas of one level that
# have one name become one area. `level` 1 is the coarsest.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a person says of the area with these papers, ids in normal form; `level` counts from 0."""

    name: str
    papers: tuple[str, ...]
    level: int = 0
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Matched:
    """Which entry names which area, and why others name none."""

    areas: dict[int, Entry] = field(default_factory=dict[int, Entry])
    unmatched: list[tuple[Entry, str]] = field(default_factory=list[tuple[Entry, str]])

    def groups(self) -> list[list[int]]:
        """Return the areas that are to be one: those of one name in one level."""
        groups: dict[tuple[int, str], list[int]] = {}
        for area, entry in self.areas.items():
            groups.setdefault((entry.level, entry.name), []).append(area)
        return [group for group in groups.values() if len(group) > 1]


def read_names(path: Path) -> list[Entry]:
    """Read the entries that have a name; raises BadInput, which says which entry is wrong and why."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path} is no file of names: {error}") from error
    areas: Any = told.get("area", [])
    if set(told) - {"area"} or not isinstance(areas, list):
        raise BadInput(f"{path}: a file of names holds [[area]] entries and nothing else")
    entries = [_entry(value, f"{path}, entry {at}") for at, value in enumerate(areas, 1)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return [entry for entry in entries if entry is not None]


def match_names(entries: Sequence[Entry], area_of: Callable[[int, str], int | None]) -> Matched:
    """Find the area of each entry; `area_of` returns a paper's in a level, -1 for none, None for no such paper."""
    found = Matched()
    votes: dict[int, int] = {}
    for entry in entries:
        areas = [area for id_ in entry.papers if (area := area_of(entry.level, id_)) is not None]
        area, count = min(Counter(areas).items(), key=lambda item: (-item[1], item[0]), default=(-1, 0))
        if area < 0 or 2 * count <= len(areas):
            found.unmatched.append((entry, _why_not(entry, areas)))
            continue
        other = found.areas.get(area)
        if other is not None and other.name != entry.name:
            loser = entry if votes[area] >= count else other
            winner = other if loser is entry else entry
            found.unmatched.append((loser, f"its area is named {winner.name!r} by another entry"))
            if loser is entry:
                continue
        elif other is not None and votes[area] >= count:
            continue
        found.areas[area], votes[area] = entry, count
    return found


def names_file(areas: Iterable[ShownArea], levels: Mapping[str, int]) -> Iterator[str]:
    """Yield a file that names these areas as they are named, its names a comment where no person gave them."""
    yield HEADER
    for shown in areas:
        area = shown.area
        mark = "" if area.is_named else "# "
        for anchors in area.anchors:
            yield "\n[[area]]\n"
            yield f"{mark}name = {_quoted(area.name)}\n"
            if area.is_named and area.description:
                yield f"description = {_quoted(area.description)}\n"
            if levels[area.id]:
                yield f"level = {levels[area.id] + 1}\n"
            titles = {paper.id: paper.title for paper in shown.best}
            yield "papers = [\n"
            for id_ in anchors:
                title = clean_text(titles.get(id_) or "")
                yield f"  {_quoted(id_)},{'  # ' + title if title else ''}\n"
            yield "]\n"


def _entry(value: Any, place: str) -> Entry | None:
    if not isinstance(value, dict):
        raise BadInput(f"{place}: write it as a table, [[area]]")
    told = cast(dict[str, Any], value)
    if unknown := sorted(told.keys() - FIELDS):
        raise BadInput(f"{place}: unknown {', '.join(unknown)}; there are name, description, papers and level")
    name, description = _text(told, "name", place), _text(told, "description", place)
    papers, level = told.get("papers"), told.get("level", 1)
    if not isinstance(papers, list) or not papers or not all(isinstance(id_, str) for id_ in papers):  # pyright: ignore[reportUnknownVariableType]
        raise BadInput(f'{place}: say by which papers the area is known: papers = ["arxiv:…", …]')
    if type(level) is not int or level < 1:
        raise BadInput(f"{place}: level is 1 for the coarsest areas, 2 for their parts, and so on")
    try:
        ids = tuple(dict.fromkeys(normal_id(id_) for id_ in papers))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from error
    return None if name is None else Entry(name, ids, level - 1, description)


def _text(told: Mapping[str, Any], name: str, place: str) -> str | None:
    value = told.get(name)
    if value is None:
        return None
    text = clean_text(value) if isinstance(value, str) else ""
    if not text:
        raise BadInput(f"{place}: {name} is to be a text")
    return text


def _why_not(entry: Entry, areas: Sequence[int]) -> str:
    if not areas:
        return "the data have none of its papers"
    placed = {area for area in areas if area >= 0}
    if not placed:
        return f"none of its papers is in an area of level {entry.level + 1}"
    return f"no area holds more than half of its papers: they are in {counted(len(placed), 'area')}"


def _quoted(text: str) -> str:
    """Return a text as TOML writes it: as JSON does, but for the one control character that JSON lets through."""
    return re.sub("\x7f", r"\\u007f", json.dumps(text, ensure_ascii=False))
