"""The GraphQL types: plain objects that hold what their root field has fetched (see fetch.py).

A field that takes arguments finds its answer under its response key in `answers`; an answer that is an error
becomes an error of that very field.
"""

import datetime
from enum import Enum
from typing import Annotated, Any, NewType

import strawberry

from graphsvc.api.inputs import After, Before, Filter, First, Last, PaperSort, Sort

BigInt = NewType("BigInt", int)
BIG_INT = strawberry.scalar(name="BigInt", description="A whole number that may be larger than 2^31.", serialize=int)

Answers = strawberry.Private[dict[str, Any]]
FETCHED = {"is_fetched": True}
AreasFirst = Annotated[int | None, strawberry.argument(description="The most areas to show, at most 100.")]
TypesFirst = Annotated[int | None, strawberry.argument(description="The most types to show, at most 100.")]
VenuesFirst = Annotated[int | None, strawberry.argument(description="The most venues to show, at most 100.")]


def answer(answers: dict[str, Any], info: strawberry.Info) -> Any:
    """Return what was fetched for the field that is being resolved; graphql-core raises it if it is an error."""
    return answers[str(info.path.key)]


def fetched(description: str) -> Any:
    """Declare a field that the root field has fetched: it only looks up its answer, which completion.py does itself."""
    return strawberry.field(description=description, metadata=FETCHED)


@strawberry.interface(description="Anything with an id of its own.")
class Node:
    """Relay's Node."""

    id: strawberry.ID = strawberry.field(description="Its id: the same in every answer, for ever.")


@strawberry.type(description="One identifier of a paper.")
class Identifier:
    """A scheme and a value."""

    scheme: str = strawberry.field(
        description="Who gave it: doi, arxiv, openalex, s2, mag, pmid …, x for private ones."
    )
    value: str = strawberry.field(description="The identifier itself in its normal form, without its scheme.")
    url: str | None = strawberry.field(description="The work's page at whoever gave the identifier, if there is one.")


@strawberry.type(description="A date as precise as it is known.")
class PartialDate:
    """A year, and month and day if known."""

    year: int = strawberry.field(description="The year.")
    month: int | None = strawberry.field(description="The month from 1 to 12; null when only the year is known.")
    day: int | None = strawberry.field(description="The day of the month; null when it is not known.")
    iso: str = strawberry.field(description='As text: "2019", "2019-05" or "2019-05-23".')


@strawberry.type(description="How many papers of a list were published in one year.")
class YearCount:
    """One bar."""

    year: int = strawberry.field(description="The year of publication.")
    count: int = strawberry.field(description="How many papers; years without any between the first and last are told.")
    is_partial: bool = strawberry.field(
        description="True for the year that was still running on the data's date, and for any later one."
    )
    through: datetime.date | None = strawberry.field(description="For a partial year: the last day the data cover.")


@strawberry.type(description="Where a page lies in its list, as Relay defines it.")
class PageInfo:
    """Relay's PageInfo."""

    has_next_page: bool = strawberry.field(description="Whether the list goes on behind this page.")
    has_previous_page: bool = strawberry.field(description="Whether there is something before this page.")
    start_cursor: str | None = strawberry.field(description="The first item's cursor; null on an empty page.")
    end_cursor: str | None = strawberry.field(description="The last item's cursor; null on an empty page.")


@strawberry.type(description="Someone who wrote a paper, named as the paper names them.")
class Author:
    """One author on one paper."""

    id: strawberry.ID | None = strawberry.field(description="The source's id of the person, if it gives one.")
    name: str = strawberry.field(description="The name as printed on the paper.")


@strawberry.type(description="An author in the order of the paper.")
class AuthorEdge:
    """Relay's edge."""

    cursor: str = strawberry.field(description="Where the author stands.")
    node: Author = strawberry.field(description="The author.")


@strawberry.type(description="The authors of a paper, in its order.")
class AuthorConnection:
    """Relay's connection."""

    total_count: int = strawberry.field(description="How many authors the paper has.")
    edges: list[AuthorEdge] = strawberry.field(description="The page's authors with their cursors.")
    nodes: list[Author] = strawberry.field(description="The page's authors.")
    page_info: PageInfo = strawberry.field(description="Where the page lies.")


