"""The root of the GraphQL schema."""

from collections.abc import Sequence
from typing import Annotated, Any

import strawberry
from graphql import GraphQLResolveInfo

from graphsvc.api import build, fetch, types
from graphsvc.api.arguments import checked_first, decoded_cursors, page_size
from graphsvc.api.inputs import After, Before, Filter, First, Last, PaperId
from graphsvc.api.search import fetch_search
from graphsvc.api.search_types import SearchConnection, SearchOrder, SearchSort, SearchText
from graphsvc.api.selection import Selected, selected_root
from graphsvc.cursors import encode_cursor, list_binding
from graphsvc.domain.errors import GraphsvcError, LimitExceeded
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.lists import MAX_PAGE_SIZE
from graphsvc.graph.areas import list_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import list_loads, read_dataset

Ids = Annotated[list[strawberry.ID], strawberry.argument(description="At most 100 ids.")]
AREA_PREFIX = "area:"
DEFAULT_LOADS = 10


def _reader(info: strawberry.Info) -> Reader:
    return info.context["reader"]


def _root(info: strawberry.Info) -> Selected:
    raw: GraphQLResolveInfo[Any] = info._raw_info  # pyright: ignore  # Strawberry shows no more of it than this
    return selected_root(raw)


@strawberry.type(description="Everything that can be asked. There are no mutations: loading is the command line's.")
class Query:
    """The root type."""

    @strawberry.field(description="Anything by its id: a paper or an area; null when there is none.")
    async def node(
        self,
        info: strawberry.Info,
        id: Annotated[strawberry.ID, strawberry.argument(description="A paper's id, in any spelling, or an area's.")],
    ) -> types.Node | None:
        """Return one node."""
        return (await _nodes(info, [id]))[0]

    @strawberry.field(description="Several papers and areas by their ids, in the order asked; null for unknown ones.")
    async def nodes(self, info: strawberry.Info, ids: Ids) -> list[types.Node | None]:
        """Return nodes."""
        return await _nodes(info, _checked_ids(ids))

    @strawberry.field(description="A paper by any of its identifiers; null when there is none.")
    async def paper(self, info: strawberry.Info, id: PaperId) -> types.Paper | None:
        """Return one paper."""
        return (await fetch.fetch_papers(_reader(info), [normal_id(id)], _root(info).below()))[0]

    @strawberry.field(description="Several papers by their identifiers, in the order asked; null for unknown ones.")
    async def papers(self, info: strawberry.Info, ids: Ids) -> list[types.Paper | None]:
        """Return papers."""
        return await _by_ids(fetch.fetch_papers, info, _checked_ids(ids), normal_id, _root(info).below())

    @strawberry.field(description="An area by its id; null when there is none.")
    async def area(
        self,
        info: strawberry.Info,
        id: Annotated[strawberry.ID, strawberry.argument(description='Its id: "area:…".')],
    ) -> types.Area | None:
        """Return one area."""
        return (await fetch.fetch_areas(_reader(info), [normal_area_id(id)], _root(info).below()))[0]

    @strawberry.field(description="The areas by name.")
    async def areas(
        self,
        info: strawberry.Info,
        query: Annotated[
            str | None, strawberry.argument(description="Only areas whose name holds this text, in any case.")
        ] = None,
        parent: Annotated[
            strawberry.ID | None, strawberry.argument(description="Only areas that are part of this one.")
        ] = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        top_only: Annotated[
            bool | None, strawberry.argument(description="Only areas that are part of no other: where the tree begins.")
        ] = False,
    ) -> types.AreaConnection:
        """Return a page of areas."""
        paging = {"first": first, "after": after, "last": last, "before": before}
        parent_id = None if parent is None else normal_area_id(parent)
        return await _areas(info, query, parent_id, top_only is True, paging)

    @strawberry.field(description="Papers by words of their title, abstract and authors' names, or by an id.")
    async def search(
        self,
        info: strawberry.Info,
        query: SearchText,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        sort: SearchOrder = SearchSort.RELEVANCE,
        filter: Filter = None,
    ) -> SearchConnection:
        """Return a page of what was found."""
        return await fetch_search(_reader(info), _root(info))

    @strawberry.field(description="The data set as a whole.")
    async def dataset(self, info: strawberry.Info) -> types.Dataset:
        """Return what is loaded."""
        answers: dict[str, Any] = {}
        for field in _root(info).below():
            if field.name == "loads":
                answers[field.key] = await _loads(_reader(info), field)
        return build.dataset(await read_dataset(_reader(info)), answers)


