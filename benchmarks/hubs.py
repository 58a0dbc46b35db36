"""What hubs cost beside leaves, over HTTP and by the bare driver: python -m benchmarks.hubs [PAPERS] [MEAN_REFERENCES]

A graph with papers of exactly 10, 1,000, 10,000, 100,000 and more citers is loaded through the importer. Measured are
the seed page as one GraphQL query, beside the bare driver that runs the same statement; and each order of the citers,
alone, with years and with an area, its first page and one in the middle, beside the paper with 1,000 citers.
"""

import asyncio
import datetime
import itertools
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import neo4j

from benchmarks.common import medians_ms, print_table, service
from benchmarks.graphs import hub_id, write_graph
from benchmarks.page import Recorder
from graphsvc import localdb
from graphsvc.bulk.load import Job
from graphsvc.bulk.local import load_into_local
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.graph.connect import Connection, Row, open_reader
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.statements import Statement

PAPERS, MEAN_REFERENCES = 300_000, 10
CITERS = (10, 1_000, 10_000, 100_000, 300_000)
SORTS = ("MOST_CITED", "NEWEST", "OLDEST", "TITLE", "MOST_CITED_PER_YEAR")
FILTERS = {"": "", "years": ", filter: {years: {from: 2001, to: 2005}}", "area": ', filter: {areas: ["area:7"]}'}
PAGE = """query ($id: ID!) { paper(id: $id) { id title abstract published { iso } citedByCount
  citers(first: 12) { totalCount undatedCount byYear { year count isPartial } byArea { count area { name } } noAreaCount
    nodes { id title citedByCount published { year } } } } }"""
LIST = """query ($id: ID!, $after: String, $first: Int) { paper(id: $id) {
  citers(first: $first, sort: %s, after: $after%s) { totalCount pageInfo { endCursor }
    nodes { id title citedByCount published { year } } } } }"""


def main(arguments: list[str]) -> None:
    papers = int(arguments[0]) if arguments else PAPERS
    references = int(arguments[1]) if len(arguments) > 1 else MEAN_REFERENCES
    degrees = [citers for citers in CITERS if citers <= papers]
    with tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as name:
        folder = Path(name)
        graph = write_graph(folder / "dump.jsonl", papers, references, hubs=degrees)
        options = localdb.LocalOptions(folder)
        job = Job([str(folder / "dump.jsonl")], data_through=datetime.date(2025, 12, 31))
        began = time.monotonic()
        load_into_local(options, job, folder / "bulk", print, lambda *_: None)
        print(f"{graph.papers:,} papers, {graph.citations:,} citations, built in {time.monotonic() - began:,.0f} s\n")
        with localdb.use(options, print) as server:
            connection = Connection(server.uri, server.user, server.password)
            with service(connection) as address, httpx.Client(base_url=address, timeout=60) as client:
                measure_page(client, connection, degrees)
                measure_lists(client, degrees)


def measure_page(client: httpx.Client, connection: Connection, degrees: list[int]) -> None:
    """Print what the seed page takes at each degree, all measured in turns."""
    auth = (connection.user, connection.password)
    with (
        neo4j.GraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as driver,
        driver.session() as session,
    ):
        calls: list[Any] = []
        for citers in degrees:
            statement, parameters = asyncio.run(statement_of_the_page(connection, hub_id(citers)))
            calls.append(lambda s=statement, p=parameters: session.run(s.text, dict(p)).single(strict=True))
            calls.append(lambda citers=citers: ask(client, PAGE, id=hub_id(citers)))
            assert citers == calls[-1]()["citers"]["totalCount"]
        times = medians_ms(*calls)
    rows = [
        (f"{citers:,}", bare, ours, ours / bare, ours / times[1])
        for citers, bare, ours in zip(degrees, times[::2], times[1::2], strict=True)
    ]
    print_table(("citers", "bare driver, ms", "GraphQL, ms", "ratio", f"ratio to {degrees[0]} citers"), rows)
    print()


async def statement_of_the_page(connection: Connection, paper_id: str) -> tuple[Statement, Row]:
    """Return the statement that the page runs, and its parameters."""
    lists = [ListRequest(ListKind.CITERS, page=Page(12), wants_years=True, areas_first=20)]
    async with open_reader(connection, 30.0) as reader:
        recorder = Recorder(reader.driver, reader.database, reader.timeout_s)
        await read_papers(recorder, [paper_id], PaperWants(abstract=True), lists)
    return recorder.ran[0]


def measure_lists(client: httpx.Client, degrees: list[int]) -> None:
    """Print what each list takes at each degree."""
    rows: list[tuple[Any, ...]] = []
    for sort, (words, kept) in itertools.product(SORTS, FILTERS.items()):
        query = LIST % (sort, kept)
        for place in ("first", "middle"):
            cursors = [middle(client, query, citers) if place == "middle" else None for citers in degrees]
            asked = zip(degrees, cursors, strict=True)
            times = medians_ms(*(asking(client, query, citers, after) for citers, after in asked), rounds=40)
            base = times[degrees.index(1_000)]
            rows.append((sort, words, place, *times, max(times) / base))
    print_table(("order", "filter", "page", *(f"{citers:,}, ms" for citers in degrees), "most, to 1,000"), rows)


def middle(client: httpx.Client, query: str, citers: int) -> str | None:
    """Return the cursor of a paper half way through a list, or some thousands of papers into it."""
    total = ask(client, query, id=hub_id(citers), first=0)["totalCount"]
    after = None
    for _ in range(min(total // 2, 2_000) // 100):
        after = ask(client, query, id=hub_id(citers), after=after, first=100)["pageInfo"]["endCursor"]
    return after


def asking(client: httpx.Client, query: str, citers: int, after: str | None) -> Callable[[], Any]:
    """Return what asks for a page of a list."""
    return lambda: ask(client, query, id=hub_id(citers), after=after, first=12)


def ask(client: httpx.Client, query: str, **variables: Any) -> Any:
    """Ask the service and return the paper's part of the answer."""
    answer = client.post("/graphql", json={"query": query, "variables": variables}).raise_for_status().json()
    assert "errors" not in answer, answer
    paper = answer["data"]["paper"]
    return paper if query == PAGE else paper["citers"]


if __name__ == "__main__":
    main(sys.argv[1:])
