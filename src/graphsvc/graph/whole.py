"""Reads the whole store back as the records that would make it anew."""

from collections.abc import AsyncGenerator, Iterator

from graphsvc.domain.dates import partial_date_from_ymd
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    MergeRecord,
    PaperRecord,
)
from graphsvc.graph.connect import Reader
from graphsvc.graph.pages import read_pages
from graphsvc.graph.reference_lists import STATED, statement_id
from graphsvc.graph.rows import Columns


async def read_whole_papers(reader: Reader) -> AsyncGenerator[list[PaperRecord | CitationRecord]]:
    """Yield the records of all papers in the order of their ids, each followed by the citations that are told apart.

    These are the ones stated by themselves, and those with facts. A paper that no record tells of has none here; where
    no citation names it either, one without a cited work does.
    """
    async for page in read_pages(reader, "read/list_whole_papers", "papers", {"stated": STATED}):
        yield [record for columns in page for record in _records(columns)]


async def read_whole_areas(reader: Reader) -> AsyncGenerator[list[AreaRecord]]:
    """Yield the areas in the order of their ids."""
    async for page in read_pages(reader, "read/list_whole_areas", "areas"):
        yield [AreaRecord(*columns) for columns in page]


async def read_merges(reader: Reader) -> AsyncGenerator[list[MergeRecord]]:
    """Yield the ids that were merged into others, in their order."""
    async for page in read_pages(reader, "read/list_merges", "merges"):
        yield [MergeRecord(*columns) for columns in page]


async def read_citations(reader: Reader) -> AsyncGenerator[list[CitationRecord]]:
    """Yield every citation, without its facts, in the order of the ids of its ends."""
    async for page in read_pages(reader, "read/list_citations", "papers"):
        yield [CitationRecord(citing, cited) for citing, ids in page for cited in sorted(ids)]


def _records(columns: Columns) -> Iterator[PaperRecord | CitationRecord]:
    (
        id_, is_known, ids, title, abstract, ymd, type_, venue, language, authors, categories, areas,
        references_known, listed, outside, cites_any, source_cited_by_count, is_retracted, told, is_alone,
    ) = columns  # fmt: skip
    references = (*sorted(listed), *sorted(outside))
    # a list that is known and has nothing in it is empty, unless what made it known are citations told apart
    has_list = bool(references or (references_known and not cites_any))
    if is_known or ids or references:
        yield PaperRecord(
            id=id_,
            ids=tuple(sorted(ids)),
            title=title,
            abstract=abstract,
            published=None if ymd is None else partial_date_from_ymd(ymd),
            type=type_,
            venue=venue,
            language=language,
            authors=tuple(AuthorRecord(name, author_id) for name, author_id in authors) or None,
            categories=None if categories is None else tuple(categories),
            areas=tuple(AreaMembership(area_id, score) for area_id, score in areas) or None,
            references=references if has_list else None,
            source_cited_by_count=source_cited_by_count,
            is_retracted=is_retracted,
        )
    elif references_known and not cites_any:
        yield CitationRecord(id_, id_)  # only by citing itself are its references known
    elif is_alone:
        yield CitationRecord(id_, None)
    for cited, contexts, intents, is_influential, sources in sorted(told, key=lambda each: each[0]):
        first, *others = (statement_id(source) for source in sorted(sources or (STATED,)))
        yield CitationRecord(id_, cited, tuple(contexts or ()), tuple(intents or ()), is_influential, first)
        for other in others:  # the facts are those of all statements of it: once is enough
            yield CitationRecord(id_, cited, id=other)