@strawberry.type(description="How many papers of a list are in one area. A paper in two areas counts once in each.")
class AreaCount:
    """One entry of the facet."""

    answers: Answers
    count: int = strawberry.field(description="How many papers.")

    @fetched("The area.")
    def area(self, info: strawberry.Info) -> "Area":
        """Return the area as it was fetched for this place of the query."""
        return answer(self.answers, info)


@strawberry.type(description="How many papers of a list are of one type; spellings that differ by case count together.")
class TypeCount:
    """One entry of the facet."""

    type: str = strawberry.field(description="The type in its most frequent spelling.")
    count: int = strawberry.field(description="How many papers.")


@strawberry.type(description="How many papers of a list have one venue; spellings that differ by case count together.")
class VenueCount:
    """One entry of the facet."""

    venue: str = strawberry.field(description="The venue in its most frequent spelling.")
    count: int = strawberry.field(description="How many papers.")


@strawberry.type(description="An area that a source gives a paper.")
class PaperArea:
    """One membership."""

    answers: Answers
    is_primary: bool = strawberry.field(description="Whether it is the paper's main area.")
    score: float | None = strawberry.field(description="How sure the source is of it, if it says so.")

    @fetched("The area.")
    def area(self, info: strawberry.Info) -> "Area":
        """Return the area as it was fetched for this place of the query."""
        return answer(self.answers, info)


@strawberry.enum(description="What put a paper where it stands on the map of areas.")
class PlacementMethod(Enum):
    """The methods, by the values of the domain's."""

    GIVEN_BY_SOURCE = strawberry.enum_value("given_by_source", description="The paper's source names the area.")
    BY_CITATIONS = strawberry.enum_value("by_citations", description="Its citations: the area is made from these.")
    BY_TEXT = strawberry.enum_value("by_text", description="The words of its title and abstract.")
    NOT_PLACED = strawberry.enum_value("not_placed", description="Nothing placed it: it is not on the map.")


@strawberry.type(description="How well an area fits the words of a paper.")
class AreaScore:
    """One of the nearest areas."""

    answers: Answers
    score: float = strawberry.field(description="Larger is better; comparable among papers that one run placed.")

    @fetched("The area.")
    def area(self, info: strawberry.Info) -> "Area":
        """Return the area as it was fetched for this place of the query."""
        return answer(self.answers, info)


@strawberry.type(description="Where on the map of areas a paper stands, and why there.")
class Placement:
    """A paper's place."""

    answers: Answers
    is_on_map: bool = strawberry.field(description="Whether the paper stands in an area.")
    method: PlacementMethod = strawberry.field(description="What put it there.")
    score: float | None = strawberry.field(
        description="How sure what put it there is of it, if it says so: the source, or for BY_TEXT the text model."
    )
    explanation: str = strawberry.field(description="The reason in words.")

    @fetched("The area the paper stands in; null when it is not on the map.")
    def area(self, info: strawberry.Info) -> "Area | None":
        """Return the area as it was fetched for this place of the query."""
        return answer(self.answers, info)

    @fetched("The area most of its citers are in; null when none of them is in one.")
    def most_cited_in(self, info: strawberry.Info) -> AreaCount | None:
        """Return the largest entry of the citers' facet."""
        return answer(self.answers, info)

    @fetched(
        "The areas that fit the words of its title and abstract best, at most three, the best first; none where it has "
        "its area from elsewhere, or where its words were not tried."
    )
    def nearest(self, info: strawberry.Info) -> list[AreaScore]:
        """Return the areas as they were fetched for this place of the query."""
        return answer(self.answers, info)


@strawberry.type(description="One citation seen from a paper's list: the other paper and where it stands.")
class CitationEdge:
    """Relay's edge."""

    answers: Answers
    cursor: str = strawberry.field(description="Where the paper stands in the list; pass it as `after` or `before`.")
    contexts: list[str] = strawberry.field(description="The sentences around the citation, where a source has them.")
    intents: list[str] = strawberry.field(description="What it is cited for, in its source's words.")
    is_influential: bool | None = strawberry.field(
        description="Whether a source calls the citation influential; null when none says."
    )

    @fetched("The other paper: the citing one among citers, the cited one among references.")
    def node(self, info: strawberry.Info) -> "Paper":
        """Return the paper."""
        return answer(self.answers, info)


