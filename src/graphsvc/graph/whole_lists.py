"""Reads a whole list in order, piece by piece; between the pieces nothing is open in Neo4j, however slow a reader is.

What an index has in order is read page by page from it. Of any other list the ids are read in order at once, a few
bytes each, and then the papers by their ids.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import orjson

from graphsvc.domain.errors import GraphsvcError
from graphsvc.domain.lists import ListRequest, Page
from graphsvc.graph.connect import Reader
from graphsvc.graph.hub_keys import sort_key
from graphsvc.graph.hubs import STATEMENTS, can_be_read, hub_numbers, hub_sort
from graphsvc.graph.papers import list_parameter
from graphsvc.graph.rows import Columns
from graphsvc.graph.statements import statement

FIRST_PAPERS = 250
"""Read at first, so that a reader has something soon."""
PAPERS_AT_ONCE = 2_000
ORDER_TIMEOUT_S = 60.0
"""How long it may take to put a list in order that no index has."""

Rows = list[Columns]
Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Piece(Generic[Place]):
    """Some papers of a list, and where the next piece begins; None where there is none."""

    rows: Rows
    following: Place | None


async def stream_list(reader: Reader, id_: str, request: ListRequest) -> AsyncGenerator[tuple[int, Rows]]:
    """Yield the whole list in order, as (length of the list, next papers); nothing for an unknown id.

    A paper is its columns, as rows.py takes them apart. While the reader takes a piece, the next one is read. An empty
    list gives one empty piece. Raises TimedOut, DatabaseUnavailable, and GraphsvcError where a load changed the list
    in a way that its rest cannot be told.
    """
    pieces = _hub_pieces(reader, id_, replace(request, wants_years=False, areas_first=0, types_first=0, venues_first=0))
    if not can_be_read(request) or (first := await anext(pieces, None)) is None:
        pieces = _listed_pieces(reader, id_, request)
        first = await anext(pieces, None)
    async with contextlib.aclosing(pieces):
        if first is not None:
            yield first
            async for piece in pieces:
                yield piece


async def _hub_pieces(reader: Reader, id_: str, request: ListRequest) -> AsyncGenerator[tuple[int, Rows]]:
    """Yield the citers of a hub from the index that has them in order; nothing for what is no hub."""
    order = hub_sort(request)

    async def read(page: Page) -> tuple[list[Any], Piece[Page]] | None:
        """Return what the hub counts, and its citers of a page."""
        asked = replace(request, page=page)
        parameters = {"lists": [{**list_parameter(asked), "ids": [id_]}], "most": page.size}
        row = await reader.record(statement(STATEMENTS[order]), parameters)
        for _, _, *counts, found in () if row is None else row[f"hub_{order}"]:
            rows = [columns for _, columns, _ in found[: page.size]]
            goes_on = len(found) > page.size
            after = sort_key(request.sort, tuple(found[page.size - 1][0])) if goes_on else None
            return counts, Piece(rows, Page(PAPERS_AT_ONCE, after) if after else None)
        return None

    async def read_on(page: Page) -> Piece[Page]:
        found = await read(page)
        if found is None:
            raise _changed(id_)
        return found[1]

    first = await read(Page(FIRST_PAPERS))
    if first is not None:
        total = hub_numbers(request, *first[0]).total()
        async with contextlib.aclosing(_ahead(first[1], read_on)) as pieces:
            async for rows in pieces:
                yield total, rows


async def _listed_pieces(reader: Reader, id_: str, request: ListRequest) -> AsyncGenerator[tuple[int, Rows]]:
    """Yield the papers of any list, put in order by one statement."""
    parameters = {
        "list": {**list_parameter(request), "id": id_},
        "first": FIRST_PAPERS,
        "chunk": PAPERS_AT_ONCE,
    }
    total, first = None, Rows()
    ids: list[bytes] = []  # as texts they would take three times the memory
    patient = replace(reader, timeout_s=ORDER_TIMEOUT_S)
    async with contextlib.aclosing(patient.stream(statement("read/stream_list"), parameters)) as records:
        async for record in records:
            total = record["total"]
            first += record["papers"]
            if record["ids"]:
                ids.append(orjson.dumps(record["ids"]))
    if total is None:
        return

    async def read_on(place: int) -> Piece[int]:
        asked = orjson.loads(ids[place])
        row = await reader.record(statement("read/read_papers"), {**_PLAIN, "ids": asked})
        rows: Rows = (
            [] if row is None else [columns for _, columns, *_ in sorted(row["papers"], key=lambda one: one[0])]
        )
        if asked != [columns[0] for columns in rows]:
            raise _changed(id_)
        return Piece(rows, place + 1 if place + 1 < len(ids) else None)

    async with contextlib.aclosing(_ahead(Piece(first, 0 if ids else None), read_on)) as pieces:
        async for rows in pieces:
            yield total, rows


async def _ahead(first: Piece[Place], read_on: Callable[[Place], Awaitable[Piece[Place]]]) -> AsyncGenerator[Rows]:
    """Yield the papers of all pieces, the next one read while the reader takes one: no more than two are held."""

    async def read(place: Place) -> Piece[Place]:
        return await read_on(place)

    piece: Piece[Place] | None = first
    while piece is not None:
        following = None if piece.following is None else asyncio.create_task(read(piece.following))
        try:
            yield piece.rows
            piece = await following if following else None
        finally:
            if following:
                following.cancel()


def _changed(id_: str) -> GraphsvcError:
    return GraphsvcError(f"a load changed the list of {id_} while it was read; read it again")


_PLAIN = {
    "wants_abstract": False,
    "wants_identifiers": False,
    "wants_areas": False,
    "authors_from": 0,
    "authors_to": 0,
}
