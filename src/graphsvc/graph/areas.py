"""Reads of areas: what they are, how many papers are in and below them, and which others they cite."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphsvc.domain.dataset import Area, AreaNeighbour
from graphsvc.domain.lists import AreaRef
from graphsvc.graph.connect import Reader
from graphsvc.graph.rows import Columns
from graphsvc.graph.statements import statement

MEMBERSHIPS_COUNTED = 500_000
"""The most that are counted while somebody waits: some 0.3 seconds."""
NEIGHBOUR_PAPERS = 3_000
"""The most papers of an area whose citations are looked at for its neighbours."""
NEIGHBOUR_CITATIONS = 10_000
"""The most citations that are counted for them in one direction."""
CITATIONS_OF_A_PAPER = 50
"""The most of one paper where not all are, so that a paper which everybody cites does not speak for all others."""

AreaKey = tuple[str, str]
"""Where an area stands in the order of names: its name in lower case, then its id."""


@dataclass(frozen=True, slots=True)
class AreaPage:
    """A page of the areas by name: their keys and ids, and how many there are in all."""

    total: int
    keys: tuple[AreaKey, ...]
    has_next: bool
    has_previous: bool


async def read_areas(reader: Reader, ids: Sequence[str]) -> list[Area | None]:
    """Read areas by id, in the order asked; None for an unknown one."""
    row = await reader.record(statement("read/read_areas"), {"ids": list(ids)}) if ids else None
    found = {} if row is None else {columns[0]: _area(columns) for columns in row["areas"]}
    return [found.get(id_) for id_ in ids]


async def list_areas(
    reader: Reader,
    *,
    query: str | None = None,
    parent: str | None = None,
    is_top: bool = False,
    size: int,
    after: AreaKey | None = None,
    before: AreaKey | None = None,
    backward: bool = False,
) -> AreaPage:
    """Read which areas there are, by name: those whose name holds `query`, right below `parent`, of the top."""
    row = await reader.record(
        statement("read/list_areas"),
        {
            "query": None if query is None else query.lower(),
            "parent": parent,
            "is_top": is_top,
            "size": size,
            "after": None if after is None else list(after),
            "before": None if before is None else list(before),
            "backward": backward,
        },
    )
    if row is None:
        return AreaPage(0, (), False, False)
    page = row["page"][:size]
    if backward:
        page.reverse()
    has_more = len(row["page"]) > size
    return AreaPage(
        total=row["total"],
        keys=tuple((name, id_) for name, id_ in page),
        has_next=before is not None or (has_more and not backward),
        has_previous=after is not None or (has_more and backward),
    )


async def read_area_totals(reader: Reader, ids: Sequence[str]) -> dict[str, int | None]:
    """Count the papers of each area and of all areas below it, each paper once; an unknown id is left out.

    None where that was not counted at the end of a load and is too much to count now.
    """
    if not ids:
        return {}
    row = await reader.record(statement("read/read_area_totals"), {"ids": list(ids), "most": MEMBERSHIPS_COUNTED})
    return {} if row is None else dict(row["totals"])


async def list_neighbours(reader: Reader, ids: Sequence[str]) -> dict[str, tuple[AreaNeighbour, ...]]:
    """Count the citations between each area and every other one, most first; an unknown id is left out.

    The work is bounded: of a large area a part of the citations is counted, and `is_exact` says so.
    """
    if not ids:
        return {}
    row = await reader.record(
        statement("read/list_area_neighbours"),
        {
            "ids": list(ids),
            "most_papers": NEIGHBOUR_PAPERS,
            "most_citations": NEIGHBOUR_CITATIONS,
            "of_a_paper": CITATIONS_OF_A_PAPER,
        },
    )
    return {} if row is None else {id_: _neighbours(cited, citing) for id_, cited, citing in row["neighbours"]}


def _neighbours(cited: Columns, citing: Columns) -> tuple[AreaNeighbour, ...]:
    (is_cited_exact, cited_areas), (is_citing_exact, citing_areas) = cited, citing
    names: dict[str, str] = {id_: name for id_, name, _ in (*cited_areas, *citing_areas)}
    cited_counts: dict[str, int] = {id_: count for id_, _, count in cited_areas}
    citing_counts: dict[str, int] = {id_: count for id_, _, count in citing_areas}
    found = [
        AreaNeighbour(
            AreaRef(id_, name), citing_counts.get(id_, 0), cited_counts.get(id_, 0), is_cited_exact and is_citing_exact
        )
        for id_, name in names.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.citing - each.cited, each.area.name, each.area.id)))


def _area(columns: Columns) -> Area:
    id_, name, description, child_ids, paper_count, ancestors = columns
    return Area(id_, name, description, tuple(child_ids), paper_count, tuple(AreaRef(*above) for above in ancestors))
