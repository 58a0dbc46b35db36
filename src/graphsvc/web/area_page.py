"""The pages of the areas."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from graphsvc.domain.dataset import Area
from graphsvc.domain.identifiers import normal_area_id
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.freshness import freshness
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import list_areas, read_areas, read_dataset
from graphsvc.graph.papers import read_lists
from graphsvc.web.addresses import area_path, read_address
from graphsvc.web.errors import NotFound
from graphsvc.web.lists import PAGE_SIZE, chosen, papers_of, shown_list, sort_choices
from graphsvc.web.responses import moved, page
from graphsvc.web.selection import read_selection
from graphsvc.web.values import VALUES_SHOWN, chosen_values, value_facets
from graphsvc.web.years import year_chart

AREAS_LISTED = 500
ANCHOR = "#papers"


async def areas(request: Request) -> Response:
    """Answer `/areas`: the areas by name, those whose name holds what was asked for."""
    reader: Reader = request.app.state.reader
    asked = request.query_params.get("name", "").strip()
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    listed = await list_areas(reader, query=asked or None, size=AREAS_LISTED)
    found = await read_areas(reader, [id_ for _, id_ in listed.keys])
    shown = [area for area in found if area is not None]
    values = {"dataset": dataset, "areas": shown, "total": listed.total, "asked": asked}
    return page("areas.html", values, headers=fresh.headers)


async def area(request: Request) -> Response:
    """Answer `/areas/{id}`."""
    reader: Reader = request.app.state.reader
    address = read_address(request, "/areas/")
    if not address.id:
        return RedirectResponse("/areas", 301)
    id_, selection = normal_area_id(address.id), read_selection(request.query_params, takes_areas=False)
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    wanted = ListRequest(
        ListKind.AREA_PAPERS,
        selection.sort,
        selection.filter,
        Page(PAGE_SIZE),
        wants_years=True,
        types_first=VALUES_SHOWN + 1,
        venues_first=VALUES_SHOWN + 1,
    )
    whole = [ListRequest(ListKind.AREA_PAPERS)] if selection.is_filtered else []
    shown = (await read_areas(reader, [id_]))[0]
    lists = (await read_lists(reader, [id_], [wanted, *whole]))[0]
    if shown is None or lists is None:
        raise NotFound("area", id_)
    if id_ != address.id:
        return moved(area_path(id_), request.url.query)
    path, listed = area_path(id_), lists[0]
    parent, children = await _family(reader, shown)
    values = {
        "dataset": dataset,
        "area": shown,
        "paper_count": lists[-1].total,
        "parent": parent,
        "children": children,
        "path": path,
        "papers": shown_list(papers_of(listed), listed.total, selection.sort),
        "chart": year_chart(listed.years, listed.undated, selection, path, ANCHOR),
        "sorts": sort_choices(selection, path, ANCHOR),
        "values": value_facets(listed, selection, path, ANCHOR),
        "values_shown": VALUES_SHOWN,
        "chosen": chosen(selection, {}, path, ANCHOR) + chosen_values(selection, path, ANCHOR),
        "selection": selection,
        "anchor": ANCHOR,
    }
    return page("area.html", values, headers=fresh.headers)


async def _family(reader: Reader, shown: Area) -> tuple[Area | None, list[Area]]:
    ids = [*([shown.parent_id] if shown.parent_id else []), *shown.child_ids]
    found = {other.id: other for other in await read_areas(reader, ids) if other is not None}
    children = [found[id_] for id_ in shown.child_ids if id_ in found]
    parent = found.get(shown.parent_id) if shown.parent_id else None
    return parent, sorted(children, key=lambda child: (child.name.lower(), child.id))
