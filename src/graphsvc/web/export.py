"""Whole lists as files: citers.json, references.csv and the like, written while they are read."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.errors import GraphsvcError
from graphsvc.domain.identifiers import parse_identifier
from graphsvc.domain.lists import ListKind, ListRequest
from graphsvc.domain.paper import Paper
from graphsvc.freshness import freshness
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.whole_lists import Rows, stream_list
from graphsvc.web.addresses import Address, paper_path
from graphsvc.web.area_names import area_names
from graphsvc.web.errors import NotFound, NotKnown, wants_json
from graphsvc.web.list_formats import FORMATS, ListFormat
from graphsvc.web.responses import HEADERS, file_name, json_answer, moved
from graphsvc.web.selection import Selection, read_selection
from graphsvc.web.stream import Stream

LISTS: Final = {
    f"{kind.value}.{ending}": (kind, format_)
    for kind in (ListKind.CITERS, ListKind.REFERENCES)
    for ending, format_ in FORMATS.items()
}
"""The files by their names: which list, and in which format."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a list is of."""

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


async def list_answer(request: Request, address: Address) -> Response:
    """Answer a file of LISTS below a paper."""
    wants_json(request)
    reader: Reader = request.app.state.reader
    file = address.file or ""
    kind, format_ = LISTS[file]
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
    stem, _, ending = file.partition(".")
    headers = {**HEADERS, **fresh.headers, "Content-Disposition": file_name(f"{stem}-{paper.id}", ending)}
    if kind is ListKind.REFERENCES and paper.reference_count is None:
        if not format_.tells_unknown:
            raise NotKnown(f"no reference list of {paper.id} is known here; {stem}.json says so with null")
        return json_answer({**head.fields(), "papers": None, "total": None}, headers=headers)
    if request.method == "HEAD":
        answer = Response(headers=headers, media_type=format_.media_type)
        del answer.headers["content-length"]  # not known before the list is read
        return answer
    pieces = stream_list(reader, paper.id, ListRequest(kind, selection.sort, selection.filter))
    first = await anext(pieces, None)  # before the status is sent, so that a failure still gets its own
    if first is None:
        raise NotFound("paper", id_)
    headers["X-Total-Count"] = str(first[0])
    return Stream(list_parts(head, format_, first, pieces), pieces, headers, format_.media_type)


async def list_parts(
    head: Head, format_: ListFormat, first: tuple[int, Rows], others: AsyncIterator[tuple[int, Rows]]
) -> AsyncIterator[bytes]:
    """Yield the file in parts, and clear what was taken from `others`.

    Raises GraphsvcError where the list ends before the length it began with.
    """
    total, rows = first
    part = format_.begin(head.fields()) + format_.papers(rows)
    written = len(rows)
    yield part
    async for _, rows in others:
        part = format_.between + format_.papers(rows)
        written += len(rows)
        rows.clear()  # a slow reader should cost no more than the text that it has not taken
        yield part
    if written != total:
        raise GraphsvcError(f"the list of {head.paper.id} broke off after {written} of {total}")
    yield format_.end(total)
