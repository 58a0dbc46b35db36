"""The seed page of papers with few and many citers, over HTTP: python -m benchmarks.page HOME (see benchmarks.build)

As one GraphQL query and as the web page, one client; the floor is the synchronous driver that runs the same statement,
its one record fetched and nothing done with it. Then GraphQL with 8 clients at once. Goals: 300,000 citers at most 1.5
times 10 citers, 2.5 times the floor, and 99 of 100 answers to 8 clients within 5 times their median.
"""

import asyncio
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import neo4j

from benchmarks.clients import hammer
from benchmarks.common import ask, filled_store, home_of, medians_ms, print_table, service
from benchmarks.graphs import hub_id
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.graph.connect import Connection, Reader, Row, open_reader
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.statements import Statement

QUERY = """query ($id: ID!) { paper(id: $id) { id title abstract published { iso } citedByCount
  citers(first: 12) { totalCount undatedCount byYear { year count isPartial } byArea { count area { name } } noAreaCount
    nodes { id title citedByCount published { year } } } } }"""
CLIENTS = 8


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        one_client(client, connection, degrees)
        many_clients(address, degrees)


def one_client(client: httpx.Client, connection: Connection, degrees: list[int]) -> None:
    """Print what the page takes at each degree, all measured in turns."""
    with (
        neo4j.GraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), notifications_min_severity="OFF"
        ) as driver,
        driver.session() as session,
    ):
        calls: list[Any] = []
        for citers in degrees:
            statement, parameters = asyncio.run(statement_of_the_page(connection, hub_id(citers)))
            calls.append(lambda s=statement, p=parameters: session.run(s.text, dict(p)).single(strict=True))
            calls.append(partial(ask, client, QUERY, id=hub_id(citers)))
            calls.append(lambda citers=citers: client.get(f"/papers/{hub_id(citers)}").raise_for_status())
            assert citers == calls[-2]()["paper"]["citers"]["totalCount"]
        times = medians_ms(*calls)
    least = times[1]
    rows = [
        (f"{citers:,}", bare, ours, ours / bare, ours / least, page)
        for citers, bare, ours, page in zip(degrees, times[::3], times[1::3], times[2::3], strict=True)
    ]
    few = f"ratio to {degrees[0]} citers"
    print_table(("citers", "bare driver, ms", "GraphQL, ms", "ratio", few, "web page, ms"), rows)
    print()


def many_clients(address: str, degrees: list[int]) -> None:
    """Print what the page takes when several clients ask at once."""
    rows: list[Any] = []
    for citers in degrees:
        load = hammer(f"{address}/graphql", [{"query": QUERY, "variables": {"id": hub_id(citers)}}], CLIENTS)
        median, late = load.quantile_ms(0.5), load.quantile_ms(0.99)
        rows.append((f"{citers:,}", load.a_second, median, late, late / median))
    print_table(("citers", "pages a second", "median, ms", "99 of 100 within, ms", "ratio"), rows)


@dataclass(frozen=True, slots=True)
class Recorder(Reader):
    """A reader that remembers what it ran."""

    ran: list[tuple[Statement, Row]] = field(default_factory=list)

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        self.ran.append((statement, parameters))
        return await Reader.record(self, statement, parameters)


async def statement_of_the_page(connection: Connection, paper_id: str) -> tuple[Statement, Row]:
    """Return the statement that the page runs, and its parameters."""
    lists = [ListRequest(ListKind.CITERS, page=Page(12), wants_years=True, areas_first=20)]
    async with open_reader(connection, 30.0) as reader:
        recorder = Recorder(reader.driver, reader.database, reader.timeout_s)
        await read_papers(recorder, [paper_id], PaperWants(abstract=True), lists)
    return recorder.ran[0]


if __name__ == "__main__":
    main(sys.argv[1:])
