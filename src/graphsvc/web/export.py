"""A whole list as one JSON document, written while it is read."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Send

from graphsvc.domain.errors import GraphsvcError
from graphsvc.domain.identifiers import parse_identifier
from graphsvc.domain.lists import ListKind, ListRequest
from graphsvc.domain.paper import Paper
from graphsvc.freshness import freshness
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers, stream_list
from graphsvc.web.addresses import Address, paper_path
from graphsvc.web.area_names import area_names
from graphsvc.web.errors import NotFound, wants_json
from graphsvc.web.responses import HEADERS, json_answer, moved
from graphsvc.web.selection import Selection, read_selection

EXPORTS = {"citers.json": ListKind.CITERS, "references.json": ListKind.REFERENCES}

Chunks = AsyncGenerator[tuple[int, list[Paper]], None]


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the papers."""

    paper: Paper
    selection: Selection
    data_through: str | None

    def fields(self) -> dict[str, Any]:
        """The fields under the names that the GraphQL API has for them."""
        chosen = self.selection
        years = {"from": chosen.first_year, "to": chosen.last_year} if chosen.has_years else None
        return {
            "paper": {"id": self.paper.id, "title": self.paper.title},
            "sort": chosen.sort.name,
            "filter": {
                "areas": chosen.areas or None,
                "hasArea": chosen.filter.has_area,
                "years": years,
                "types": chosen.types or None,
                "venues": chosen.venues or None,
            },
            "dataThrough": self.data_through,
        }


class ExportStream(StreamingResponse):
    """A response that closes what it reads from, also when the client leaves before the end."""

    def __init__(self, parts: AsyncIterator[bytes], source: Chunks, headers: dict[str, str]) -> None:
        super().__init__(parts, headers=headers, media_type="application/json")
        self.source = source

    async def stream_response(self, send: Send) -> None:
        """Send the parts; anything that goes wrong breaks the response off, so nobody takes a part for the whole."""
        async with contextlib.aclosing(self.source):
            await super().stream_response(send)


async def export_answer(request: Request, address: Address) -> Response:
    """Answer `citers.json` and `references.json` of a paper."""
    wants_json(request)
    reader: Reader = request.app.state.reader
    file = address.file or ""
    selection, id_ = read_selection(request.query_params), str(parse_identifier(address.id))
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    found = await read_papers(reader, [id_], PaperWants())
    if found[0] is None:
        raise NotFound("paper", id_)
    paper = found[0].paper
    if paper.id != address.id:
        return moved(f"{paper_path(paper.id)}/{file}", request.url.query)
    await area_names(reader, selection.areas)
    head = Head(paper, selection, dataset.data_through.isoformat() if dataset.data_through else None)
    name = f'inline; filename="{file.partition(".")[0]}-{_file_name(paper.id)}.json"'
    headers = {**HEADERS, **fresh.headers, "Content-Disposition": name}
    if EXPORTS[file] is ListKind.REFERENCES and paper.reference_count is None:
        return json_answer({**head.fields(), "papers": None, "total": None}, headers=headers)
    if request.method == "HEAD":
        answer = Response(headers=headers, media_type="application/json")
        del answer.headers["content-length"]  # not known before the list is read
        return answer
    chunks: Any = stream_list(reader, paper.id, ListRequest(EXPORTS[file], selection.sort, selection.filter))
    try:
        total, papers = await anext(chunks)  # before the status is sent, so that a failure still gets its own
    except StopAsyncIteration:
        raise NotFound("paper", id_) from None
    return ExportStream(export_parts(head, total, papers, chunks), chunks, headers)


async def export_parts(head: Head, total: int, first: list[Paper], others: Chunks) -> AsyncIterator[bytes]:
    """Yield the document in parts; raises where the list ends before the length it began with."""
    yield orjson.dumps(head.fields())[:-1] + b',"papers":[' + _joined(first)
    written = len(first)
    async for _, papers in others:
        written += len(papers)
        yield b"," + _joined(papers)
    if written != total:
        raise GraphsvcError(f"the list of {head.paper.id} broke off after {written} of {total}")
    yield b'],"total":%d}\n' % total


def _joined(papers: list[Paper]) -> bytes:
    return orjson.dumps([_fields(paper) for paper in papers])[1:-1]


def _fields(paper: Paper) -> dict[str, Any]:
    return {
        "id": paper.id,
        "title": paper.title,
        "type": paper.type,
        "venue": paper.venue,
        "language": paper.language,
        "published": paper.published.iso if paper.published else None,
        "categories": paper.categories,
        "isKnown": paper.is_known,
        "isRetracted": paper.is_retracted,
        "citedByCount": paper.cited_by_count,
        "sourceCitedByCount": paper.source_cited_by_count,
        "referenceCount": paper.reference_count,
        "referencesOutside": paper.references_outside,
    }


def _file_name(id_: str) -> str:
    """Only what every system takes in a file's name."""
    return "".join(char if (char.isascii() and char.isalnum()) or char in ".-" else "_" for char in id_)
