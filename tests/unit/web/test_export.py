"""Whole lists as they are written: heads, parts, and what happens when one ends too soon."""

import asyncio

import orjson
import pytest

from graphsvc.domain.errors import DatabaseUnavailable, GraphsvcError
from graphsvc.web import stream
from graphsvc.web.export import Head, list_parts
from graphsvc.web.list_formats import FORMATS
from graphsvc.web.selection import Selection
from graphsvc.web.stream import Stream
from tests.unit.web.test_list_formats import columns_of


async def pieces_of(total, pieces, closed, error=None):
    """Yield what stream_list would, and note that it was closed."""
    try:
        for rows in pieces:
            yield total, rows
        if error:
            raise error
    finally:
        closed.append(True)


async def written(head, ending, total, pieces, error=None):
    source = pieces_of(total, pieces, [], error)
    return [part async for part in list_parts(head, FORMATS[ending], await anext(source), source)]


@pytest.fixture
def head(make_paper):
    """The head of a filtered export."""
    return Head(make_paper(title='A "title"'), Selection(areas=("area:a",), first_year=2020), "2026-10-07")


def test_a_document_in_parts(head):
    """The parts together are one valid document with all papers in order and their number."""
    rows = [columns_of(id=f"x:{n}") for n in range(5)]
    document = orjson.loads(b"".join(asyncio.run(written(head, "json", 5, [rows[:2], rows[2:4], rows[4:]]))))
    assert ["paper", "sort", "filter", "dataThrough", "papers", "total"] == list(document)
    assert {"id": "x:1", "title": 'A "title"'} == document["paper"]
    expected = {
        "areas": ["area:a"],
        "hasArea": None,
        "years": {"from": 2020, "to": None},
        "types": None,
        "venues": None,
    }
    assert ("MOST_CITED", expected, "2026-10-07") == (document["sort"], document["filter"], document["dataThrough"])
    assert (5, [f"x:{n}" for n in range(5)]) == (document["total"], [paper["id"] for paper in document["papers"]])


def test_lines_in_parts(head):
    """NDJSON in parts is a paper a line, CSV has its header once."""
    rows = [columns_of(id=f"x:{n}") for n in range(5)]
    lines = b"".join(asyncio.run(written(head, "ndjson", 5, [rows[:2], rows[2:]]))).split(b"\n")
    assert ([f"x:{n}" for n in range(5)], b"") == ([orjson.loads(line)["id"] for line in lines[:-1]], lines[-1])
    csv = b"".join(asyncio.run(written(head, "csv", 5, [rows[:2], rows[2:]]))).split(b"\r\n")
    assert (["id", *(f"x:{n}" for n in range(5))], b"") == (
        [line.split(b",")[0].decode() for line in csv[:-1]],
        csv[-1],
    )


@pytest.mark.parametrize(("ending", "lines"), [("ndjson", 0), ("csv", 1)])
def test_an_empty_list(head, ending, lines):
    """An empty list is a whole file in each format."""
    assert lines == b"".join(asyncio.run(written(head, ending, 0, [[]]))).count(b"\n")
    document = orjson.loads(b"".join(asyncio.run(written(head, "json", 0, [[]]))))
    assert ([], 0) == (document["papers"], document["total"])


@pytest.mark.parametrize("ending", FORMATS)
def test_a_list_that_ends_too_soon(head, ending):
    """A list shorter than it began with is an error and not the end of a file."""
    with pytest.raises(GraphsvcError, match="broke off after 2 of 3"):
        asyncio.run(written(head, ending, 3, [[columns_of()], [columns_of()]]))


@pytest.mark.parametrize("ending", FORMATS)
def test_no_end_after_an_error(head, ending):
    """After an error on the way the answer is never ended as if it were whole."""
    sent, closed = [], []

    async def answer() -> None:
        source = pieces_of(2, [[columns_of()]], closed, DatabaseUnavailable("gone"))
        parts = list_parts(head, FORMATS[ending], await anext(source), source)

        async def send(message):
            sent.append(message)

        with pytest.raises(DatabaseUnavailable):
            await Stream(parts, source, {}, "text/plain").stream_response(send)

    asyncio.run(answer())
    assert [None, True] == [message.get("more_body") for message in sent]
    assert [True] == closed


def test_the_source_is_closed_when_the_reader_leaves(head):
    """Whatever ends the answer early, what it reads from is closed."""
    closed: list[bool] = []

    async def leave_after_the_first_part() -> None:
        source = pieces_of(3, [[columns_of()]] * 3, closed)
        parts = list_parts(head, FORMATS["json"], await anext(source), source)

        async def send(message):
            if message.get("body"):
                raise OSError("gone")

        with pytest.raises(OSError, match="gone"):
            await Stream(parts, source, {}, "text/plain").stream_response(send)
        assert [True] == closed

    asyncio.run(leave_after_the_first_part())


def test_a_reader_that_stops_reading(head, monkeypatch):
    """A part that nobody takes in time ends the answer, and what it reads from is closed."""
    monkeypatch.setattr(stream, "WRITE_TIMEOUT_S", 0.05)
    closed: list[bool] = []

    async def never_read() -> None:
        source = pieces_of(3, [[columns_of()]] * 3, closed)
        parts = list_parts(head, FORMATS["csv"], await anext(source), source)

        async def send(message):
            if message.get("body"):
                await asyncio.Event().wait()

        with pytest.raises(GraphsvcError, match="a reader took nothing for"):
            await Stream(parts, source, {}, "text/plain").stream_response(send)
        assert [True] == closed

    asyncio.run(never_read())


def test_large_parts_are_sent_in_small_ones():
    """What is sent at once is small, so that a slow reader has time for it, and all of it is sent in order."""
    body, sent = bytes(range(256)) * 1000, []

    async def answer() -> None:
        source = pieces_of(0, [], [])

        async def parts():
            yield body

        async def send(message):
            sent.append(message)

        await Stream(parts(), source, {}, "text/plain").stream_response(send)

    asyncio.run(answer())
    pieces = [message["body"] for message in sent[1:]]
    assert body == b"".join(pieces)
    assert stream.PART_BYTES == max(map(len, pieces))
    assert [False] == [message["more_body"] for message in sent[1:] if not message["more_body"]]