async def _loads(reader: Reader, field: Selected) -> list[types.Load] | GraphsvcError:
    first = field.arguments.get("first")
    try:
        loads = await list_loads(reader, checked_first(DEFAULT_LOADS if first is None else first))
    except GraphsvcError as error:
        return error
    return [build.load(load) for load in loads]


async def _areas(
    info: strawberry.Info, query: str | None, parent: str | None, top_only: bool, paging: dict[str, Any]
) -> types.AreaConnection:
    binding = list_binding("areas", query, parent, top_only)
    size, backward = page_size(paging)
    after, before = (None if key is None else (str(key[0]), str(key[1])) for key in decoded_cursors(paging, binding))
    page = await list_areas(
        _reader(info),
        query=query,
        parent=parent,
        is_top=top_only,
        size=size,
        after=after,
        before=before,
        backward=backward,
    )
    cursors = [encode_cursor(key, binding) for key in page.keys]
    ids = [key[-1] for key in page.keys]
    answers: dict[str, Any] = {}
    for field in _root(info).below():
        if field.name == "nodes":
            answers[field.key] = await fetch.fetch_areas(_reader(info), ids, field.below())
        elif field.name == "edges":
            nodes = {
                below.key: await fetch.fetch_areas(_reader(info), ids, below.below())
                for below in field.below()
                if below.name == "node"
            }
            answers[field.key] = [
                types.AreaEdge(answers={key: areas[at] for key, areas in nodes.items()}, cursor=cursor)
                for at, cursor in enumerate(cursors)
            ]
    return types.AreaConnection(
        answers=answers,
        total_count=page.total,
        page_info=build.page_info(cursors, page.has_next, page.has_previous),
    )


async def _nodes(info: strawberry.Info, ids: Sequence[str]) -> list[Any]:
    root = _root(info)
    areas = {id_ for id_ in ids if id_.strip().lower().startswith(AREA_PREFIX)}
    papers = [id_ for id_ in ids if id_ not in areas]
    found = dict(
        zip(papers, await _by_ids(fetch.fetch_papers, info, papers, normal_id, root.below("Paper")), strict=True)
    )
    in_order = list(areas)
    found_areas = await _by_ids(fetch.fetch_areas, info, in_order, normal_area_id, root.below("Area"))
    found |= dict(zip(in_order, found_areas, strict=True))
    return [found[id_] for id_ in ids]


async def _by_ids(
    fetch_by_ids: Any, info: strawberry.Info, ids: Sequence[str], normal: Any, fields: Sequence[Selected]
) -> list[Any]:
    """Fetch by ids as people write them; a text that is no id gives its error in its place."""
    answers: list[Any] = []
    for id_ in ids:
        try:
            answers.append(normal(id_))
        except GraphsvcError as error:
            answers.append(error)
    good = [answer for answer in answers if isinstance(answer, str)]
    found = iter(await fetch_by_ids(_reader(info), good, fields) if good else [])
    return [next(found) if isinstance(answer, str) else answer for answer in answers]


def _checked_ids(ids: Sequence[str]) -> Sequence[str]:
    if len(ids) > MAX_PAGE_SIZE:
        raise LimitExceeded(f"at most {MAX_PAGE_SIZE} ids at once: ask for the others in another query")
    return ids
