"""The page of all areas: the tree from its top, the parts of one of them, or those with a word in their name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.dataset import Area
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id
from graphsvc.domain.text import clean_text
from graphsvc.freshness import freshness
from graphsvc.graph.areas import AreaKey, AreaPage, list_areas, read_area_totals, read_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.web.errors import NotFound
from graphsvc.web.responses import page

AREAS_LISTED: Final = 100
PARTS_SHOWN: Final = 15


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area with its numbers: `total` counts the papers below it too, None if that is not known.

    `parts` are the first areas right below it.
    """

    area: Area
    total: int | None
    parts: tuple["ShownArea", ...] = ()

    @property
    def has_more_parts(self) -> bool:
        """Whether there are parts that are not shown."""
        return len(self.area.child_ids) > len(self.parts)


async def areas(request: Request) -> Response:
    """Answer `/areas`: the areas at the top with their parts, or those below one or named as was asked for."""
    reader: Reader = request.app.state.reader
    asked, part_of = clean_text(request.query_params.get("name", "")), request.query_params.get("part-of")
    parent_id = normal_area_id(part_of) if part_of else None
    after, before = _key(request.query_params, "after"), _key(request.query_params, "before")
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    parent = (await read_areas(reader, [parent_id]))[0] if parent_id else None
    if parent_id and parent is None:
        raise NotFound("area", parent_id)
    listed = await list_areas(
        reader,
        query=asked or None,
        parent=parent_id,
        is_top=not asked and parent is None,
        size=AREAS_LISTED,
        after=after,
        before=None if after else before,
        backward=before is not None and after is None,
    )
    values = {
        "dataset": dataset,
        "areas": await shown_areas(reader, [id_ for _, id_ in listed.keys], with_parts=not asked),
        "total": listed.total,
        "asked": asked,
        "parent": parent,
        "first": _link(asked, parent_id) if listed.has_previous else None,
        "next": _link(asked, parent_id, "after", listed) if listed.has_next else None,
        "previous": _link(asked, parent_id, "before", listed) if listed.has_previous else None,
    }
    return page("areas.html", values, headers=fresh.headers)


async def shown_areas(reader: Reader, ids: Sequence[str], *, with_parts: bool = False) -> list[ShownArea]:
    """Read areas with their numbers, and the first of their parts; one that is gone meanwhile is left out."""
    found = [area for area in await read_areas(reader, ids) if area is not None]
    part_ids = [id_ for area in found for id_ in area.child_ids[:PARTS_SHOWN]] if with_parts else []
    parts = {area.id: area for area in await read_areas(reader, part_ids) if area is not None}
    totals = await read_area_totals(reader, [area.id for area in (*found, *parts.values()) if area.child_ids])

    def shown(area: Area, below: tuple[ShownArea, ...] = ()) -> ShownArea:
        return ShownArea(area, totals.get(area.id, area.paper_count), below)

    return [shown(area, tuple(shown(parts[id_]) for id_ in area.child_ids if id_ in parts)) for area in found]


def _key(parameters: QueryParams, name: str) -> AreaKey | None:
    """Read the area after or before which a page lies: its name in lower case and its id, as our links have them."""
    given = parameters.getlist(name)
    if not given:
        return None
    if len(given) != 2:
        raise BadInput(f"{name} is no place in the list; take the link to another page from the page itself")
    return given[0], given[1]


def _link(asked: str, parent_id: str | None, name: str = "", listed: AreaPage | None = None) -> str:
    """Return the address of the page after or before the one that is listed, or of the first one."""
    fields = [("name", asked), ("part-of", parent_id or "")]
    kept = [(field, text) for field, text in fields if text]
    if listed is not None and listed.keys:
        kept += [(name, part) for part in listed.keys[-1 if name == "after" else 0]]
    return f"/areas?{urlencode(kept)}" if kept else "/areas"
