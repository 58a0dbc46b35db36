"""Answers a second to 8 clients, beside @neo4j/graphql on the same store: python -m benchmarks.throughput HOME

Floor: the peer in benchmarks/peer (`npm install` there first), one process as the service is, no response cache on
either side, both asked in turns. Its users' best way is taken: lists with a total apart (its connections run out of
Neo4j's memory at 50,000), counts by hand-written Cypher. Goals: 2.5, 10 and 50 times the peer for the 50 most cited of
1,000, 10,000 and 50,000 citers; by year and by area 3 times at 1,000, 20 times at 50,000; a paper's fields not slower.
"""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

from benchmarks.clients import hammer
from benchmarks.common import filled_store, home_of, print_table, service
from benchmarks.graphs import hub_id
from graphsvc.graph.connect import Connection

PEER = Path(__file__).parent / "peer"
DEGREES = (1_000, 10_000, 50_000)
QUERIES = {
    "a paper's fields": (
        "query ($id: ID!) { paper(id: $id) { id title citedByCount published { year } } }",
        "query ($id: ID!) { papers(where: {id: {eq: $id}}) { id title citedByCount publishedYmd } }",
    ),
    "50 most cited, total": (
        """query ($id: ID!) { paper(id: $id) { citers(first: 50) { totalCount pageInfo { hasNextPage endCursor }
           edges { cursor node { id title citedByCount published { year } } } } } }""",
        """query ($id: ID!) { papers(where: {id: {eq: $id}}) {
           citedBy(limit: 50, sort: [{citedByCount: DESC}, {id: ASC}]) { id title citedByCount publishedYmd }
           citedByConnection { totalCount } } }""",
    ),
    "by year": (
        "query ($id: ID!) { paper(id: $id) { citers(first: 0) { byYear { year count } } } }",
        "query ($id: ID!) { papers(where: {id: {eq: $id}}) { citersByYear { year count } } }",
    ),
    "by area": (
        "query ($id: ID!) { paper(id: $id) { citers(first: 0) { byArea(first: 100) { count area { name } } } } }",
        "query ($id: ID!) { papers(where: {id: {eq: $id}}) { citersByArea(first: 100) { name count } } }",
    ),
}


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        peer(connection) as other,
    ):
        rows = []
        for name, (query, peers) in QUERIES.items():
            for citers in degrees:
                if citers in DEGREES:
                    variables = {"id": hub_id(citers)}
                    ours = hammer(f"{address}/graphql", [{"query": query, "variables": variables}])
                    theirs = hammer(f"{other}/graphql", [{"query": peers, "variables": variables}])
                    ratio = ours.a_second / theirs.a_second
                    late = ours.quantile_ms(0.99) / ours.quantile_ms(0.5)
                    rows.append((name, f"{citers:,}", theirs.a_second, ours.a_second, ratio, late))
        print_table(("query", "citers", "peer, a second", "ours, a second", "ratio", "p99 to median"), rows)


@contextlib.contextmanager
def peer(connection: Connection) -> Generator[str]:
    """Serve the store by @neo4j/graphql; yields its address."""
    if not (PEER / "node_modules").is_dir():
        raise SystemExit(f"the peer is not there: run npm install in {PEER}")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "NEO4J_URI": connection.uri,
        "NEO4J_USER": connection.user,
        "NEO4J_PASSWORD": connection.password,
        "PORT": str(port),
    }
    command = ["node", "server.mjs"]
    with subprocess.Popen(command, cwd=PEER, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            if process.stdout is None or process.stdout.readline().strip() != "ready":
                raise SystemExit("the peer did not start")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
