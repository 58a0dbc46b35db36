"""Reads of papers and of the lists around them, as one statement."""

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphsvc.domain.lists import (
    NO_FILTER,
    AreaCount,
    AreaRef,
    CitationFacts,
    ListedPaper,
    ListKind,
    ListRequest,
    Page,
    PaperFilter,
    PaperList,
    SortKey,
    year_bins,
)
from graphsvc.domain.paper import Author, Paper
from graphsvc.domain.search import SearchRequest
from graphsvc.graph.connect import Reader, Row
from graphsvc.graph.hub_keys import sort_key
from graphsvc.graph.hub_table import counted_values
from graphsvc.graph.hubs import STATEMENTS, hub_numbers, hub_parameters, hub_statements
from graphsvc.graph.rows import (
    Columns,
    date_from_neo4j,
    fit_from_columns,
    identifier_from_id,
    paper_area,
    paper_from_columns,
)
from graphsvc.graph.statements import statement, together


@dataclass(frozen=True, slots=True)
class PaperWants:
    """What to read of a paper beside its plain fields; authors from `authors_from` up to before `authors_to`."""

    abstract: bool = False
    identifiers: bool = False
    areas: bool = False
    authors_from: int = 0
    authors_to: int = 0


@dataclass(frozen=True, slots=True)
class PaperWithLists:
    """A paper, and its lists in the order they were asked for."""

    paper: Paper
    lists: tuple[PaperList, ...]


async def read_papers(
    reader: Reader, ids: Sequence[str], wants: PaperWants, lists: Sequence[ListRequest] = ()
) -> list[PaperWithLists | None]:
    """Read papers by any of their ids (in normal form), in the order asked; None for an unknown one."""
    if not ids:
        return []
    parameters = {
        "ids": list(ids),
        "wants_abstract": wants.abstract,
        "wants_identifiers": wants.identifiers,
        "wants_areas": wants.areas,
        "authors_from": wants.authors_from,
        "authors_to": wants.authors_to,
    }
    if not lists:
        row = await reader.record(statement("read/read_papers"), parameters)
    else:
        asked = _list_parameters([(ids, request) for request in lists])
        row = await reader.record(
            together("read/read_papers", "read/list_papers", *hub_statements(lists)),
            parameters | {f"second_{name}": value for name, value in asked.items()},
        )
    if row is None:
        return [None] * len(ids)
    found = lists_by_place(row, lists) if lists else {}
    papers: list[PaperWithLists | None] = [None] * len(ids)
    for place, columns, abstract, authors, other_ids, areas, fit, map_size in row["papers"]:
        paper = paper_from_columns(
            columns,
            abstract,
            tuple(Author(*author) for author in authors),
            tuple(identifier_from_id(id_) for id_ in (columns[0], *other_ids)),
            tuple(paper_area(*area) for area in areas),
        )
        if wants.areas:
            paper = replace(paper, text_fit=fit_from_columns(fit), has_map=map_size > 0)
        # A paper that was made between the two parts of the statement has no lists yet: it is not there yet.
        if all((number, place) in found for number in range(len(lists))):
            own = tuple(found[number, place] for number in range(len(lists)))
            papers[place] = PaperWithLists(_with_one_number(paper, lists, own), own)
    return papers


def _with_one_number(paper: Paper, requests: Sequence[ListRequest], lists: Sequence[PaperList]) -> Paper:
    """Return the paper with the counts of its lists: between the two reads of a statement a load may have gone on."""
    for request, found in zip(requests, lists, strict=True):
        if request.filter == NO_FILTER and request.kind is ListKind.CITERS:
            paper = replace(paper, cited_by_count=found.total)
        elif request.filter == NO_FILTER and paper.references_here is not None:
            paper = replace(paper, references_here=found.total)
    return paper


async def read_lists(
    reader: Reader, ids: Sequence[str], lists: Sequence[ListRequest]
) -> list[tuple[PaperList, ...] | None]:
    """Read the same lists around several papers or areas, in the order asked; None for an unknown one."""
    if not ids:
        return []
    asked = _list_parameters([(ids, request) for request in lists])
    others = hub_statements(lists)
    if others:
        read = together("read/list_papers", *others)
        asked |= {f"second_{name}": value for name, value in asked.items()}
    else:
        read = statement("read/list_papers")
    row = await reader.record(read, asked)
    found = {} if row is None else lists_by_place(row, lists)
    return [
        tuple(found[number, place] for number in range(len(lists))) if (0, place) in found else None
        for place in range(len(ids))
    ]


