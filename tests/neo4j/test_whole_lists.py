"""Whole lists read piece by piece: nothing is open between the pieces, and a list that changed is not gone on with."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import pytest

from graphsvc.domain.errors import GraphsvcError
from graphsvc.domain.lists import ListKind, ListRequest, PaperFilter
from graphsvc.graph import hub_refresh, whole_lists
from graphsvc.graph.connect import Reader
from graphsvc.graph.whole_lists import Rows, stream_list
from tests.conftest import Store

pytestmark = pytest.mark.neo4j

CITERS = 40
# x:0 … x:39 -> x:target, the larger numbers later; x:lister -> all of them
RECORDS = [
    {"id": "x:target"},
    *({"id": f"x:{number}", "published": f"{1950 + number}", "references": ["x:target"]} for number in range(CITERS)),
    {"id": "x:lister", "references": [f"x:{number}" for number in range(CITERS)]},
]
OLDEST = [f"x:{number}" for number in range(CITERS)]
LISTS = [
    ("x:target", ListRequest(ListKind.CITERS), True),
    ("x:target", ListRequest(ListKind.CITERS), False),
    ("x:lister", ListRequest(ListKind.REFERENCES), False),
]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_lists, "FIRST_PAPERS", 3)
    monkeypatch.setattr(whole_lists, "PAPERS_AT_ONCE", 5)


def loaded(store: Store, monkeypatch: pytest.MonkeyPatch, *, is_hub: bool) -> None:
    """Load the papers, the cited one as a hub or not."""
    monkeypatch.setattr(hub_refresh, "HUB_CITERS", CITERS if is_hub else CITERS + 1)
    store.load(RECORDS)
    assert is_hub == bool(store.rows("MATCH (hub:Hub) WHERE hub.citer_counts IS NOT NULL RETURN hub.id"))


@contextlib.asynccontextmanager
async def begun(reader: Reader, id_: str, request: ListRequest) -> AsyncGenerator[AsyncGenerator[tuple[int, Rows]]]:
    """Read the first piece; then nobody reads on."""
    async with contextlib.aclosing(stream_list(reader, id_, request)) as pieces:
        total, rows = await anext(pieces)
        assert (CITERS, OLDEST[:3]) == (total, [columns[0] for columns in rows])
        yield pieces


@pytest.mark.parametrize(("id_", "request_", "is_hub"), LISTS)
def test_nothing_is_open_between_pieces(
    store: Store, monkeypatch: pytest.MonkeyPatch, id_: str, request_: ListRequest, is_hub: bool
) -> None:
    """While the reader takes a piece there is no transaction, and the rest comes when it is taken."""
    loaded(store, monkeypatch, is_hub=is_hub)

    async def read(reader: Reader) -> list[str]:
        async with begun(reader, id_, request_) as pieces:
            # the next piece is read meanwhile, which ends by itself
            for _ in range(100):
                await asyncio.sleep(0.2)
                open_ones = store.rows("SHOW TRANSACTIONS YIELD currentQuery")
                if len(open_ones) == 1:
                    break
            assert ["SHOW TRANSACTIONS YIELD currentQuery"] == open_ones
            return [columns[0] async for _, rows in pieces for columns in rows]

    assert OLDEST[3:] == store.read(read)


@pytest.mark.parametrize(("id_", "request_", "is_hub"), LISTS)
def test_a_list_that_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, id_: str, request_: ListRequest, is_hub: bool
) -> None:
    """Where the rest of a list can no longer be told, reading ends with an error and not with a shorter list."""
    loaded(store, monkeypatch, is_hub=is_hub)

    async def read(reader: Reader) -> None:
        async with begun(reader, id_, request_) as pieces:
            if is_hub:
                store.rows("MATCH (hub:Hub) SET hub.citer_counts = null")
            else:
                store.rows("MATCH (paper:Paper {id: 'x:30'}) SET paper.id = 'x:other'")
            with pytest.raises(GraphsvcError, match=f"a load changed the list of {id_} while it was read"):
                async for _ in pieces:
                    pass

    store.read(read)


def test_pieces_hold_what_they_should(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list has a short piece first, then full ones; an empty one is one empty piece, an unknown one is none."""
    loaded(store, monkeypatch, is_hub=False)

    async def sizes(reader: Reader, id_: str, request: ListRequest) -> list[tuple[int, int]]:
        return [(total, len(rows)) async for total, rows in stream_list(reader, id_, request)]

    whole, none = ListRequest(ListKind.CITERS), ListRequest(ListKind.CITERS, filter=PaperFilter(first_year=2100))
    expected = [(40, 3), *[(40, 5)] * 7, (40, 2)]
    assert expected == store.read(lambda reader: sizes(reader, "x:target", whole))
    assert [(3, 3)] == store.read(
        lambda reader: sizes(reader, "x:target", ListRequest(ListKind.CITERS, filter=PaperFilter(last_year=1952)))
    )
    assert [(0, 0)] == store.read(lambda reader: sizes(reader, "x:target", none))
    assert [] == store.read(lambda reader: sizes(reader, "x:nobody", whole))