@strawberry.type(description="A paper in a list.")
class PaperEdge:
    """Relay's edge."""

    answers: Answers
    cursor: str = strawberry.field(description="Where the paper stands in the list; pass it as `after` or `before`.")

    @fetched("The paper.")
    def node(self, info: strawberry.Info) -> "Paper":
        """Return the paper."""
        return answer(self.answers, info)


@strawberry.interface(
    description="A list of papers with its counts. Without a filter of years, `totalCount` is the sum of `byYear` "
    "and `undatedCount`. Each facet applies every filter but its own."
)
class PaperList:
    """What all lists of papers have."""

    answers: Answers
    total_count: int = strawberry.field(description="How many papers the whole list has, under its filter.")
    undated_count: int = strawberry.field(description="How many of them have no known year, the filter's years aside.")
    no_area_count: int = strawberry.field(description="How many of them are in no area, the filter's areas aside.")
    no_type_count: int = strawberry.field(description="How many of them have no type, the filter's types aside.")
    no_venue_count: int = strawberry.field(description="How many of them have no venue, the filter's venues aside.")
    by_year: list[YearCount] = strawberry.field(
        description="How many by year of publication, from the first year to the last without holes; "
        "the filter's years do not apply."
    )
    page_info: PageInfo = strawberry.field(description="Where the page lies.")

    @fetched("How many by area, the largest first; the filter's areas do not apply.")
    def by_area(self, info: strawberry.Info, first: AreasFirst = 20) -> list[AreaCount]:
        """Return the facet."""
        return answer(self.answers, info)

    @fetched("How many by type, the largest first; the filter's types do not apply.")
    def by_type(self, info: strawberry.Info, first: TypesFirst = 20) -> list[TypeCount]:
        """Return the facet."""
        return answer(self.answers, info)

    @fetched("How many by venue, the largest first; the filter's venues do not apply.")
    def by_venue(self, info: strawberry.Info, first: VenuesFirst = 20) -> list[VenueCount]:
        """Return the facet."""
        return answer(self.answers, info)

    @fetched("The page's papers.")
    def nodes(self, info: strawberry.Info) -> list["Paper"]:
        """Return the papers of the page."""
        return answer(self.answers, info)


@strawberry.type(description="Citers or references of a paper: a page of them, and counts over the whole list.")
class CitationConnection(PaperList):
    """Relay's connection over citations."""

    @fetched("The page's citations with their cursors.")
    def edges(self, info: strawberry.Info) -> list[CitationEdge]:
        """Return the edges of the page."""
        return answer(self.answers, info)


@strawberry.type(description="Papers: a page of them, and counts over the whole list.")
class PaperConnection(PaperList):
    """Relay's connection over papers."""

    @fetched("The page's papers with their cursors.")
    def edges(self, info: strawberry.Info) -> list[PaperEdge]:
        """Return the edges of the page."""
        return answer(self.answers, info)


