"""The paper page over HTTP against the bare driver that runs the same statement: python -m benchmarks.page

Floor: the synchronous driver, one statement, its one record fetched and nothing done with it. Goal: within 3 times.
"""

import asyncio
import datetime
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx
import neo4j

from benchmarks.common import empty_store, medians_ms, print_table, service
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.graph.connect import Connection, Reader, Row, open_reader, open_writer
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.statements import Statement
from graphsvc.ingest.load import load_files
from graphsvc.sample import SAMPLE_FILE

# 2,414, 807, 16 and 10 citers
PAPERS = ("arxiv:hep-th/9711200", "arxiv:hep-th/9905111", "arxiv:hep-th/9304045", "arxiv:hep-th/0001001")
QUERY = """query ($id: ID!) { paper(id: $id) {
  id title abstract published { iso } categories citedByCount
  authors { nodes { name } } identifiers { scheme value url } placement { isOnMap explanation }
  citers(first: 50) { totalCount undatedCount noAreaCount byYear { year count isPartial } byArea { count area { name } }
    nodes { id title citedByCount published { year } } }
  references(first: 50) { totalCount nodes { id title citedByCount published { year } } } } }"""


@dataclass(frozen=True, slots=True)
class Recorder(Reader):
    """A reader that remembers what it ran."""

    ran: list[tuple[Statement, Row]] = field(default_factory=list)

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        self.ran.append((statement, parameters))
        return await Reader.record(self, statement, parameters)


async def statement_of_the_page(connection: Connection, paper_id: str) -> tuple[Statement, Row]:
    """Return the statement that the page runs, and its parameters."""
    wants = PaperWants(abstract=True, identifiers=True, areas=True, authors_to=10)
    lists = [
        ListRequest(ListKind.CITERS, page=Page(50), wants_years=True, areas_first=20),
        ListRequest(ListKind.REFERENCES, page=Page(50)),
    ]
    async with open_reader(connection, 30.0) as reader:
        recorder = Recorder(reader.driver, reader.database, reader.timeout_s)
        await read_papers(recorder, [paper_id], wants, lists)
    return recorder.ran[0]


def main() -> None:
    with empty_store() as connection:
        with open_writer(connection) as writer:
            load_files(writer, [str(SAMPLE_FILE)], data_through=datetime.date(2003, 4, 30))
        with service(connection) as address, httpx.Client(base_url=address) as client:
            auth = (connection.user, connection.password)
            with (
                neo4j.GraphDatabase.driver(connection.uri, auth=auth, notifications_min_severity="OFF") as driver,
                driver.session() as session,
            ):
                print_table(
                    ("citers", "bare driver, ms", "GraphQL, ms", "ratio", "page, ms", "ratio"),
                    [row(client, session, connection, paper_id) for paper_id in PAPERS],
                )


def row(client: httpx.Client, session: neo4j.Session, connection: Connection, paper_id: str) -> tuple[Any, ...]:
    """Measure one paper."""
    statement, parameters = asyncio.run(statement_of_the_page(connection, paper_id))

    def bare() -> None:
        session.run(statement.text, dict(parameters)).single(strict=True)

    def graphql() -> httpx.Response:
        return client.post("/graphql", json={"query": QUERY, "variables": {"id": paper_id}}).raise_for_status()

    def page() -> None:
        client.get(f"/papers/{quote(paper_id, safe=':')}").raise_for_status()

    citers = graphql().json()["data"]["paper"]["citedByCount"]
    floor, api, html = medians_ms(bare, graphql, page)
    return citers, floor, api, api / floor, html, html / floor


if __name__ == "__main__":
    main()
