"""Checks over the whole store that what graphsvc promises holds, and mends what can be mended."""

import hashlib
from dataclasses import dataclass
from typing import Any

import orjson

from graphsvc.domain.lists import MAX_PAGE_SIZE, ListKind, ListRequest, Page, PaperList
from graphsvc.graph.connect import Reader, Writer
from graphsvc.graph.hub_table import counted_kinds, unpacked_kinds
from graphsvc.graph.hubs import stored_counts
from graphsvc.graph.pages import read_pages
from graphsvc.graph.papers import PaperWants, read_lists, read_papers
from graphsvc.graph.reference_lists import STATED
from graphsvc.graph.rows import Columns
from graphsvc.graph.schema import await_text_index
from graphsvc.graph.statements import statement
from graphsvc.graph.whole_lists import stream_list

MOST_CITED_CHECKED = 20
BY_CHANCE_CHECKED = 80
HUBS_AT_ONCE = 20
BOOKKEEPING = frozenset(
    {
        "record_digests",
        "told_by",
        "hub_number",
        "citer_counts",
        "citer_cells",
        "citer_values",
        "citer_table",
        "citer_years",
        "keys_year",
        "author_names",
        "nearest_area_ids",
        "nearest_area_scores",
        "nearest_area_threshold",
        "nearest_by_title",
    }
)
"""Properties of a paper that say how the store came to know of it, or what it made of that, not what was told."""

