"""The export as it is written."""

import asyncio

import orjson
import pytest

from graphsvc.domain.errors import DatabaseUnavailable, GraphsvcError
from graphsvc.web.export import ExportStream, Head, export_parts
from graphsvc.web.selection import Selection


async def chunks_of(total, chunks, closed, error=None):
    try:
        for papers in chunks:
            yield total, papers
        if error:
            raise error
    finally:
        closed.append(True)


async def written(head, total, chunks, error=None):
    source = chunks_of(total, chunks, [], error)
    _, first = await anext(source)
    return [part async for part in export_parts(head, total, first, source)]


@pytest.fixture
def head(make_paper):
    """The head of a filtered export."""
    return Head(make_paper(title='A "title"'), Selection(areas=("area:a",), first_year=2020), "2026-10-07")


def test_a_document_in_parts(head, make_paper):
    """The parts together are one valid document with all papers in order and their number."""
    papers = [make_paper(f"x:{n}") for n in range(5)]
    document = orjson.loads(b"".join(asyncio.run(written(head, 5, [papers[:2], papers[2:4], papers[4:]]))))
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
    assert "2019-05-23" == document["papers"][0]["published"]


def test_an_empty_list(head):
    """An empty list is a valid document too."""
    document = orjson.loads(b"".join(asyncio.run(written(head, 0, [[]]))))
    assert ([], 0) == (document["papers"], document["total"])


def test_a_list_that_ends_too_soon(head, make_paper):
    """A list shorter than it began with is an error and not the end of a document."""
    with pytest.raises(GraphsvcError):
        asyncio.run(written(head, 3, [[make_paper()], [make_paper()]]))


def test_an_error_on_the_way(head, make_paper):
    """An error while reading breaks the document off."""
    with pytest.raises(DatabaseUnavailable):
        asyncio.run(written(head, 2, [[make_paper()]], DatabaseUnavailable("gone")))


def test_no_end_after_an_error(head, make_paper):
    """After an error on the way the answer is never ended as if it were whole."""
    sent = []

    async def answer() -> None:
        source = chunks_of(2, [[make_paper()]], [], DatabaseUnavailable("gone"))
        _, first = await anext(source)

        async def send(message):
            sent.append(message)

        with pytest.raises(DatabaseUnavailable):
            await ExportStream(export_parts(head, 2, first, source), source, {}).stream_response(send)

    asyncio.run(answer())
    assert [None, True] == [message.get("more_body") for message in sent]


def test_the_source_is_closed_when_the_client_leaves(head, make_paper):
    """Whatever ends the answer early, what it reads from is closed."""
    closed: list[bool] = []

    async def leave_after_the_first_part() -> None:
        source = chunks_of(3, [[make_paper()]] * 3, closed)
        await anext(source)

        async def send(message):
            if message.get("body"):
                raise OSError("gone")

        response = ExportStream(export_parts(head, 3, [make_paper()], source), source, {})
        with pytest.raises(OSError, match="gone"):
            await response.stream_response(send)
        assert [True] == closed

    asyncio.run(leave_after_the_first_part())
