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
def service(connection: Connection) -> Generator[str]:
    """Serve the store in a process of its own; yields its address."""
    environment = {
        **os.environ,
        "GRAPHSVC_NEO4J_URI": connection.uri,
        "GRAPHSVC_NEO4J_USER": connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": connection.password,
    }
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


def medians_ms(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the median time of each call in ms; the calls take turns, so that a busy machine is unfair to none."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(WARM_UP + rounds):
        for call, taken in zip(calls, times, strict=True):
            began = time.perf_counter()
            call()
            if turn >= WARM_UP:
                taken.append(1000 * (time.perf_counter() - began))
    return [statistics.median(taken) for taken in times]


def print_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows as a Markdown table."""
    print("| " + " | ".join(header) + " |")
    print("|" + " --- |" * len(header))
    for row in rows:
        print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
