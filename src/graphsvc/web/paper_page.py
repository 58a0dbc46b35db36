"""The page of one paper."""

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.identifiers import parse_identifier
from graphsvc.domain.lists import ListKind, ListRequest, Page, PaperList, PaperSort
from graphsvc.domain.paper import Paper
from graphsvc.domain.placement import placement
from graphsvc.freshness import freshness
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.web.addresses import Address, paper_path, read_address
from graphsvc.web.area_names import area_names
from graphsvc.web.errors import NotFound
from graphsvc.web.export import LISTS, list_answer
from graphsvc.web.facts import key_facts, plain
from graphsvc.web.lists import PAGE_SIZE, area_choices, chosen, papers_of, shown_list, sort_choices
from graphsvc.web.paper_files import PAPER_FILES, paper_file_answer
from graphsvc.web.responses import moved, page
from graphsvc.web.selection import Selection, read_selection
from graphsvc.web.values import VALUES_SHOWN, chosen_values, value_facets
from graphsvc.web.wording import title_of
from graphsvc.web.years import year_chart

AUTHORS_SHOWN = 10
AREAS_SHOWN = 20
ANCHOR = "#built-on-by"


async def paper(request: Request) -> Response:
    """Answer `/papers/{id}` and its files."""
    address = read_address(request, "/papers/", LISTS, PAPER_FILES)
    if address.file in LISTS:
        return await list_answer(request, address)
    if address.file is not None:
        answer = await paper_file_answer(request, address)
        if answer is not None:
            return answer
        address = Address(address.id + address.file, None)
    reader: Reader = request.app.state.reader
    id_, selection = str(parse_identifier(address.id)), read_selection(request.query_params)
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    found = await read_papers(reader, [id_], _WANTS, _requests(selection))
    if found[0] is None:
        raise NotFound("paper", id_)
    if found[0].paper.id != address.id:
        return moved(paper_path(found[0].paper.id), request.url.query)
    references, citers, *whole = found[0].lists
    names = {area.area.id: area.area.name for area in citers.areas}
    # Only a chosen area that no citer is in needs a look of its own.
    names |= await area_names(reader, [id_ for id_ in selection.areas if id_ not in names])
    view = paper_view(found[0].paper, references, citers, whole[0] if whole else citers, selection, names, dataset)
    return page("paper.html", view, headers=fresh.headers)


def paper_view(
    shown: Paper,
    references: PaperList,
    citers: PaperList,
    whole: PaperList,
    selection: Selection,
    names: dict[str, str],
    dataset: Dataset,
) -> dict[str, Any]:
    """Return what the template shows; `whole` is the list of all citers, `citers` what was chosen of it."""
    path = paper_path(shown.id)
    facts = key_facts(whole, dataset.data_through)
    return {
        "dataset": dataset,
        "paper": shown,
        "title": title_of(shown),
        "path": path,
        "facts": facts,
        "description": plain(facts),
        "placement": placement(shown, whole),
        "cited_by": whole.total,
        "citers": shown_list(papers_of(citers), citers.total, selection.sort),
        "chart": year_chart(citers.years, citers.undated, selection, path, ANCHOR),
        "sorts": sort_choices(selection, path, ANCHOR),
        "areas": area_choices(citers, names, selection, path, ANCHOR),
        "areas_shown": AREAS_SHOWN,
        "has_more_areas": len(citers.areas) == AREAS_SHOWN,
        "values": value_facets(citers, selection, path, ANCHOR),
        "values_shown": VALUES_SHOWN,
        "chosen": chosen(selection, names, path, ANCHOR) + chosen_values(selection, path, ANCHOR),
        "selection": selection,
        "anchor": ANCHOR,
        "references": shown_list(papers_of(references), references.total, PaperSort.MOST_CITED),
    }


_WANTS: Final = PaperWants(abstract=True, identifiers=True, areas=True, authors_to=AUTHORS_SHOWN)


def _requests(selection: Selection) -> list[ListRequest]:
    """The two lists, and the counts of all citers where the reader filtered: key facts are facts of all of them."""
    citers = ListRequest(
        ListKind.CITERS,
        selection.sort,
        selection.filter,
        Page(PAGE_SIZE),
        wants_years=True,
        areas_first=AREAS_SHOWN,
        types_first=VALUES_SHOWN + 1,
        venues_first=VALUES_SHOWN + 1,
    )
    references = ListRequest(ListKind.REFERENCES, page=Page(PAGE_SIZE))
    whole = [ListRequest(ListKind.CITERS, wants_years=True, areas_first=1)] if selection.is_filtered else []
    return [references, citers, *whole]