@strawberry.type(description="A paper: what its sources tell of it, who cites it and what it builds on.")
class Paper(Node):
    """One paper."""

    answers: Answers
    identifiers: list[Identifier] = strawberry.field(description="All its identifiers, its id first.")
    title: str | None = strawberry.field(description="The title; null when no source tells it.")
    abstract: str | None = strawberry.field(description="The abstract; null when no source has it.")
    type: str | None = strawberry.field(description='What it is, in its source\'s words ("article").')
    venue: str | None = strawberry.field(description="The journal, conference or series, in its source's words.")
    language: str | None = strawberry.field(description="The language, in its source's words.")
    published: PartialDate | None = strawberry.field(description="When it was published; null when that is unknown.")
    categories: list[str] = strawberry.field(description="The source's categories, the main one first.")
    is_known: bool = strawberry.field(description="False when only its id is known.")
    is_retracted: bool | None = strawberry.field(description="Whether it was retracted; null when no source says.")
    cited_by_count: int = strawberry.field(description="How many papers here cite it: the length of `citers`.")
    source_cited_by_count: BigInt | None = strawberry.field(description="How many citations its source claims.")
    reference_count: int | None = strawberry.field(
        description="How many works it refers to, here or outside; null when no reference list is known."
    )
    references_outside: int | None = strawberry.field(
        description="How many of those works have no record here; null when no reference list is known."
    )

    @fetched("Who wrote it, in the paper's order.")
    def authors(self, info: strawberry.Info, first: First = 10, after: After = None) -> AuthorConnection:
        """Return a page of authors."""
        return answer(self.answers, info)

    @fetched("The areas its source gives it, the main one first, then the surest.")
    def areas(self, info: strawberry.Info) -> list[PaperArea]:
        """Return its areas."""
        return answer(self.answers, info)

    @fetched("Where on the map of areas it stands, and why there.")
    def placement(self, info: strawberry.Info) -> Placement:
        """Return its place."""
        return answer(self.answers, info)

    @fetched("The papers here that cite it.")
    def citers(
        self,
        info: strawberry.Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        sort: Sort = PaperSort.MOST_CITED,
        filter: Filter = None,
    ) -> CitationConnection:
        """Return a page of citers."""
        return answer(self.answers, info)

    @fetched("The papers here that it cites; null when no reference list is known.")
    def references(
        self,
        info: strawberry.Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        sort: Sort = PaperSort.MOST_CITED,
        filter: Filter = None,
    ) -> CitationConnection | None:
        """Return a page of references."""
        return answer(self.answers, info)


@strawberry.type(
    description="Another area, and the citations between its papers and those of an area. A citation between papers "
    "that are in several areas counts once for each."
)
class AreaNeighbour:
    """One neighbour."""

    answers: Answers
    citing_count: int = strawberry.field(description="How many citations of this area's papers come from it.")
    cited_count: int = strawberry.field(description="How many citations this area's papers make to its papers.")
    is_exact: bool = strawberry.field(
        description="False where the area has too many citations to count: the counts are then those of a part of them."
    )

    @fetched("The other area.")
    def area(self, info: strawberry.Info) -> "Area":
        """Return the area as it was fetched for this place of the query."""
        return answer(self.answers, info)


@strawberry.type(description="An area of the map: a field, a subject, a topic.")
class Area(Node):
    """One area."""

    answers: Answers
    name: str = strawberry.field(description="Its name.")
    description: str | None = strawberry.field(description="What it is about, in its source's words.")
    paper_count: int = strawberry.field(description="How many papers are right in it, those of areas below aside.")
    total_paper_count: int | None = strawberry.field(
        description="How many papers are in it or in an area below it, each counted once; "
        "null while there are too many to count, as during a load."
    )
    by_year: list[YearCount] = strawberry.field(description="How many of those right in it by year of publication.")

    @fetched("The area it is part of; null at the top.")
    def parent(self, info: strawberry.Info) -> "Area | None":
        """Return the parent."""
        return answer(self.answers, info)

    @fetched("The areas it is part of, the topmost one first; empty at the top.")
    def ancestors(self, info: strawberry.Info) -> list["Area"]:
        """Return what is above it."""
        return answer(self.answers, info)

    @fetched("The areas that are part of it, by name.")
    def children(self, info: strawberry.Info) -> list["Area"]:
        """Return the children."""
        return answer(self.answers, info)

    @fetched("The areas with the most citations between their papers and those right in it, most first.")
    def neighbours(
        self,
        info: strawberry.Info,
        first: Annotated[int | None, strawberry.argument(description="The most areas to show, at most 100.")] = 10,
    ) -> list[AreaNeighbour]:
        """Return the nearest areas."""
        return answer(self.answers, info)

    @fetched("The papers right in it, or those of the areas below too.")
    def papers(
        self,
        info: strawberry.Info,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
        sort: Sort = PaperSort.MOST_CITED,
        filter: Filter = None,
        include_below: Annotated[
            bool | None,
            strawberry.argument(description="True: with the papers of all areas below it, each paper once."),
        ] = False,
    ) -> PaperConnection:
        """Return a page of papers."""
        return answer(self.answers, info)


