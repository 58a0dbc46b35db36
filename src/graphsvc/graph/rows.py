"""Turns the columns that statements return into the domain's dataclasses."""

import datetime
from typing import Any

from graphsvc.domain.dates import partial_date_from_ymd
from graphsvc.domain.identifiers import Identifier
from graphsvc.domain.paper import AreaScore, Author, Paper, PaperArea, TextFit

Columns = list[Any]


def paper_from_columns(
    columns: Columns,
    abstract: str | None = None,
    authors: tuple[Author, ...] = (),
    identifiers: tuple[Identifier, ...] = (),
    areas: tuple[PaperArea, ...] = (),
) -> Paper:
    """Return the paper of one row of columns, as read_papers and list_papers return them."""
    (
        paper_id, title, type_, venue, language, published_ymd, categories, is_known, is_retracted,
        cited_by_count, source_cited_by_count, references_here, references_outside, author_count,
    ) = columns  # fmt: skip
    return Paper(
        id=paper_id,
        title=title,
        type=type_,
        venue=venue,
        language=language,
        published=None if published_ymd is None else partial_date_from_ymd(published_ymd),
        categories=tuple(categories or ()),
        is_known=is_known is not False,
        is_retracted=is_retracted,
        cited_by_count=cited_by_count,
        source_cited_by_count=source_cited_by_count,
        references_here=references_here,
        references_outside=references_outside,
        author_count=author_count,
        abstract=abstract,
        authors=authors,
        identifiers=identifiers,
        areas=areas,
    )


def paper_area(
    id_: str, name: str, is_primary: bool | None, score: float | None, placed_by: str | None, map_: str | None
) -> PaperArea:
    """Return an area that a paper is in, as read_papers returns it."""
    return PaperArea(id_, name, bool(is_primary), score, by_text=placed_by == "text", by_citations=map_ == "citations")


def fit_from_columns(columns: Columns | None) -> TextFit | None:
    """Return what was found by the words of a paper, as read_papers returns it; None where they were not tried."""
    if columns is None:
        return None
    nearest, tried, needed, by_title = columns
    if tried and not nearest:
        return None  # these areas are no more: what there is now was not tried
    return TextFit(tuple(AreaScore(*each) for each in nearest), needed, bool(by_title))


def identifier_from_id(text: str) -> Identifier:
    """Return an id of the store, which is in normal form already, as scheme and value."""
    scheme, _, value = text.partition(":")
    return Identifier(scheme, value)


def date_from_neo4j(value: Any) -> datetime.date | None:
    """Return a date of Neo4j as one of Python; None stays None."""
    return None if value is None else value.to_native()


def time_from_neo4j(value: Any) -> datetime.datetime | None:
    """Return a point in time of Neo4j as one of Python; None stays None."""
    return None if value is None else value.to_native()
