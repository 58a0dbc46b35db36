"""The first page: what the data is, and a search by id or by words of a title."""

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.errors import BadIdentifier
from graphsvc.domain.identifiers import normal_area_id, parse_identifier
from graphsvc.domain.text import clean_text
from graphsvc.freshness import freshness
from graphsvc.graph.areas import read_areas
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.search import search_titles
from graphsvc.web.addresses import area_path, paper_path
from graphsvc.web.facts import data_date
from graphsvc.web.lists import ShownList
from graphsvc.web.responses import page, see_other
from graphsvc.web.wording import number

MOST_FOUND = 50


async def search(request: Request) -> Response:
    """Answer `/`: an id goes straight to its page, words give a list."""
    reader: Reader = request.app.state.reader
    query = clean_text(request.query_params.get("q", ""))
    dataset = await read_dataset(reader)
    values = {"dataset": dataset, "data_date": data_date(dataset.data_through), "query": query}
    if not query:
        fresh = freshness(request, dataset.version)
        return fresh.not_modified() if fresh.is_kept else page("home.html", values, headers=fresh.headers)
    # what a search finds has no tag: the index of titles follows the data a moment later
    path, note = await _by_id(reader, query)
    if path is not None:
        return see_other(path)
    papers = await search_titles(reader, query, MOST_FOUND)
    found = ShownList(_heading(len(papers)), len(papers), tuple(papers[:12]), tuple(papers[12:]))
    return page("search.html", {**values, "note": note, "found": found})


async def to_search(_: Request) -> Response:
    """Answer `/papers/`, where no paper is named."""
    return see_other("/")


async def _by_id(reader: Reader, query: str) -> tuple[str | None, str | None]:
    """The path of what has this id; else, where the text looks like an id, a note on why nothing was found."""
    try:
        if query[:5].lower() == "area:":
            id_ = normal_area_id(query)
            area = (await read_areas(reader, [id_]))[0]
            return (area_path(id_), None) if area else (None, f"No area here has the id {id_}.")
        id_ = str(parse_identifier(query))
    except BadIdentifier as error:
        return None, f"{error}." if _ID_LIKE.fullmatch(query) else None
    found = (await read_papers(reader, [id_], PaperWants()))[0]
    return (paper_path(found.paper.id), None) if found else (None, f"No paper here has the id {id_}.")


# One word of digits, or with a scheme, an address or an archive before digits.
_ID_LIKE: Final = re.compile(r"[0-9]+|[^\s:/]+[:/]\S*[0-9]\S*|[a-z]+://\S+", re.IGNORECASE)


def _heading(count: int) -> str:
    if count == MOST_FOUND:
        return f"{count} best matches"
    if not count:
        return "No title has all of these words"
    return "1 title has all of these words" if count == 1 else f"{number(count)} titles have all of these words"
