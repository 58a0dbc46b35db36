"""Lists of the papers of areas: the first ones of large areas are kept, all others are read from the memberships."""

from collections.abc import Sequence

from graphsvc.domain.dataset import Area
from graphsvc.domain.lists import MAX_PAGE_SIZE, NO_FILTER, ListKind, ListRequest, Page, PaperList, PaperSort
from graphsvc.graph.area_refresh import MANY_PAPERS
from graphsvc.graph.connect import Reader
from graphsvc.graph.papers import lists_by_place, read_lists
from graphsvc.graph.statements import statement


async def read_area_lists(
    reader: Reader, areas: Sequence[Area], lists: Sequence[ListRequest]
) -> list[tuple[PaperList, ...] | None]:
    """Read the same lists of several areas, in the order asked; None for one that is gone."""
    large = [area.id for area in areas if area.paper_count >= MANY_PAPERS] if all(map(_is_kept, lists)) else []
    kept = await _read_kept(reader, large, lists) if large and lists else {}
    others = [area.id for area in areas if area.id not in kept]
    read = dict(zip(others, await read_lists(reader, others, lists), strict=True))
    return [kept[area.id] if area.id in kept else read[area.id] for area in areas]


def _is_kept(request: ListRequest) -> bool:
    page = request.page
    return (
        request.kind is ListKind.AREA_PAPERS
        and request.filter == NO_FILTER
        and request.sort in (PaperSort.MOST_CITED, PaperSort.NEWEST)
        and request.areas_first == 0
        and (page is None or (page.size <= MAX_PAGE_SIZE and page == Page(page.size)))
    )


async def _read_kept(
    reader: Reader, ids: Sequence[str], lists: Sequence[ListRequest]
) -> dict[str, tuple[PaperList, ...]]:
    asked = [
        {
            "ids": list(ids),
            "sort": request.sort.value,
            "size": request.page.size if request.page else None,
            "wants_types": request.types_first > 0,
            "wants_venues": request.venues_first > 0,
        }
        for request in lists
    ]
    row = await reader.record(statement("read/list_area_first_papers"), {"lists": asked})
    found = {} if row is None else lists_by_place(row, lists)
    return {
        id_: tuple(found[number, place] for number in range(len(lists)))
        for place, id_ in enumerate(ids)
        if (0, place) in found
    }
