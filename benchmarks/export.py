"""What exporting all citers of a paper costs: python -m benchmarks.export HOME, or --filled

Each format over HTTP, the time to its first byte, the memory of the service; and a reader who stops, then leaves.
Floors, by the bare driver and of the same columns: one plain statement that goes over the citations and sorts, read row
by row and in the quickest way there is (lists of columns in few records); and the statements that the export itself
runs. Goal: 1.5 times the plain statement at its quickest. `--filled` reads the store of GRAPHSVC_BENCH_NEO4J_URI as it
is.
"""

import asyncio
import contextlib
import os
import socket
import sys
import time
from collections.abc import Callable, Generator
from typing import Any

import httpx
import neo4j

from benchmarks.common import filled_store, home_of, print_table, service
from benchmarks.graphs import CITERS, hub_id
from benchmarks.memory import worker_mb
from graphsvc.domain.lists import ListKind, ListRequest
from graphsvc.graph.connect import Connection, Reader, Row, open_reader
from graphsvc.graph.statements import Statement, statement
from graphsvc.graph.whole_lists import PAPERS_AT_ONCE, stream_list

ROUNDS, PAUSE_S = 3, 10
FORMATS = ("ndjson", "json", "csv")
COLUMNS = statement("read/stream_list").text.partition("all_listed[..$first] | [")[2].partition("]] END AS papers")[0]
CITERS_IN_ORDER = """MATCH (:Paper {id: $id})<-[:CITES]-(listed:Paper)
WITH listed ORDER BY -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id"""
ROWS = f"{CITERS_IN_ORDER} RETURN {COLUMNS}"
LISTS = f"""{CITERS_IN_ORDER} WITH collect(listed) AS all_listed
UNWIND range(0, size(all_listed) - 1, {PAPERS_AT_ONCE}) AS start_at
RETURN [listed IN all_listed[start_at..start_at + {PAPERS_AT_ONCE}] | [{COLUMNS}]] AS papers"""


def main(arguments: list[str]) -> None:
    store = named_store() if "--filled" in arguments else filled_store(home_of(arguments, __doc__))
    with (
        store as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=120) as client,
        neo4j.GraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), notifications_min_severity="OFF"
        ) as driver,
    ):
        measure_formats(driver, client, connection, degrees)
        measure_stop(driver, client, degrees[-1])


@contextlib.contextmanager
def named_store() -> Generator[tuple[Connection, list[int]]]:
    """Yield a way to the store that the environment names, and the numbers of citers that papers there have."""
    uri, password = os.environ["GRAPHSVC_BENCH_NEO4J_URI"], os.environ.get("GRAPHSVC_BENCH_NEO4J_PASSWORD", "neo4j")
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", password)) as driver:
        count = "UNWIND $ids AS id MATCH (paper:Paper {id: id}) RETURN paper.cited_by_count"
        found = driver.execute_query(count, ids=[hub_id(citers) for citers in CITERS]).records
    yield Connection(uri, "neo4j", password), [record.value() for record in found]


def measure_formats(driver: neo4j.Driver, client: httpx.Client, connection: Connection, degrees: list[int]) -> None:
    """Print the best of some rounds for each floor and each format, all measured in turns."""
    rows: list[tuple[Any, ...]] = []
    for citers in degrees:
        pages = asyncio.run(statements_of_the_pages(connection, hub_id(citers)))
        calls: dict[str, Callable[[], tuple[int, float]]] = {
            "plain, rows": lambda c=citers: bare(driver, [(ROWS, {"id": hub_id(c)})], 5_000, lambda _: 1),
            "plain, lists": lambda c=citers: bare(driver, [(LISTS, {"id": hub_id(c)})], 4, lambda row: len(row[0])),
            "pages": lambda p=pages: bare(driver, [(s.text, v) for s, v in p], 1_000, papers_of_page),
        }
        calls |= {name: lambda c=citers, n=name: exported(client, c, n) for name in FORMATS}
        calls["ndjson, gzip"] = lambda c=citers: exported(client, c, "ndjson", "gzip")
        memory = [worker_mb()]
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
        for name in [*calls] * ROUNDS:
            began = time.perf_counter()
            found, first_s = calls[name]()
            taken[name].append((time.perf_counter() - began, first_s))
            assert citers <= found <= citers + PAPERS_AT_ONCE, (name, found)
            memory.append(worker_mb())
        best = {name: min(times) for name, times in taken.items()}
        for name, (seconds, _) in best.items():
            first_ms = 1000 * min(first for _, first in taken[name])
            rows.append(
                (f"{citers:,}", name, seconds, seconds / best["plain, lists"][0], seconds / best["pages"][0], first_ms)
            )
        print(f"{citers:,} citers: memory of the service {memory[0]:.0f} MB before, {max(memory):.0f} MB at most")
    print()
    print_table(("citers", "way", "s", "to the plain statement", "to the pages", "first, ms"), rows)
    print()


