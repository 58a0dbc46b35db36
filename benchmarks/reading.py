"""The page while a day's update is loaded, and what the update costs: python -m benchmarks.reading HOME

New papers, one in a hundred, with their references, among them to every paper with many citers, come over Bolt into the
graph of benchmarks.build, while one client asks for the pages of those papers. Floor: the same pages before. This adds
to the store: build it anew for other figures.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.clients import Load, hammer
from benchmarks.common import filled_store, home_of, print_table, service, settings_of
from benchmarks.graphs import hub_id, write_update
from benchmarks.page import QUERY
from graphsvc.graph.connect import Connection, open_writer

SHARE = 100
LOOK_S = 4.0


def main(arguments: list[str]) -> None:
    home = home_of(arguments, __doc__)
    with (
        filled_store(home) as (connection, degrees),
        service(connection) as address,
        tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as folder,
    ):
        papers = papers_in(connection)
        graph = write_update(Path(folder) / "update.jsonl", papers, papers // SHARE, degrees)
        asked = [{"query": QUERY, "variables": {"id": hub_id(citers)}} for citers in degrees]

        def look() -> Load:
            return hammer(f"{address}/graphql", asked, clients=1, seconds=LOOK_S)

        before = look()
        began = time.monotonic()
        command = [sys.executable, "-m", "graphsvc", "load", str(Path(folder) / "update.jsonl")]
        during: list[Load] = []
        with subprocess.Popen(command, env=settings_of(connection)) as process:
            while process.poll() is None:
                during.append(look())
        seconds = time.monotonic() - began
        if process.returncode:
            raise SystemExit("the load failed")
        after = look()
    print(
        f"\n{graph.papers:,} papers with {graph.citations:,} citations loaded in {seconds:,.0f} s while pages "
        f"were read, {graph.citations / seconds:,.0f} a second\n"
    )
    times = sorted(taken for load in during for taken in load.times_ms)
    looks = [("before", before), ("while it is loaded", Load(len(times) / seconds, times)), ("after", after)]
    median = before.quantile_ms(0.5)
    print_table(
        ("", "median, ms", "ratio", "99 of 100 within, ms", "the longest, ms"),
        [
            (when, load.quantile_ms(0.5), load.quantile_ms(0.5) / median, load.quantile_ms(0.99), load.times_ms[-1])
            for when, load in looks
        ],
    )


def papers_in(connection: Connection) -> int:
    """Return how many papers the store has."""
    with open_writer(connection) as writer, writer.driver.session() as session:
        return session.run("MATCH (paper:Paper) RETURN count(paper)").single(strict=True)[0]


if __name__ == "__main__":
    main(sys.argv[1:])
