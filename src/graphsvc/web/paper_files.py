"""One paper as a file: all of it as JSON, and what a bibliography needs as BibTeX and CSL-JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import orjson
from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.errors import BadIdentifier
from graphsvc.domain.identifiers import parse_identifier
from graphsvc.domain.lists import ListKind, ListRequest, PaperList
from graphsvc.domain.paper import Paper
from graphsvc.domain.placement import placement
from graphsvc.freshness import freshness
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.web.addresses import Address, paper_path
from graphsvc.web.bibtex import bibtex_entry
from graphsvc.web.csl import csl_item
from graphsvc.web.errors import NotFound, wants_json
from graphsvc.web.responses import HEADERS, file_name, moved

ALL_AUTHORS = 2**31


@dataclass(frozen=True, slots=True)
class PaperFile:
    """One kind of file: what it reads beside the paper, and how it is written."""

    media_type: str
    write: Callable[[Paper, PaperList | None], bytes]
    lists: tuple[ListRequest, ...] = ()


async def paper_file_answer(request: Request, address: Address) -> Response | None:
    """Answer a file of PAPER_FILES; None where no paper has the id before its end and one has all of it as its id."""
    wants_json(request)
    reader: Reader = request.app.state.reader
    ending = address.file or ""
    file = PAPER_FILES[ending]
    dataset = await read_dataset(reader)
    fresh = freshness(request, dataset.version)
    if fresh.is_kept:
        return fresh.not_modified()
    id_, whole = _normal(address.id), _normal(address.id + ending)
    if id_ is None and whole is None:
        parse_identifier(address.id)  # says what is wrong with it
    asked = [each for each in (id_, whole) if each is not None]
    found = dict(zip(asked, await read_papers(reader, asked, _WANTS, file.lists), strict=True))
    own = None if id_ is None else found[id_]
    if own is None:
        if whole is not None and found[whole] is not None:
            wants_json(request, is_program=False)
            return None
        raise NotFound("paper", id_ or whole or "")
    paper = own.paper
    if paper.id != address.id:
        return moved(f"{paper_path(paper.id)}{ending}", request.url.query)
    headers = {**HEADERS, **fresh.headers, "Content-Disposition": file_name(paper.id, ending.removeprefix("."))}
    return Response(file.write(paper, own.lists[0] if own.lists else None), headers=headers, media_type=file.media_type)


def _normal(text: str) -> str | None:
    try:
        return str(parse_identifier(text))
    except BadIdentifier:
        return None


def paper_fields(paper: Paper, citers: PaperList | None) -> dict[str, Any]:
    """Return all of a paper under the names that the GraphQL API has; `citers` is the list with its area facet."""
    place = placement(paper, citers)
    most = place.most_cited_in
    return {
        "id": paper.id,
        "identifiers": [{"scheme": each.scheme, "value": each.value, "url": each.url} for each in paper.identifiers],
        "title": paper.title,
        "abstract": paper.abstract,
        "type": paper.type,
        "venue": paper.venue,
        "language": paper.language,
        "published": paper.published.iso if paper.published else None,
        "categories": paper.categories,
        "authors": [{"id": author.id, "name": author.name} for author in paper.authors],
        "areas": [
            {"id": area.id, "name": area.name, "isPrimary": area.is_primary, "score": area.score}
            for area in paper.areas
        ],
        "isKnown": paper.is_known,
        "isRetracted": paper.is_retracted,
        "placement": {
            "isOnMap": place.is_on_map,
            "area": {"id": place.area.id, "name": place.area.name} if place.area else None,
            "method": place.method.name,
            "score": place.area.score if place.area else None,
            "explanation": place.explanation,
            "mostCitedIn": {"area": {"id": most.area.id, "name": most.area.name}, "count": most.count}
            if most
            else None,
            "nearest": [{"area": {"id": each.id, "name": each.name}, "score": each.score} for each in place.nearest],
        },
        "citedByCount": paper.cited_by_count,
        "sourceCitedByCount": paper.source_cited_by_count,
        "referenceCount": paper.reference_count,
        "referencesOutside": paper.references_outside,
    }


def _json(paper: Paper, citers: PaperList | None) -> bytes:
    return orjson.dumps(paper_fields(paper, citers), option=orjson.OPT_APPEND_NEWLINE)


def _bibtex(paper: Paper, _: PaperList | None) -> bytes:
    return bibtex_entry(paper).encode()


def _csl(paper: Paper, _: PaperList | None) -> bytes:
    return orjson.dumps([csl_item(paper)], option=orjson.OPT_APPEND_NEWLINE)


_WANTS: Final = PaperWants(abstract=True, identifiers=True, areas=True, authors_to=ALL_AUTHORS)
PAPER_FILES: Final = {
    ".csl.json": PaperFile("application/vnd.citationstyles.csl+json", _csl),
    ".json": PaperFile("application/json", _json, (ListRequest(ListKind.CITERS, areas_first=1),)),
    ".bib": PaperFile("application/x-bibtex; charset=utf-8", _bibtex),
}
"""Each file by how its name ends, the longer one first where one is the end of another."""
