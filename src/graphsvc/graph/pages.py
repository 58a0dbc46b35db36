"""Reads the whole store piece by piece, each piece a statement of its own: no long transaction, bounded memory."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from graphsvc.graph.connect import Reader
from graphsvc.graph.rows import Columns
from graphsvc.graph.statements import statement

PAGE_SIZE = 2_000


async def read_pages(
    reader: Reader, name: str, column: str, parameters: Mapping[str, Any] | None = None
) -> AsyncGenerator[list[Columns]]:
    """Yield what a statement returns in `column`, a list of rows that begin with their id, until no row is left.

    The statement takes the id after which the rows follow as `$after_id` and how many come at most as `$most`. While a
    page is worked on, the next one is read. Raises TimedOut, DatabaseUnavailable.
    """

    async def page_after(id_: str) -> list[Columns]:
        row = await reader.record(statement(name), {**(parameters or {}), "after_id": id_, "most": PAGE_SIZE})
        return [] if row is None else row[column]

    page = await page_after("")
    while page:
        following = asyncio.create_task(page_after(page[-1][0]))
        try:
            yield page
            page = await following
        finally:
            following.cancel()