def bare(
    driver: neo4j.Driver, runs: list[tuple[str, Row]], fetch_size: int, size: Callable[[Any], int]
) -> tuple[int, float]:
    """Run statements by the driver alone; return how many papers came and the seconds to the first record."""
    began, first_s, papers = time.perf_counter(), 0.0, 0
    with driver.session(fetch_size=fetch_size, default_access_mode=neo4j.READ_ACCESS) as session:
        for text, parameters in runs:
            for record in session.run(text, dict(parameters)):
                first_s = first_s or time.perf_counter() - began
                papers += size(record)
    return papers, first_s


def papers_of_page(record: Any) -> int:
    """Return how many papers a page has, whichever statement read it."""
    return sum(len(entry[-1]) for entry in record[0]) if record.keys()[0].startswith("hub_") else len(record["papers"])


async def statements_of_the_pages(connection: Connection, paper_id: str) -> list[tuple[Statement, Row]]:
    """Return what an export reads, statement by statement, with their parameters."""
    ran: list[tuple[Statement, Row]] = []

    class Recorder(Reader):
        async def record(self, statement: Statement, parameters: Row) -> Row | None:
            ran.append((statement, parameters))
            return await super().record(statement, parameters)

        async def stream(self, statement: Statement, parameters: Row) -> Any:
            ran.append((statement, parameters))
            async for row in super().stream(statement, parameters):
                yield row

    async with open_reader(connection, 60.0) as reader:
        recorder = Recorder(reader.driver, reader.database, reader.timeout_s)
        async for _ in stream_list(recorder, paper_id, ListRequest(ListKind.CITERS)):
            pass
    return ran


def exported(client: httpx.Client, citers: int, ending: str, encoding: str = "identity") -> tuple[int, float]:
    """Read an export to its end; return how many papers it has and the seconds to the first byte of its body."""
    began, first_s, ends, tail = time.perf_counter(), 0.0, 0, b""
    path, headers = f"/papers/{hub_id(citers)}/citers.{ending}", {"accept-encoding": encoding}
    with client.stream("GET", path, headers=headers) as answer:
        for part in answer.raise_for_status().iter_bytes():
            first_s = first_s or time.perf_counter() - began
            # all of it stands on one line in JSON, which says at its end how many there are
            ends += part.count(b"\n")
            tail = (tail + part)[-100:]
    if ending == "json":
        return int(tail.rpartition(b":")[2].rstrip(b"}\n")), first_s
    return ends - (ending == "csv"), first_s


def measure_stop(driver: neo4j.Driver, client: httpx.Client, citers: int) -> None:
    """Print what is open in Neo4j and in memory while a reader takes nothing, and after it left."""
    address = client.base_url
    before = worker_mb()
    with socket.create_connection((address.host, address.port or 80)) as reader:
        reader.sendall(f"GET /papers/{hub_id(citers)}/citers.ndjson HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        reader.recv(1024)
        time.sleep(PAUSE_S)
        rows = [("stopped reading", transactions(driver), worker_mb() - before)]
    time.sleep(1)
    rows.append(("left", transactions(driver), worker_mb() - before))
    print_table(("a reader who", "transactions open", "memory of the service, MB more"), rows)


def transactions(driver: neo4j.Driver) -> int:
    """Return how many transactions there are beside the one that looks."""
    return len(driver.execute_query("SHOW TRANSACTIONS YIELD transactionId").records) - 1


if __name__ == "__main__":
    main(sys.argv[1:])