def lists_by_place(row: Row, lists: Sequence[ListRequest]) -> dict[tuple[int, int], PaperList]:
    """Return the lists of a record, by the place of what was asked for and that of the paper or area."""
    data_through = date_from_neo4j(row["data_through"])
    found: dict[tuple[int, int], PaperList] = {}
    for entry in row["lists"]:
        number, place = int(entry[0]), int(entry[1])
        found[number, place] = list_from_columns(entry[2:], lists[number], data_through)
    of_hubs = itertools.chain.from_iterable(row.get(f"hub_{order}", ()) for order in STATEMENTS)
    for number, place, *numbers, page in of_hubs:
        found[int(number), int(place)] = _list_of_hub(lists[int(number)], numbers, page, data_through)
    return found


def _list_parameters(asked: Sequence[tuple[Sequence[str], ListRequest]]) -> dict[str, Any]:
    sizes = [request.page.size for _, request in asked if request.page]
    return {
        "lists": [{**list_parameter(request), "ids": list(ids)} for ids, request in asked],
        "most": max(sizes, default=0),
    }


def list_parameter(request: ListRequest) -> dict[str, Any]:
    """Return a list as statements take it, but for the papers or areas it is around."""
    page = request.page
    return {
        "kind": request.kind.value,
        "sort": request.sort.value,
        **filter_parameter(request.filter),
        "size": page.size if page else None,
        "backward": page.backward if page else False,
        "after": list(page.after) if page and page.after else None,
        "before": list(page.before) if page and page.before else None,
        **hub_parameters(request),
        "wants_facts": request.wants_facts,
        "wants_years": request.wants_years,
        "areas_first": request.areas_first,
        "wants_types": request.types_first > 0,
        "wants_venues": request.venues_first > 0,
    }


def filter_parameter(kept: PaperFilter) -> dict[str, Any]:
    """Return a filter as list_papers and what is like it take it."""
    return {
        "areas": None if kept.areas is None else list(kept.areas),
        "has_area": kept.has_area,
        "first_year": kept.first_year,
        "last_year": kept.last_year,
        "types": None if kept.types is None else [type_.lower() for type_ in kept.types],
        "venues": None if kept.venues is None else [venue.lower() for venue in kept.venues],
        "is_influential": kept.is_influential,
    }


def list_from_columns(
    columns: Columns, request: ListRequest | SearchRequest, data_through: datetime.date | None
) -> PaperList:
    """Return a list of the columns that list_papers returns, its place in $lists and its id's left out."""
    total, years, areas, no_area, types, venues, page = columns
    (by_type, no_type), (by_venue, no_venue) = (
        counted_values(types, request.types_first),
        counted_values(venues, request.venues_first),
    )
    bins = year_bins(((year, count) for year, count in years if year is not None), data_through)
    return _with_page(
        PaperList(
            total=total,
            years=bins,
            undated=next((count for year, count in years if year is None), 0),
            areas=tuple(AreaCount(AreaRef(id_, name), count) for id_, name, count in areas),
            no_area=no_area,
            types=by_type,
            no_type=no_type,
            venues=by_venue,
            no_venue=no_venue,
        ),
        request.page,
        [(tuple(key), paper, facts) for key, paper, facts in page],
    )


def _list_of_hub(
    request: ListRequest, columns: Columns, page: list[Columns], data_through: datetime.date | None
) -> PaperList:
    counts, cells, values, table = columns
    numbers = hub_numbers(request, counts, cells, values, table)
    years = numbers.years() if request.wants_years else {}
    areas = numbers.areas() if request.areas_first else []
    by_type, no_type = numbers.types() if request.types_first else ((), 0)
    by_venue, no_venue = numbers.venues() if request.venues_first else ((), 0)
    return _with_page(
        PaperList(
            total=numbers.total(),
            years=year_bins(((int(year), count) for year, count in years.items() if year), data_through),
            undated=years.get("", 0),
            areas=tuple(areas),
            no_area=numbers.no_area() if request.areas_first else 0,
            types=by_type,
            no_type=no_type,
            venues=by_venue,
            no_venue=no_venue,
        ),
        request.page,
        [(sort_key(request.sort, tuple(key)), paper, facts) for key, paper, facts in page],
    )


def _with_page(found: PaperList, asked: Page | None, page: Sequence[tuple[SortKey, Columns, Any]]) -> PaperList:
    """Return the list with the papers of its page; there is one more than asked for where the list goes on."""
    asked = asked or Page(0)
    papers = [
        ListedPaper(key, paper_from_columns(paper), facts and _facts(*facts))
        for key, paper, facts in page[: asked.size]
    ]
    if asked.backward:
        papers.reverse()
    has_more = len(page) > asked.size
    return replace(
        found,
        papers=tuple(papers),
        # a cursor was given for a paper of this very list, which therefore stands on its other side
        has_next=asked.before is not None or (has_more and not asked.backward),
        has_previous=asked.after is not None or (has_more and asked.backward),
    )


def _facts(contexts: list[str] | None, intents: list[str] | None, is_influential: bool | None) -> CitationFacts:
    return CitationFacts(tuple(contexts or ()), tuple(intents or ()), is_influential)
