"""What large areas cost beside small ones, over HTTP: python -m benchmarks.areas [PAPERS]

A graph with areas of exactly 1,000, 10,000, 100,000 papers is loaded through the importer. Measured are the area page,
which shows the years, the most cited, the newest and the neighbours; and lists of papers by GraphQL: those that are
kept (the first pages by count and by date) and those that are read from all memberships (everything else).
"""

import datetime
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from benchmarks.common import medians_ms, print_table, service
from benchmarks.graphs import area_id, write_graph
from graphsvc import localdb
from graphsvc.bulk.load import Job
from graphsvc.bulk.local import load_into_local
from graphsvc.graph.connect import Connection

PAPERS = 300_000
AREAS = (1_000, 10_000, 100_000)
LIST = """query ($id: ID!) { area(id: $id) { papers(first: 12, %s) { totalCount byYear { year count }
  nodes { id title citedByCount published { year } } } } }"""
NEIGHBOURS = "query ($id: ID!) { area(id: $id) { neighbours { isExact citingCount citedCount area { id name } } } }"
QUERIES = {
    "most cited, with years": LIST % "sort: MOST_CITED",
    "newest, with years": LIST % "sort: NEWEST",
    "oldest, with years": LIST % "sort: OLDEST",
    "most cited of some years": LIST % "filter: {years: {from: 2001, to: 2005}}",
    "neighbours": NEIGHBOURS,
}


def main(arguments: list[str]) -> None:
    papers = int(arguments[0]) if arguments else PAPERS
    sizes = [size for size in AREAS if size <= papers]
    with tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as name:
        folder = Path(name)
        write_graph(folder / "dump.jsonl", papers, large_areas=sizes)
        options = localdb.LocalOptions(folder)
        job = Job([str(folder / "dump.jsonl")], data_through=datetime.date(2025, 12, 31))
        load_into_local(options, job, folder / "bulk", print, lambda *_: None)
        with localdb.use(options, print) as server:
            connection = Connection(server.uri, server.user, server.password)
            with service(connection) as address, httpx.Client(base_url=address, timeout=60) as client:
                measure(client, sizes)


def measure(client: httpx.Client, sizes: list[int]) -> None:
    """Print what the page and each list take for areas of each size, beside the smallest."""
    rows: list[tuple[Any, ...]] = []
    for what in ("page", *QUERIES):
        times = medians_ms(*(asking(client, what, area_id(size)) for size in sizes), rounds=40)
        rows.append((what, *times, times[-1] / times[0]))
    print_table(("what", *(f"{size:,} papers, ms" for size in sizes), "last to first"), rows)


def asking(client: httpx.Client, what: str, id_: str) -> Callable[[], Any]:
    """Return what asks for the page, or for one of the lists."""
    if what == "page":
        return lambda: client.get(f"/areas/{id_}").raise_for_status()
    body = {"query": QUERIES[what], "variables": {"id": id_}}
    return lambda: client.post("/graphql", json=body).raise_for_status()


if __name__ == "__main__":
    main(sys.argv[1:])
