"""`graphsvc load --bulk` against Neo4j's importer alone on the same files: python -m benchmarks.bulk [PAPERS]

Floor: `database import full` on the files that the command has made of the dump, into an empty store, Java's start
included. The whole command reads the dump, finds out what is what, imports, starts Neo4j and makes the indexes. Goal:
within 2 times, and less than 1 GiB for our processes whatever the size.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.common import print_table
from benchmarks.graphs import write_graph
from graphsvc import localdb
from graphsvc.bulk.load import Job, prepare
from graphsvc.graph.contents import Contents

PAPERS = 1_000_000
MEAN_REFERENCES = 10
LOOK_EVERY_S = 0.1
OURS = ("python", "graphsvc")


def main(arguments: list[str]) -> None:
    papers = int(arguments[0]) if arguments else PAPERS
    with tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as name:
        folder = Path(name)
        dump = folder / "dump.jsonl"
        graph = write_graph(dump, papers, MEAN_REFERENCES)
        print(f"{graph.papers:,} papers, {graph.citations:,} citations, {dump.stat().st_size / 1e6:,.0f} MB")
        whole_s, peak_mb = whole_command(dump, folder / "whole")
        prepared_s, importer_s = importer_alone(dump, folder / "alone")
        print_table(
            ("", "s", "ratio"),
            [
                ("Neo4j's importer alone", importer_s, 1.0),
                ("reading and preparing alone", prepared_s, prepared_s / importer_s),
                ("graphsvc load --bulk", whole_s, whole_s / importer_s),
            ],
        )
        print(f"\nOur processes took {peak_mb:,.0f} MB at most, all together, Java not counted.")


def whole_command(dump: Path, home: Path) -> tuple[float, float]:
    """Run the command; return its seconds and the most memory that its processes of Python had together, in MB."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHSVC_")}
    environment["GRAPHSVC_HOME"] = str(home)
    began, peak = time.monotonic(), 0
    command = [sys.executable, "-m", "graphsvc", "load", "--bulk", str(dump)]
    with subprocess.Popen(command, env=environment) as process:
        while process.poll() is None:
            peak = max(peak, python_bytes(psutil.Process(process.pid)))
            time.sleep(LOOK_EVERY_S)
    if process.returncode:
        raise SystemExit("the load failed")
    seconds = time.monotonic() - began
    localdb.wipe(localdb.LocalOptions(home))
    return seconds, peak / 1e6


def python_bytes(process: psutil.Process) -> int:
    """Return the resident memory of a process and those below it that run Python."""
    total = 0
    try:
        for each in (process, *process.children(recursive=True)):
            if each.name().startswith(OURS):
                total += each.memory_info().rss
    except psutil.NoSuchProcess:
        pass  # one ended while we looked
    return total


def importer_alone(dump: Path, home: Path) -> tuple[float, float]:
    """Return the seconds that preparing takes, and those of the importer on the files."""
    options = localdb.LocalOptions(home)
    files = home / "files"
    files.mkdir(parents=True)
    began = time.monotonic()
    prepared = prepare(Job([str(dump)]), files, Contents(), lambda _report, _source: None)
    between = time.monotonic()
    localdb.import_store(options, prepared.arguments, files, print)
    ended = time.monotonic()
    localdb.wipe(options)
    return between - began, ended - between


if __name__ == "__main__":
    main(sys.argv[1:])
