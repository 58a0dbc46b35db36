"""Search over titles, abstracts, names of authors and ids."""

from typing import Any, Final

from graphsvc.domain.errors import BadIdentifier
from graphsvc.domain.identifiers import parse_identifier
from graphsvc.domain.search import Found, SearchRequest
from graphsvc.graph.connect import Reader
from graphsvc.graph.papers import filter_parameter, list_from_columns
from graphsvc.graph.rows import date_from_neo4j
from graphsvc.graph.search_words import search_words
from graphsvc.graph.statements import statement

MAX_EXAMINED: Final = 5_000
"""The most papers with the words whose years, areas and places are looked at: that takes most of a search's time."""


async def search_papers(reader: Reader, request: SearchRequest) -> Found:
    """Find papers by an id in any spelling, or by all words of a text; nothing typed is an error.

    Raises TimedOut, DatabaseUnavailable.
    """
    words, page = search_words(request.text), request.page
    search: dict[str, Any] = {
        "query": words.query,
        "id": _id_or_none(request.text),
        "examined": MAX_EXAMINED,
        "sort": request.sort.value,
        **filter_parameter(request.filter),
        "size": page.size if page else None,
        "backward": page.backward if page else False,
        "after": list(page.after) if page and page.after else None,
        "before": list(page.before) if page and page.before else None,
        "wants_years": request.wants_years,
        "areas_first": request.areas_first,
        "wants_types": request.types_first > 0,
        "wants_venues": request.venues_first > 0,
    }
    row = await reader.record(statement("read/search_papers"), {"search": search})
    if row is None:
        raise AssertionError("the statement returns one record")
    return Found(
        papers=list_from_columns(row["found"], request, date_from_neo4j(row["data_through"])),
        is_exact=row["taken"] < MAX_EXAMINED,
        not_searched=words.not_searched,
    )


def _id_or_none(text: str) -> str | None:
    try:
        return str(parse_identifier(text))
    except BadIdentifier:
        return None
