"""Makes GraphQL objects of what was read."""

from collections.abc import Callable, Sequence
from typing import Any

import strawberry

from graphsvc.api import types
from graphsvc.api.plan import AUTHORS_BINDING, authors_window
from graphsvc.api.selection import Selected
from graphsvc.cursors import encode_cursor
from graphsvc.domain.dataset import Area, Dataset, Load
from graphsvc.domain.dates import PartialDate
from graphsvc.domain.lists import ListedPaper, PaperList, ValueCount, YearCount
from graphsvc.domain.paper import Paper


def paper(found: Paper, answers: dict[str, Any]) -> types.Paper:
    """Return a paper; `answers` holds its fields that take arguments or go further, by their response keys."""
    return types.Paper(
        answers=answers,
        id=strawberry.ID(found.id),
        identifiers=[types.Identifier(scheme=i.scheme, value=i.value, url=i.url) for i in found.identifiers],
        title=found.title,
        abstract=found.abstract,
        type=found.type,
        venue=found.venue,
        language=found.language,
        published=None if found.published is None else partial_date(found.published),
        categories=list(found.categories),
        is_known=found.is_known,
        is_retracted=found.is_retracted,
        cited_by_count=found.cited_by_count,
        source_cited_by_count=None
        if found.source_cited_by_count is None
        else types.BigInt(found.source_cited_by_count),
        reference_count=found.reference_count,
        references_outside=found.references_outside,
    )


def partial_date(date: PartialDate) -> types.PartialDate:
    """Return a date."""
    return types.PartialDate(year=date.year, month=date.month, day=date.day, iso=date.iso)


def year_counts(years: Sequence[YearCount]) -> list[types.YearCount]:
    """Return bars."""
    return [
        types.YearCount(year=bar.year, count=bar.count, is_partial=bar.is_partial, through=bar.through) for bar in years
    ]


def type_counts(types_: Sequence[ValueCount]) -> list[types.TypeCount]:
    """Return the facet of types."""
    return [types.TypeCount(type=each.value, count=each.count) for each in types_]


def venue_counts(venues: Sequence[ValueCount]) -> list[types.VenueCount]:
    """Return the facet of venues."""
    return [types.VenueCount(venue=each.value, count=each.count) for each in venues]


def authors(found: Paper, field: Selected) -> types.AuthorConnection:
    """Return a page of a paper's authors; raises BadInput for bad arguments."""
    start, end = authors_window(field)
    edges = [
        types.AuthorEdge(
            cursor=encode_cursor((author.position,), AUTHORS_BINDING),
            node=types.Author(id=None if author.id is None else strawberry.ID(author.id), name=author.name),
        )
        for author in found.authors
        if start <= author.position < end
    ]
    return types.AuthorConnection(
        total_count=found.author_count,
        edges=edges,
        nodes=[edge.node for edge in edges],
        page_info=page_info([edge.cursor for edge in edges], found.author_count > end, start > 0),
    )


def page_info(cursors: Sequence[str], has_next: bool, has_previous: bool) -> types.PageInfo:
    """Return where a page lies."""
    return types.PageInfo(
        has_next_page=has_next,
        has_previous_page=has_previous,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )


def citation_edge(answers: dict[str, Any], cursor: str, listed: ListedPaper) -> types.CitationEdge:
    """Return a citation of a page."""
    facts = listed.facts
    return types.CitationEdge(
        answers=answers,
        cursor=cursor,
        contexts=list(facts.contexts) if facts else [],
        intents=list(facts.intents) if facts else [],
        is_influential=facts.is_influential if facts else None,
    )


def paper_edge(answers: dict[str, Any], cursor: str, _: ListedPaper) -> types.PaperEdge:
    """Return a paper of a page."""
    return types.PaperEdge(answers=answers, cursor=cursor)


def connection(
    found: PaperList,
    cursors: Sequence[str],
    answers: dict[str, Any],
    kind: Callable[..., types.PaperList],
) -> types.PaperList:
    """Return a page of a list of papers."""
    return kind(
        answers=answers,
        total_count=found.total,
        undated_count=found.undated,
        no_area_count=found.no_area,
        no_type_count=found.no_type,
        no_venue_count=found.no_venue,
        by_year=year_counts(found.years),
        page_info=page_info(cursors, found.has_next, found.has_previous),
    )


def area(found: Area, total: int | None, years: Sequence[YearCount], answers: dict[str, Any]) -> types.Area:
    """Return an area; `total` counts the papers below it too."""
    return types.Area(
        answers=answers,
        id=strawberry.ID(found.id),
        name=found.name,
        description=found.description,
        paper_count=found.paper_count,
        total_paper_count=total,
        by_year=year_counts(years),
    )


def dataset(found: Dataset, answers: dict[str, Any]) -> types.Dataset:
    """Return the data set."""
    return types.Dataset(
        answers=answers,
        name=found.name,
        version=found.version,
        data_through=found.data_through,
        paper_count=found.paper_count,
        citation_count=found.citation_count,
        unresolved_count=found.unresolved_count,
    )


def load(found: Load) -> types.Load:
    """Return a load."""
    report = found.report
    return types.Load(
        id=strawberry.ID(found.id),
        source=found.source,
        started=found.started,
        finished=found.finished,
        read_count=report["read"],
        new_count=report["new"],
        changed_count=report["changed"],
        same_count=report["same"],
        refused_count=report["refused"],
        merged_count=report["merged"],
        stale_count=report["stale"],
        withdrawn_count=report["withdrawn"],
        new_citation_count=report["citations_new"],
        gone_citation_count=report["citations_gone"],
        self_citation_count=report["self_citations"],
        duplicate_reference_count=report["duplicate_references"],
        unmatched_reference_count=report["unmatched"],
        known_by_id_count=report["known_by_id"],
        odd_value_count=report["odd_values"],
        cut_short=report["cut_short"],
        refusals=[types.Refusal(**row) for row in report["refused_lines"][:20]],
    )
