"""The first page: what the data is, and a search by id or by words."""

import re
from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.errors import BadIdentifier
from graphsvc.domain.identifiers import normal_area_id, parse_identifier
from graphsvc.domain.lists import Page
from graphsvc.domain.search import Found, SearchRequest, SearchSort
from graphsvc.domain.text import counted
from graphsvc.freshness import freshness
from graphsvc.graph.areas import read_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.search import search_papers
from graphsvc.web.addresses import area_path, paper_path
from graphsvc.web.area_names import area_names
from graphsvc.web.facts import data_date
from graphsvc.web.lists import Choice, ShownList, area_choices, chosen, papers_of
from graphsvc.web.responses import page, see_other
from graphsvc.web.search_selection import SearchSelection, read_search
from graphsvc.web.values import VALUES_SHOWN, chosen_values, value_facets
from graphsvc.web.years import year_chart

PAGE_SIZE = 25
AREAS_SHOWN = 20
LABELLED_BESIDE = 7
"""Years that are all named in the narrow column beside what was found."""
PATH, ANCHOR = "/", "#found"


async def search(request: Request) -> Response:
    """Answer `/`: an id goes straight to its page, words give a list."""
    reader: Reader = request.app.state.reader
    selection, after = read_search(request.query_params)
    dataset = await read_dataset(reader)
    values = {"dataset": dataset, "query": selection.text}
    if not selection.text:
        fresh = freshness(request, dataset.version)
        home = {**values, "data_date": data_date(dataset.data_through)}
        return fresh.not_modified() if fresh.is_kept else page("home.html", home, headers=fresh.headers)
    # what a search finds has no tag: the index of words follows the data a moment later
    path, note = await _by_id(reader, selection.text)
    if path is not None:
        return see_other(path)
    found = await search_papers(
        reader,
        SearchRequest(
            selection.text,
            selection.order,
            selection.filter,
            Page(PAGE_SIZE, after=after),
            wants_years=True,
            areas_first=AREAS_SHOWN,
            types_first=VALUES_SHOWN + 1,
            venues_first=VALUES_SHOWN + 1,
        ),
    )
    names = {area.area.id: area.area.name for area in found.papers.areas}
    # Only a chosen area that nothing found is in needs a look of its own.
    names |= await area_names(reader, [id_ for id_ in selection.areas if id_ not in names])
    return page("search.html", {**values, "note": note, **search_view(found, selection, names, dataset)})


async def to_search(_: Request) -> Response:
    """Answer `/papers/`, where no paper is named."""
    return see_other("/")


def search_view(found: Found, selection: SearchSelection, names: dict[str, str], dataset: Dataset) -> dict[str, Any]:
    """Return what the template shows of a page of what was found."""
    listed = found.papers
    papers = papers_of(listed)
    return {
        "dataset": dataset,
        "found": ShownList(_heading(found, selection), listed.total, papers, ()),
        "is_exact": found.is_exact,
        "not_searched": found.not_searched,
        "first_page": f"{PATH}{selection.query}{ANCHOR}" if listed.has_previous else None,
        "next_page": f"{PATH}{selection.page_after(listed.papers[-1].key)}{ANCHOR}"
        if papers and listed.has_next
        else None,
        "chart": year_chart(listed.years, listed.undated, selection, PATH, ANCHOR, LABELLED_BESIDE),
        "sorts": _order_choices(selection),
        "areas": area_choices(listed, names, selection, PATH, ANCHOR),
        "areas_shown": AREAS_SHOWN,
        "has_more_areas": len(listed.areas) == AREAS_SHOWN,
        "values": value_facets(listed, selection, PATH, ANCHOR),
        "values_shown": VALUES_SHOWN,
        "chosen": chosen(selection, names, PATH, ANCHOR) + chosen_values(selection, PATH, ANCHOR),
        "all_href": f"{PATH}{SearchSelection(text=selection.text, order=selection.order).query}{ANCHOR}",
        "selection": selection,
        "path": PATH,
        "anchor": ANCHOR,
    }


def _order_choices(selection: SearchSelection) -> tuple[Choice, ...]:
    return tuple(
        Choice(text, f"{PATH}{replace(selection, order=order).query}{ANCHOR}", order is selection.order)
        for order, text in _ORDER_WORDS.items()
    )


def _heading(found: Found, selection: SearchSelection) -> str:
    """Say how many papers there are, and no more than is known."""
    total = found.papers.total
    if not total:
        return "No paper found" if not selection.is_filtered else "None of the papers found is like that"
    return f"{'' if found.is_exact else 'At least '}{counted(total, 'paper', 'papers')} found"


async def _by_id(reader: Reader, query: str) -> tuple[str | None, str | None]:
    """The path of what has this id; else, where the text looks like an id, a note on why nothing was found."""
    try:
        if query[:5].lower() == "area:":
            id_ = normal_area_id(query)
            area = (await read_areas(reader, [id_]))[0]
            return (area_path(id_), None) if area else (None, f"No area here has the id {id_}.")
        id_ = str(parse_identifier(query))
    except BadIdentifier as error:
        return None, f"{error}." if _ID_LIKE.fullmatch(query) else None
    found = (await read_papers(reader, [id_], PaperWants()))[0]
    return (paper_path(found.paper.id), None) if found else (None, f"No paper here has the id {id_}.")


# One word of digits, or with a scheme, an address or an archive before digits.
_ID_LIKE: Final = re.compile(r"[0-9]+|[^\s:/]+[:/]\S*[0-9]\S*|[a-z]+://\S+", re.IGNORECASE)
_ORDER_WORDS: Final = {
    SearchSort.RELEVANCE: "Best match",
    SearchSort.MOST_CITED: "Most cited",
    SearchSort.NEWEST: "Newest",
    SearchSort.OLDEST: "Oldest",
    SearchSort.TITLE: "Title",
    SearchSort.MOST_CITED_PER_YEAR: "Most cited per year",
}
