"""Fetches what a root field's selection asks for, and nothing else: one statement for each level of nesting.

Papers are read together with all their lists. Where the selection goes further below the papers or areas of those
lists, the ids of all of them go into the next statement together.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import strawberry

from graphsvc.api import build, types
from graphsvc.api.plan import (
    AREA_FIELDS_AT_HAND,
    MOST_CITED_AREA,
    PAPER_FIELDS_AT_HAND,
    ListPlan,
    Plan,
    entries_shown,
    explains_placement,
    neighbours_shown,
    paper_wants,
    plan_lists,
)
from graphsvc.api.selection import Selected
from graphsvc.cursors import encode_cursor
from graphsvc.domain import lists, paper
from graphsvc.domain.dataset import Area
from graphsvc.domain.errors import DatabaseUnavailable, GraphsvcError
from graphsvc.domain.lists import AreaRef, ListKind, ListRequest
from graphsvc.domain.placement import placement
from graphsvc.graph.area_lists import read_area_lists
from graphsvc.graph.areas import list_neighbours, read_area_totals, read_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.papers import PaperWithLists, read_papers

Item = TypeVar("Item")
Answers = dict[str, Any]


async def fetch_papers(reader: Reader, ids: Sequence[str], fields: Sequence[Selected]) -> list[types.Paper | None]:
    """Return the papers with these ids (in normal form), in the order asked; None for an unknown one."""
    planned = plan_lists(fields)
    plans = [plan for plan in planned if isinstance(plan, ListPlan)]
    requests = [plan.request for plan in plans]
    if explains_placement(fields):
        requests.append(MOST_CITED_AREA)
    found = await read_papers(reader, ids, paper_wants(fields), requests)

    known = [entry for entry in found if entry is not None]
    answers: list[Answers] = [{} for _ in known]
    for error in planned:
        if not isinstance(error, ListPlan):
            _put(answers, error[0].key, [error[1]] * len(known))
    for at, plan in enumerate(plans):
        owners = [(entry.paper.id, entry.lists[at]) for entry in known]
        pages = await connections(reader, plan, owners, types.CitationConnection)
        if plan.request.kind is ListKind.REFERENCES:
            # no reference list is known: that is not the same as an empty one
            pages = [
                None if entry.paper.references_here is None else page for entry, page in zip(known, pages, strict=True)
            ]
        _put(answers, plan.field.key, pages)
    for field in fields:
        if field.name == "authors":
            _put(answers, field.key, [_or_error(build.authors, entry.paper, field) for entry in known])
        elif field.name == "placement":
            _put(answers, field.key, await _placements(reader, known, field, requests))
        elif field.name == "areas":
            _put(answers, field.key, await _paper_areas(reader, known, field.below()))
    built = iter([build.paper(entry.paper, answer) for entry, answer in zip(known, answers, strict=True)])
    return [None if entry is None else next(built) for entry in found]


async def fetch_areas(reader: Reader, ids: Sequence[str], fields: Sequence[Selected]) -> list[types.Area | None]:
    """Return the areas with these ids, in the order asked; None for an unknown one."""
    found = await read_areas(reader, ids)
    known = [area for area in found if area is not None]
    answers: list[Answers] = [{} for _ in known]
    planned = plan_lists(fields)
    plans = [plan for plan in planned if isinstance(plan, ListPlan)]
    requests = [plan.request for plan in plans]
    if any(field.name == "byYear" for field in fields):
        requests.append(ListRequest(ListKind.AREA_PAPERS, wants_years=True))
    read = await read_area_lists(reader, known, requests) if requests else [()] * len(known)
    lists_of = [_still_there(entry) for entry in read]
    for error in planned:
        if not isinstance(error, ListPlan):
            _put(answers, error[0].key, [error[1]] * len(known))
    for at, plan in enumerate(plans):
        owners = [(area.id, lists_[at]) for area, lists_ in zip(known, lists_of, strict=True)]
        _put(answers, plan.field.key, await connections(reader, plan, owners, types.PaperConnection))
    for field in fields:
        if field.name == "children":
            _put(answers, field.key, await _children(reader, known, field))
        elif field.name == "parent":
            parents = await _each_once(fetch_areas, reader, [area.parent_id for area in known], field.below())
            _put(answers, field.key, parents)
        elif field.name == "ancestors":
            _put(answers, field.key, await _in_groups(reader, [area.ancestors for area in known], field.below()))
        elif field.name == "neighbours":
            _put(answers, field.key, await _neighbours(reader, known, field))
    wants_totals = any(field.name == "totalPaperCount" for field in fields)
    totals = await read_area_totals(reader, [area.id for area in known]) if wants_totals else {}
    built = iter(
        [
            build.area(area, totals.get(area.id), lists_[-1].years if lists_ else (), answer)
            for area, lists_, answer in zip(known, lists_of, answers, strict=True)
        ]
    )
    return [None if area is None else next(built) for area in found]


async def connections(
    reader: Reader,
    plan: Plan,
    owners: Sequence[tuple[str, lists.PaperList]],
    kind: Callable[..., types.PaperList],
) -> list[Any]:
    """Return the connections of one selected list for each of its owners, or the error of a foreign cursor."""
    edge = build.citation_edge if kind is types.CitationConnection else build.paper_edge
    shows_cursors = any(field.name in ("edges", "pageInfo") for field in plan.field.below())
    cursors = [
        [encode_cursor((owner, *listed.key), plan.binding) for listed in found.papers] if shows_cursors else []
        for owner, found in owners
    ]
    listed = [[listed.paper for listed in found.papers] for _, found in owners]
    answers: list[Answers] = [{} for _ in owners]
    for field in plan.field.below():
        if field.name == "nodes":
            _put(answers, field.key, await _papers_at_hand(reader, listed, field.below()))
        elif field.name == "edges":
            nodes = {
                below.key: await _papers_at_hand(reader, listed, below.below())
                for below in field.below()
                if below.name == "node"
            }
            edges = [
                [
                    edge({key: groups[at][place] for key, groups in nodes.items()}, cursors[at][place], listed_paper)
                    for place, listed_paper in enumerate(found.papers)
                ]
                for at, (_, found) in enumerate(owners)
            ]
            _put(answers, field.key, edges)
        elif field.name == "byArea":
            counts = [found.areas[: entries_shown(field)] for _, found in owners]
            _put(answers, field.key, await _area_counts(reader, counts, field.below()))
        elif field.name == "byType":
            _put(answers, field.key, [build.type_counts(found.types[: entries_shown(field)]) for _, found in owners])
        elif field.name == "byVenue":
            _put(answers, field.key, [build.venue_counts(found.venues[: entries_shown(field)]) for _, found in owners])
    return [
        plan.wrong_owner(owner) or build.connection(found, cursors[at], answers[at], kind)
        for at, (owner, found) in enumerate(owners)
    ]


async def _papers_at_hand(
    reader: Reader, groups: Sequence[Sequence[paper.Paper]], fields: Sequence[Selected]
) -> list[list[types.Paper]]:
    """Return listed papers with what is selected of them, read again only where the list did not bring it."""
    if all(field.name in PAPER_FIELDS_AT_HAND for field in fields):
        return [[build.paper(listed, {}) for listed in group] for group in groups]
    ids = [listed.id for group in groups for listed in group]
    papers = iter(await _each_once(fetch_papers, reader, ids, fields))
    return [[_still_there(next(papers)) for _ in group] for group in groups]


async def _areas_at_hand(
    reader: Reader, areas: Sequence[AreaRef | None], fields: Sequence[Selected]
) -> list[types.Area | None]:
    """Return areas with what is selected of them, read only where more than their name is."""
    if all(field.name in AREA_FIELDS_AT_HAND for field in fields):
        return [None if area is None else _named_area(area) for area in areas]
    ids = [None if area is None else area.id for area in areas]
    return await _each_once(fetch_areas, reader, ids, fields)


async def _area_counts(
    reader: Reader, groups: Sequence[Sequence[lists.AreaCount]], fields: Sequence[Selected]
) -> list[list[types.AreaCount]]:
    found = await _below_areas(reader, [[entry.area for entry in group] for group in groups], fields)
    return [
        [types.AreaCount(answers=answer, count=entry.count) for entry, answer in zip(group, answers, strict=True)]
        for group, answers in zip(groups, found, strict=True)
    ]


async def _placements(
    reader: Reader, known: Sequence[PaperWithLists], field: Selected, requests: Sequence[ListRequest]
) -> list[types.Placement]:
    # the list that explains a placement is the last one asked for, where it was asked for at all
    is_explained = bool(requests) and requests[-1] is MOST_CITED_AREA
    places = [placement(entry.paper, entry.lists[-1] if is_explained else None) for entry in known]
    answers: list[Answers] = [{} for _ in known]
    for below in field.below():
        if below.name == "area":
            refs = [None if place.area is None else AreaRef(place.area.id, place.area.name) for place in places]
            _put(answers, below.key, await _areas_at_hand(reader, refs, below.below()))
        elif below.name == "mostCitedIn":
            groups = [[place.most_cited_in] if place.most_cited_in else [] for place in places]
            counts = await _area_counts(reader, groups, below.below())
            _put(answers, below.key, [group[0] if group else None for group in counts])
        elif below.name == "nearest":
            _put(answers, below.key, await _area_scores(reader, [place.nearest for place in places], below.below()))
    return [
        types.Placement(
            answers=answer,
            is_on_map=place.is_on_map,
            method=types.PlacementMethod(place.method.value),
            score=place.area.score if place.area else None,
            explanation=place.explanation,
        )
        for place, answer in zip(places, answers, strict=True)
    ]


async def _area_scores(
    reader: Reader, groups: Sequence[Sequence[paper.AreaScore]], fields: Sequence[Selected]
) -> list[list[types.AreaScore]]:
    found = await _below_areas(reader, [[AreaRef(each.id, each.name) for each in group] for group in groups], fields)
    return [
        [types.AreaScore(answers=answer, score=each.score) for each, answer in zip(group, answers, strict=True)]
        for group, answers in zip(groups, found, strict=True)
    ]


async def _paper_areas(
    reader: Reader, known: Sequence[PaperWithLists], fields: Sequence[Selected]
) -> list[list[types.PaperArea]]:
    groups = [entry.paper.areas for entry in known]
    found = await _below_areas(reader, [[AreaRef(area.id, area.name) for area in group] for group in groups], fields)
    return [
        [
            types.PaperArea(answers=answer, is_primary=area.is_primary, score=area.score)
            for area, answer in zip(group, answers, strict=True)
        ]
        for group, answers in zip(groups, found, strict=True)
    ]


async def _neighbours(reader: Reader, known: Sequence[Area], field: Selected) -> list[Any]:
    try:
        first = neighbours_shown(field)
    except GraphsvcError as error:
        return [error] * len(known)
    counted = await list_neighbours(reader, [area.id for area in known])
    groups = [counted.get(area.id, ())[:first] for area in known]
    found = await _below_areas(reader, [[each.area for each in group] for group in groups], field.below())
    return [
        [
            types.AreaNeighbour(
                answers=answer, citing_count=each.citing, cited_count=each.cited, is_exact=each.is_exact
            )
            for each, answer in zip(group, answers, strict=True)
        ]
        for group, answers in zip(groups, found, strict=True)
    ]


async def _below_areas(
    reader: Reader, groups: Sequence[Sequence[AreaRef]], fields: Sequence[Selected]
) -> list[list[Answers]]:
    """Return, for each thing that leads to an area, what it answers: the area under each key it was asked for by."""
    answers: list[list[Answers]] = [[{} for _ in group] for group in groups]
    for field in fields:
        if field.name == "area":
            for group, areas in zip(answers, await _in_groups(reader, groups, field.below()), strict=True):
                _put(group, field.key, areas)
    return answers


async def _in_groups(
    reader: Reader, groups: Sequence[Sequence[AreaRef]], fields: Sequence[Selected]
) -> list[list[types.Area]]:
    """Return the areas of each group with what is selected of them."""
    found = iter(await _areas_at_hand(reader, [area for group in groups for area in group], fields))
    return [[_still_there(next(found)) for _ in group] for group in groups]


async def _children(reader: Reader, known: Sequence[Area], field: Selected) -> list[list[types.Area]]:
    ids = [id_ for area in known for id_ in area.child_ids]
    children = iter(await _each_once(fetch_areas, reader, ids, field.below()))
    return [[_still_there(next(children)) for _ in area.child_ids] for area in known]


async def _each_once(fetch: Any, reader: Reader, ids: Sequence[str | None], fields: Sequence[Selected]) -> list[Any]:
    """Fetch by ids that may be missing or come twice, each of them once."""
    distinct = list(dict.fromkeys(id_ for id_ in ids if id_ is not None))
    found = dict(zip(distinct, await fetch(reader, distinct, fields), strict=True))
    return [None if id_ is None else found[id_] for id_ in ids]


def _named_area(area: AreaRef) -> types.Area:
    return types.Area(
        answers={},
        id=strawberry.ID(area.id),
        name=area.name,
        description=None,
        paper_count=0,
        total_paper_count=0,
        by_year=[],
    )


def _still_there(found: Item | None) -> Item:
    if found is None:
        raise DatabaseUnavailable("the data changed while they were read; ask again")
    return found


def _put(answers: Sequence[Answers], key: str, values: Iterable[Any]) -> None:
    for answer, value in zip(answers, values, strict=True):
        answer[key] = value


def _or_error(make: Callable[..., Item], *arguments: Any) -> Item | GraphsvcError:
    try:
        return make(*arguments)
    except GraphsvcError as error:
        return error
