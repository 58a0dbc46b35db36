"""The GraphQL types of the search."""

from enum import Enum
from typing import Annotated

import strawberry

from graphsvc.api.types import PaperEdge, PaperList, answer, fetched
from graphsvc.domain import search
from graphsvc.graph.search import MAX_EXAMINED


@strawberry.enum(
    description="The order of what a search finds. By relevance, ties go to the most cited, then the older, then by "
    "id; the other orders are those of PaperSort."
)
class SearchSort(Enum):
    """The orders, by the values of the domain's."""

    RELEVANCE = strawberry.enum_value(
        search.SearchSort.RELEVANCE.value,
        description="The paper with the id that was searched, then those that fit the words best, often cited ones "
        "before others that fit about as well.",
    )
    MOST_CITED = strawberry.enum_value("most_cited", description="Cited by the most papers here first.")
    NEWEST = strawberry.enum_value("newest", description="The latest publication date first.")
    OLDEST = strawberry.enum_value("oldest", description="The earliest publication date first.")
    TITLE = strawberry.enum_value("title", description="By title, without regard to case, accents and quotes.")
    MOST_CITED_PER_YEAR = strawberry.enum_value(
        "most_cited_per_year",
        description="By citations here a year since publication, the year of the data's date included.",
    )


SearchText = Annotated[
    str,
    strawberry.argument(
        description='Words, all of which a paper has in its title, abstract or names of authors, "phrases", and '
        "-words that it has not; the last word may be the beginning of one. Or an id in any spelling. Nothing is "
        "syntax beside quotes and the minus sign before a word, and no text is an error."
    ),
]
SearchOrder = Annotated[SearchSort | None, strawberry.argument(description="The order of the list.")]


@strawberry.type(
    description="Papers that a search found: a page of them, and counts. Where very many papers have the words, those "
    "that fit best or are cited most make the list, and its counts are lower bounds: see `isExact`."
)
class SearchConnection(PaperList):
    """Relay's connection over what was found."""

    is_exact: bool = strawberry.field(
        description="False where more papers have the words than are looked at, which are the "
        f"{MAX_EXAMINED:,} that fit best and all that are cited 1,000 times or more: the list holds only these, in "
        "every order, and all its counts may be too low."
    )
    not_searched: list[str] = strawberry.field(
        description='Words of the text that were not searched: those that nearly every text has ("the"), and those '
        "beyond the first 20."
    )

    @fetched("The page's papers with their cursors.")
    def edges(self, info: strawberry.Info) -> list[PaperEdge]:
        """Return the edges of the page."""
        return answer(self.answers, info)