@strawberry.type(description="An area in a list.")
class AreaEdge:
    """Relay's edge."""

    answers: Answers
    cursor: str = strawberry.field(description="Where the area stands in the list.")

    @fetched("The area.")
    def node(self, info: strawberry.Info) -> Area:
        """Return the area."""
        return answer(self.answers, info)


@strawberry.type(description="Areas by name.")
class AreaConnection:
    """Relay's connection."""

    answers: Answers
    total_count: int = strawberry.field(description="How many areas the whole list has.")
    page_info: PageInfo = strawberry.field(description="Where the page lies.")

    @fetched("The page's areas with their cursors.")
    def edges(self, info: strawberry.Info) -> list[AreaEdge]:
        """Return the edges of the page."""
        return answer(self.answers, info)

    @fetched("The page's areas.")
    def nodes(self, info: strawberry.Info) -> list[Area]:
        """Return the areas of the page."""
        return answer(self.answers, info)


@strawberry.type(description="A record that could not be taken.")
class Refusal:
    """Where a record stands that was refused, and why."""

    file: str = strawberry.field(description="The file it stands in.")
    line: int = strawberry.field(description="Its line, from 1.")
    reason: str = strawberry.field(description="Why it was refused.")
    quoted: str = strawberry.field(description="How it begins, at most 200 characters.")


@strawberry.type(description="One run of the loader.")
class Load:
    """A load and its report."""

    id: strawberry.ID = strawberry.field(description="Its id.")
    source: str = strawberry.field(description="The files it read.")
    started: datetime.datetime = strawberry.field(description="When it began.")
    finished: datetime.datetime | None = strawberry.field(
        description="When it ended; null while it runs, and when it was broken off: the same command goes on then."
    )
    read_count: int = strawberry.field(description="Records read.")
    new_count: int = strawberry.field(description="Papers that were new.")
    changed_count: int = strawberry.field(description="Records that told something new of a paper that was there.")
    same_count: int = strawberry.field(description="Records that were loaded before, and changed nothing.")
    refused_count: int = strawberry.field(description="Records that could not be taken.")
    merged_count: int = strawberry.field(description="Papers that turned out to be one with another.")
    stale_count: int = strawberry.field(description="Records of ids that their source had merged into others.")
    withdrawn_count: int = strawberry.field(description="Records and statements that their source took back.")
    new_citation_count: int = strawberry.field(description="Citations that were new.")
    gone_citation_count: int = strawberry.field(description="Citations that no source lists any more.")
    self_citation_count: int = strawberry.field(description="References of papers to themselves, left out.")
    duplicate_reference_count: int = strawberry.field(description="References that a list had again, left out.")
    unmatched_reference_count: int = strawberry.field(description="References that their source matched to no work.")
    known_by_id_count: int = strawberry.field(description="Papers of which only the id became known.")
    odd_value_count: int = strawberry.field(description="Values that made no sense and were left out of their records.")
    cut_short: str | None = strawberry.field(description="Which input ended too early, and where; null if none did.")
    refusals: list[Refusal] = strawberry.field(description="The first 20 records that were refused.")


@strawberry.type(description="The data set as a whole.")
class Dataset:
    """What is loaded."""

    answers: Answers
    name: str = strawberry.field(description="Its name.")
    version: str = strawberry.field(description="Another text after every change of the data.")
    data_through: datetime.date | None = strawberry.field(description="The last day the data cover, if it was told.")
    paper_count: int = strawberry.field(description="How many papers.")
    citation_count: int = strawberry.field(description="How many citations between them.")
    unresolved_count: int = strawberry.field(description="How many works are referred to and have no record here.")

    @fetched("The loads, the newest first.")
    def loads(
        self,
        info: strawberry.Info,
        first: Annotated[int | None, strawberry.argument(description="The most loads to show, at most 100.")] = 10,
    ) -> list[Load]:
        """Return the loads."""
        return answer(self.answers, info)