PROMISES = {
    "find_wrong_cited_by_counts": "each count of citers is the number of citations",
    "find_duplicate_citations": "a paper cites another one at most once",
    "find_self_citations": "no paper cites itself",
    "find_stray_citations": "citations join papers",
    "find_needless_unresolved": "works without a record have none, and are referred to",
    "find_lists_not_known": "references belong to a known reference list",
    "find_wrong_aliases": "each further id belongs to one paper",
    "find_wrong_authorships": "authors stand in order",
    "find_wrong_author_names": "a search knows the names on each paper",
    "find_missing_sort_keys": "each title has its sort key",
    "find_memberships_of_other_maps": "areas of papers are those of the map in use (else: graphsvc map use)",
    "find_wrong_hub_keys": "citations of hubs have the keys of their citing papers",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: `count` is how often the promise is broken, `examples` are ids."""

    promise: str
    count: int
    examples: tuple[str, ...]


async def check_store(reader: Reader) -> list[Finding]:
    """Check every promise; a sound store gives findings that all count 0."""
    findings: list[Finding] = []
    for name, promise in PROMISES.items():
        row = await reader.record(statement(f"check/{name}"), {})
        if row is not None:
            findings.append(Finding(promise, row["count"], tuple(row["examples"])))
    findings.append(await _check_hub_counts(reader))
    findings.append(await _check_answers(reader))
    return findings


async def fingerprint(reader: Reader) -> str:
    """Return a text that two stores share if and only if they know the same of papers, areas and merged ids.

    How a store came to know it (which records it had, which of them listed a citation) makes no difference.
    """
    digest = hashlib.blake2b(digest_size=16)
    async for page in read_pages(reader, "check/list_knowledge", "papers", {"stated": STATED}):
        for columns in page:
            digest.update(orjson.dumps(_known_of_paper(columns), option=orjson.OPT_SORT_KEYS))
    for name, column in (("read/list_whole_areas", "areas"), ("read/list_merges", "merges")):
        async for page in read_pages(reader, name, column):
            digest.update(orjson.dumps(page))
    return digest.hexdigest()


def repair_counts(writer: Writer) -> int:
    """Set every count of citers anew; return how many were wrong. What hubs keep is dropped: refresh them next."""
    writer.run(statement("write/delete_all_hub_counts"))
    row = writer.run(statement("write/repair_cited_by_counts"))
    repaired = 0 if row is None else int(row["repaired"])
    if repaired:
        writer.run(statement("write/advance_revision"))
    return repaired


def repair_author_names(writer: Writer) -> int:
    """Set the names of authors that the search knows anew; return on how many papers they were wrong.

    No answer but that of a search has them, so the data keep their version.
    """
    row = writer.run(statement("write/repair_author_names"))
    repaired = 0 if row is None else int(row["repaired"])
    if repaired:
        await_text_index(writer)
    return repaired


def _known_of_paper(columns: Columns) -> list[Any]:
    """Return what is known of a paper with everything in order whose order says nothing."""
    id_, properties, references, outside, ids, areas, authors = columns
    return [
        id_,
        {name: value for name, value in properties.items() if name not in BOOKKEEPING},
        [
            [cited, is_listed, is_stated, sorted(contexts or ()), sorted(intents or ()), is_influential]
            for cited, is_listed, is_stated, contexts, intents, is_influential in sorted(references, key=_first)
        ],
        sorted(outside),
        sorted(ids),
        sorted(areas, key=_first),
        sorted(authors, key=_first),
    ]


def _first(columns: Columns) -> Any:
    return columns[0]


async def _check_hub_counts(reader: Reader) -> Finding:
    """Compare what is counted on each hub with its citations."""
    wrong: list[str] = []
    number = -1
    while hubs := await _hub_counts(reader, number, HUBS_AT_ONCE):
        for hub in hubs:
            number = hub[0]
            # what a load has dropped meanwhile is not wrong
            if not await _is_counted_right(reader, hub) and [hub] == await _hub_counts(reader, number - 1, 1):
                wrong.append(hub[1])
    return Finding("what is counted on hubs is what their citations say", len(wrong), tuple(wrong[:5]))


async def _hub_counts(reader: Reader, after_number: int, most: int) -> list[Columns]:
    row = await reader.record(statement("check/list_hub_counts"), {"after_number": after_number, "most": most})
    return [] if row is None else row["hubs"]


async def _is_counted_right(reader: Reader, hub: Columns) -> bool:
    _, id_, *texts, table = hub
    row = await reader.record(statement("write/read_hub_cells"), {"ids": [id_]})
    if row is None or not row["hubs"] or table is None:
        return False
    kinds, areas = row["hubs"][0][1], {number: (area_id, name) for number, area_id, name in row["areas"]}
    return texts == list(stored_counts(kinds, areas)[:3]) and unpacked_kinds(table) == counted_kinds(kinds)


async def _check_answers(reader: Reader) -> Finding:
    """Compare count, list, bins, pages and export of some papers, as the API and the pages give them."""
    parameters = {"most_cited": MOST_CITED_CHECKED, "by_chance": BY_CHANCE_CHECKED}
    row = await reader.record(statement("check/list_papers_to_check"), parameters)
    ids: list[str] = [] if row is None else list(dict.fromkeys(row["ids"]))
    wrong = [id_ for id_ in ids if not await _answers_agree(reader, id_)]
    return Finding("count, list, bins, pages and export of a paper agree", len(wrong), tuple(wrong[:5]))


async def _answers_agree(reader: Reader, id_: str) -> bool:
    bins = ListRequest(ListKind.CITERS, wants_years=True, areas_first=MAX_PAGE_SIZE)
    found = (await read_papers(reader, [id_], PaperWants(), [bins]))[0]
    if found is None:
        return False
    total = found.paper.cited_by_count
    exported = [columns[0] async for _, rows in stream_list(reader, id_, bins) for columns in rows]
    in_years = sum(year.count for year in found.lists[0].years) + found.lists[0].undated
    paged = await _paged_ids(reader, id_)
    return total == found.lists[0].total == in_years == len(set(exported)) and exported == paged


async def _paged_ids(reader: Reader, id_: str) -> list[str]:
    ids: list[str] = []
    page: PaperList | None = None
    while page is None or page.has_next:
        after = page.papers[-1].key if page else None
        request = ListRequest(ListKind.CITERS, page=Page(MAX_PAGE_SIZE, after=after))
        lists = (await read_lists(reader, [id_], [request]))[0]
        if lists is None:
            return ids
        page = lists[0]
        ids += [listed.paper.id for listed in page.papers]
    return ids
