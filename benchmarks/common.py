"""What the benchmarks share: a store of their own, the service over it, and figures as medians and ratios."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import httpx

from benchmarks.graphs import CITERS, hub_id
from graphsvc import localdb
from graphsvc.graph.connect import Connection, open_writer
from graphsvc.graph.schema import apply_schema

WARM_UP, ROUNDS = 50, 200


@contextlib.contextmanager
def empty_store() -> Generator[Connection]:
    """Yield a way to an empty local Neo4j that is gone afterwards, or to GRAPHSVC_BENCH_NEO4J_URI, emptied first."""
    if uri := os.environ.get("GRAPHSVC_BENCH_NEO4J_URI"):
        connection = Connection(uri, "neo4j", os.environ.get("GRAPHSVC_BENCH_NEO4J_PASSWORD", "neo4j"))
        with open_writer(connection) as writer, writer.driver.session() as session:
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
            apply_schema(writer)
        yield connection
        return
    with tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as home:
        with localdb.use(localdb.LocalOptions(Path(home)), print) as server:
            connection = Connection(server.uri, server.user, server.password)
            with open_writer(connection) as writer:
                apply_schema(writer)
            yield connection
        localdb.wipe(localdb.LocalOptions(Path(home)))


@contextlib.contextmanager
def filled_store(home: str) -> Generator[tuple[Connection, list[int]]]:
    """Yield a way to the graph that benchmarks.build has made, and the numbers of citers that papers there have."""
    with localdb.use(localdb.LocalOptions(Path(home)), print) as server:
        connection = Connection(server.uri, server.user, server.password)
        with open_writer(connection) as writer, writer.driver.session() as session:
            count = "UNWIND $ids AS id MATCH (paper:Paper {id: id}) RETURN paper.cited_by_count"
            found = session.run(count, ids=[hub_id(citers) for citers in CITERS]).value()
        if len(found) < 2:
            raise SystemExit(f"{home} holds no such graph: run python -m benchmarks.build {home}")
        yield connection, list(found)


def home_of(arguments: Sequence[str], doc: str | None) -> str:
    """Return the folder that a benchmark was told to read."""
    if not arguments:
        raise SystemExit(doc)
    return arguments[0]


def ask(client: httpx.Client, query: str, **variables: Any) -> Any:
    """Ask the service and return its data."""
    answer = client.post("/graphql", json={"query": query, "variables": variables}).raise_for_status().json()
    assert "errors" not in answer, answer
    return answer["data"]


def settings_of(connection: Connection) -> dict[str, str]:
    """Return the environment in which the command line takes this Neo4j."""
    return {
        **os.environ,
        "GRAPHSVC_NEO4J_URI": connection.uri,
        "GRAPHSVC_NEO4J_USER": connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": connection.password,
    }


@contextlib.contextmanager
def service(connection: Connection) -> Generator[str]:
    """Serve the store in a process of its own; yields its address."""
    environment = settings_of(connection)
    command = [sys.executable, "-m", "graphsvc", "serve", "--port", "0"]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log) as process,
    ):
        try:
            while True:
                log.seek(0)
                address = next((line.split()[-1] for line in log if line.startswith("graphsvc serves ")), None)
                if address:
                    break
                if process.poll() is not None:
                    raise SystemExit("the service did not start")
                time.sleep(0.1)
            yield address.rstrip("/")
        finally:
            process.terminate()


def medians_ms(*calls: Callable[[], object], rounds: int = ROUNDS, warm_up: int = WARM_UP) -> list[float]:
    """Return the median time of each call in ms; the calls take turns, so that a busy machine is unfair to none."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(warm_up + rounds):
        for call, taken in zip(calls, times, strict=True):
            began = time.perf_counter()
            call()
            if turn >= warm_up:
                taken.append(1000 * (time.perf_counter() - began))
    return [statistics.median(taken) for taken in times]


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows as a Markdown table."""
    print("| " + " | ".join(header) + " |")
    print("|" + " --- |" * len(header))
    for row in rows:
        print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
