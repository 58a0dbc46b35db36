"""Builds the graph that benchmarks read, and keeps it: python -m benchmarks.build HOME [PAPERS] [MEAN_REFERENCES]

3 million papers and some 40 million citations if nothing else is said; 300000 10 is a small one. Papers with exactly 10
to 300,000 citers are among them. The others take it with `--home HOME`. Floor: Neo4j's importer alone, as it runs here.
"""

import datetime
import sys
import time
from pathlib import Path

from benchmarks.common import print_table
from benchmarks.graphs import CITERS, DATA_THROUGH, write_graph
from graphsvc import localdb
from graphsvc.bulk.load import Job
from graphsvc.bulk.local import load_into_local

PAPERS, MEAN_REFERENCES = 3_000_000, 13
IMPORT = "Importing …"


def main(arguments: list[str]) -> None:
    if not arguments:
        raise SystemExit(__doc__)
    home = Path(arguments[0])
    papers = int(arguments[1]) if len(arguments) > 1 else PAPERS
    references = int(arguments[2]) if len(arguments) > 2 else MEAN_REFERENCES
    print_table(("step", "s", "ratio to the importer"), build(home, papers, references))


def build(home: Path, papers: int, mean_references: int) -> list[tuple[str, float, float]]:
    """Load a made-up graph into the empty store of a home; return the steps of that with their seconds."""
    home.mkdir(parents=True, exist_ok=True)
    dump = home / "dump.jsonl"
    began = time.monotonic()
    graph = write_graph(dump, papers, mean_references, hubs=[citers for citers in CITERS if citers <= papers])
    size_mb = dump.stat().st_size / 1e6
    print(
        f"{graph.papers:,} papers, {graph.citations:,} citations, {size_mb:,.0f} MB, "
        f"made in {time.monotonic() - began:,.0f} s\n"
    )
    steps: list[tuple[str, float]] = [("Reading and preparing", time.monotonic())]
    load_into_local(
        localdb.LocalOptions(home),
        Job([str(dump)], data_through=datetime.date.fromisoformat(DATA_THROUGH)),
        home / "bulk",
        lambda step: steps.append((step, time.monotonic())),
        lambda *_: None,
    )
    dump.unlink()
    ends = [*(at for _, at in steps[1:]), time.monotonic()]
    taken = [(step, end - at) for (step, at), end in zip(steps, ends, strict=True)]
    importer = next(seconds for step, seconds in taken if step == IMPORT)
    taken.append(("graphsvc load --bulk", sum(seconds for _, seconds in taken)))
    return [(step, seconds, seconds / importer) for step, seconds in taken]


if __name__ == "__main__":
    main(sys.argv[1:])
