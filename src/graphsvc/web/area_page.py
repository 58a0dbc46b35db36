"""The page of one area: what it is, what is above, below and beside it, and its papers."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from graphsvc.domain.dataset import AreaNeighbour
from graphsvc.domain.identifiers import normal_area_id
from graphsvc.domain.lists import ListKind, ListRequest, Page, PaperList, PaperSort
from graphsvc.freshness import freshness
from graphsvc.graph.area_lists import read_area_lists
from graphsvc.graph.areas import list_neighbours, read_area_totals, read_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.web.addresses import area_path, read_address
from graphsvc.web.areas_page import shown_areas
from graphsvc.web.errors import NotFound
from graphsvc.web.lists import PAGE_SIZE, chosen, papers_of, shown_list, sort_choices
from graphsvc.web.responses import moved, page
from graphsvc.web.selection import Selection, read_selection
from graphsvc.web.values import VALUES_SHOWN, chosen_values, value_facets
from graphsvc.web.years import year_chart

ANCHOR: Final = "#papers"
NEWEST_SHOWN: Final = 5
NEIGHBOURS_SHOWN: Final = 10
CHILDREN_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class ShownNeighbour:
    """An area beside this one, with bars of the citations in both directions as widths."""

    neighbour: AreaNeighbour
    citing_width: str
    cited_width: str


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
    shown = (await read_areas(reader, [id_]))[0]
    if shown is None:
        raise NotFound("area", id_)
    if id_ != address.id:
        return moved(area_path(id_), request.url.query)
    lists, totals, neighbours, children = await asyncio.gather(
        read_area_lists(reader, [shown], _requests(selection)),
        read_area_totals(reader, [id_]),
        list_neighbours(reader, [id_]),
        shown_areas(reader, shown.child_ids[:CHILDREN_SHOWN]),
    )
    if lists[0] is None:
        raise NotFound("area", id_)
    values = {
        "dataset": dataset,
        "area": shown,
        "total_count": totals.get(id_),
        "ancestors": shown.ancestors,
        "children": children,
        **neighbours_shown(neighbours.get(id_, ())),
        **_papers(area_path(id_), lists[0], selection),
    }
    return page("area.html", values, headers=fresh.headers)


def neighbours_shown(found: Sequence[AreaNeighbour]) -> dict[str, Any]:
    """Return the nearest areas as the page shows them, and whether their counts are those of all citations."""
    first = found[:NEIGHBOURS_SHOWN]
    most = max((max(each.citing, each.cited) for each in first), default=0)
    return {
        "neighbours": [
            ShownNeighbour(each, f"{100 * each.citing / most:.4g}%", f"{100 * each.cited / most:.4g}%")
            for each in first
        ],
        "are_neighbours_exact": all(each.is_exact for each in found),
    }


def _requests(selection: Selection) -> list[ListRequest]:
    """What was chosen, the whole where that is a part of it, and the newest beside what nobody chose from."""
    kind = ListKind.AREA_TREE_PAPERS if selection.below else ListKind.AREA_PAPERS
    wanted = ListRequest(
        kind,
        selection.sort,
        selection.filter,
        Page(PAGE_SIZE),
        wants_years=True,
        types_first=VALUES_SHOWN + 1,
        venues_first=VALUES_SHOWN + 1,
    )
    if selection.is_filtered:
        return [wanted, ListRequest(kind)]
    if selection.sort is PaperSort.MOST_CITED:
        return [wanted, ListRequest(kind, PaperSort.NEWEST, page=Page(NEWEST_SHOWN))]
    return [wanted]


def _papers(path: str, lists: Sequence[PaperList], selection: Selection) -> dict[str, Any]:
    listed, *others = lists
    newest = others[0] if others and not selection.is_filtered else None
    by_newest = replace(selection, sort=PaperSort.NEWEST)
    all_path = f"{path}?below=1" if selection.below else path
    return {
        "path": path,
        "whole_count": lists[-1].total,
        "papers": shown_list(papers_of(listed), listed.total, selection.sort),
        "newest": None if newest is None else shown_list(papers_of(newest), newest.total, PaperSort.NEWEST),
        "newest_path": f"{path}{by_newest.query}{ANCHOR}",
        "chart": year_chart(listed.years, listed.undated, selection, path, ANCHOR),
        "sorts": sort_choices(selection, path, ANCHOR),
        "values": value_facets(listed, selection, path, ANCHOR),
        "values_shown": VALUES_SHOWN,
        "chosen": chosen(selection, {}, path, ANCHOR) + chosen_values(selection, path, ANCHOR),
        "selection": selection,
        "anchor": ANCHOR,
        "all_path": f"{all_path}{ANCHOR}",
        "below_path": f"{path}{replace(selection, below=not selection.below).query}{ANCHOR}",
    }
