"""Reads for the map of areas that is built from the citations."""

from collections.abc import AsyncGenerator, Sequence

from graphsvc.domain.area_map import BestPaper, BuiltArea, MapName, MapState, ShownArea
from graphsvc.domain.errors import ConfigurationError
from graphsvc.graph.connect import Reader
from graphsvc.graph.pages import read_pages
from graphsvc.graph.rows import Columns, time_from_neo4j
from graphsvc.graph.statements import statement

TITLES_AT_ONCE = 5_000


async def read_map(reader: Reader) -> MapState:
    """Read which map is in use; raises ConfigurationError where no schema was applied yet."""
    row = await reader.record(statement("read/read_map"), {})
    if row is None:
        raise ConfigurationError("the store is empty: load something first (graphsvc load FILE)")
    return MapState(MapName(row["map"]), time_from_neo4j(row["built"]), row["source_memberships"])


async def read_paper_ids(reader: Reader) -> AsyncGenerator[list[str]]:
    """Yield the ids of all papers in their order."""
    async for page in read_pages(reader, "read/list_paper_ids", "papers"):
        yield [id_ for (id_,) in page]


async def read_cited_ids(reader: Reader) -> AsyncGenerator[list[tuple[str, list[str]]]]:
    """Yield whom each paper cites, as (its id, their ids), in the order of the citing papers' ids."""
    async for page in read_pages(reader, "read/list_citations", "papers"):
        yield [(citing, cited) for citing, cited in page if cited]


async def read_titles(reader: Reader, ids: Sequence[str]) -> list[str | None]:
    """Read the titles of papers, in the order asked; None for one that has none or is not there."""
    titles: dict[str, str | None] = {}
    for start in range(0, len(ids), TITLES_AT_ONCE):
        row = await reader.record(statement("read/read_titles"), {"ids": ids[start : start + TITLES_AT_ONCE]})
        titles.update(() if row is None else row["papers"])
    return [titles.get(id_) for id_ in ids]


async def read_built_areas(reader: Reader) -> list[ShownArea]:
    """Read all areas of the map that is built from citations, in the order of their ids."""
    given = {"map": MapName.CITATIONS.value}
    return [_shown(row) async for page in read_pages(reader, "read/list_built_areas", "areas", given) for row in page]


def _shown(columns: Columns) -> ShownArea:
    id_, name, description, parent_id, words, papers, anchors, is_named, paper_count, best = columns
    groups = tuple(tuple(text.split("\n")) for text in anchors)
    area = BuiltArea(id_, name, description, parent_id, tuple(words), tuple(papers), groups, is_named)
    return ShownArea(area, paper_count, tuple(BestPaper(*paper) for paper in best))
