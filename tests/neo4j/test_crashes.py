"""Crashes: whatever is killed at whatever moment, a load that is run again ends in the store of a load without any.

GRAPHSVC_TEST_KILLS says how many rounds of each there are (1), GRAPHSVC_TEST_SEED repeats the moments of a run.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from graphsvc import localdb
from graphsvc.app import prepare_store
from graphsvc.graph.connect import Connection, open_writer
from graphsvc.localdb import LocalOptions, LocalServer
from tests.conftest import Store, emptied, served

pytestmark = pytest.mark.neo4j

KILLS = int(os.environ.get("GRAPHSVC_TEST_KILLS", "1"))
SEED = int(os.environ.get("GRAPHSVC_TEST_SEED", "0"))
PAPERS, REFERENCES = 2_000, 12
MANY_BATCHES = """
from graphsvc.cli import main
from graphsvc.ingest import load
load.BATCH_RECORDS = 40
main()
"""
ROUNDS = pytest.mark.parametrize("round_", range(KILLS))
DEATHS_WINDOW_S = 62.0
"""Local Neo4j gives up at the third death within a minute; a test with many rounds keeps to two."""

HUB = """{ paper(id: "x:0") { citedByCount citers(first: 1) { totalCount undatedCount byYear { count } } } }"""


def generated_records() -> list[dict[str, Any]]:
    """Return a graph of 2,000 papers, each with some thirteen references.

    References go by id or further id to earlier and later papers, from two thirds of the papers also to a hub, and
    to works outside. A quarter of the papers come again with another list.
    """
    chance = random.Random(7)

    def record(number: int) -> dict[str, Any]:
        cited = [chance.randrange(PAPERS) for _ in range(REFERENCES)]
        return {
            "id": f"x:{number}",
            "ids": [f"10.5555/{number}"],
            "title": f"Paper {number}",
            "published": str(1990 + number % 30) if number % 7 else None,
            "authors": [f"Author {number}", {"name": f"Person {number % 100}", "id": f"orcid:{number % 100}"}],
            "areas": [f"area:{number % 5}"],
            "references": [
                *(f"x:{other}" if other % 2 else f"10.5555/{other}" for other in cited),
                *(["x:0"] if number % 3 else []),
                f"x:out-{number % 500}",
            ],
        }

    papers = [record(number) for number in range(PAPERS)]
    again = [record(number) for number in range(0, PAPERS, 4)]
    return [*papers, *again]


@dataclass(frozen=True)
class Undisturbed:
    """A load without any kill: its file, its store and how long it took."""

    file: Path
    fingerprint: str
    seconds: float


def environment(connection: Connection | None, home: Path) -> dict[str, str]:
    """Return what graphsvc finds in its environment: the Neo4j of the tests, or a local one in `home`."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHSVC_")}
    if connection is None:
        return {
            **others,
            "GRAPHSVC_HOME": str(home),
            "GRAPHSVC_LOCAL_HEAP_MB": "512",
            "GRAPHSVC_LOCAL_PAGE_CACHE_MB": "64",
        }
    return {
        **others,
        "GRAPHSVC_HOME": str(home),
        "GRAPHSVC_NEO4J_URI": connection.uri,
        "GRAPHSVC_NEO4J_USER": connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": connection.password,
    }


@contextmanager
def loader(file: Path, connection: Connection | None, home: Path) -> Generator[subprocess.Popen[str]]:
    """Start `graphsvc load` in a process of its own, with many small batches, and see that it is gone at the end."""
    command = [sys.executable, "-c", MANY_BATCHES, "load", str(file)]
    with subprocess.Popen(command, env=environment(connection, home), stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def first_batch(process: subprocess.Popen[str]) -> None:
    """Wait until a load has written something."""
    assert process.stderr is not None
    assert any("records," in line for line in process.stderr)


def finished(process: subprocess.Popen[str]) -> str:
    """Wait until a load has ended, see that it is content, and return what it said."""
    _, said = process.communicate(timeout=150)
    assert (0, said) == (process.returncode, said)
    return said


def load_to_the_end(file: Path, store: Store) -> str:
    """Load without a disturbance."""
    with loader(file, store.connection, store.folder) as process:
        return finished(process)


@pytest.fixture(scope="module")
def undisturbed(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """Return what a load without any kill gives."""
    folder = tmp_path_factory.mktemp("undisturbed")
    file = folder / "records.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in generated_records()))
    with emptied(neo4j_connection, folder) as store:
        began = time.monotonic()
        load_to_the_end(file, store)
        seconds = time.monotonic() - began
        assert [] == store.broken_promises()
        return Undisturbed(file, store.fingerprint(), seconds)


def moment(name: str, round_: int, earliest: float, latest: float) -> float:
    """Return a moment by chance, and print what repeats it."""
    chosen = random.Random(f"{SEED} {name} {round_}").uniform(earliest, latest)
    print(f"GRAPHSVC_TEST_SEED={SEED}, {name}, round {round_}: killed after {chosen:.2f} s")
    return chosen


def expect_undisturbed(store: Store, undisturbed: Undisturbed) -> None:
    """See that a store is that of the load without any kill, with every promise kept."""
    assert undisturbed.fingerprint == store.fingerprint()
    assert [] == store.broken_promises()


@ROUNDS
def test_a_killed_load_goes_on(store: Store, undisturbed: Undisturbed, round_: int) -> None:
    """Every promise holds right after the kill, and loading again completes the store."""
    with loader(undisturbed.file, store.connection, store.folder) as process:
        time.sleep(moment("loader", round_, 0.2 * undisturbed.seconds, 0.95 * undisturbed.seconds))
        process.kill()
        process.communicate(timeout=20)
    print(f"{store.rows('MATCH (paper:Paper) RETURN count(paper)')[0]:,} papers stood there")
    assert [] == store.broken_promises()
    load_to_the_end(undisturbed.file, store)
    expect_undisturbed(store, undisturbed)


def ask_until(address: str, end: threading.Event, wrong: list[Any], answered: list[int]) -> None:
    """Ask for the numbers of the hub again and again, and note errors and lists whose numbers differ."""
    while not end.is_set():
        try:
            told = hub(address)
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            time.sleep(0.05)  # the service is dead or about to die
            continue
        paper = (told.get("data") or {}).get("paper")
        if "errors" in told:
            wrong.append(told)
        elif paper:  # there is none before its record is loaded
            answered.append(paper["citedByCount"])
            in_years = sum(year["count"] for year in paper["citers"]["byYear"]) + paper["citers"]["undatedCount"]
            if paper["citers"]["totalCount"] != in_years:
                wrong.append(paper)


@contextmanager
def asking(address: str) -> Generator[tuple[list[Any], list[int]]]:
    """Ask the service by two threads; yields wrong answers, and the counts of all."""
    end, wrong, answered = threading.Event(), list[Any](), list[int]()
    threads = [threading.Thread(target=ask_until, args=(address, end, wrong, answered)) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield wrong, answered
    finally:
        end.set()
        for thread in threads:
            thread.join(timeout=30)


@contextmanager
def service(connection: Connection, home: Path) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Start `graphsvc serve`; yields the process, to be killed, and its address."""
    command = [sys.executable, "-m", "graphsvc", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment(connection, home), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if line.startswith("graphsvc serves "):
                    break
            else:
                pytest.fail("graphsvc did not start")
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield process, line.split()[-1].rstrip("/")
        finally:
            process.kill()


def hub(address: str) -> Any:
    """Ask for the numbers of the hub."""
    body = json.dumps({"query": HUB}).encode()
    request = urllib.request.Request(f"{address}/graphql", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def until_ready(address: str) -> None:
    """Wait until a service says that it is ready."""
    give_up = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"{address}/health/ready", timeout=20):
                return
        except OSError:
            assert time.monotonic() < give_up
            time.sleep(0.05)


@ROUNDS
def test_a_killed_service_starts_again(store: Store, undisturbed: Undisturbed, round_: int) -> None:
    """A load beside it is not disturbed, its lists agree with themselves up to the kill, and the next one serves."""
    with (
        service(store.connection, store.folder) as (served_by, address),
        asking(address) as (wrong, answered),
        loader(undisturbed.file, store.connection, store.folder) as loading,
    ):
        until_ready(address)
        first_batch(loading)
        time.sleep(moment("service", round_, 0.1, 0.7 * undisturbed.seconds))
        served_by.kill()
        served_by.wait(timeout=20)
        finished(loading)
    print(f"{len(answered):,} answers before the kill, the counts from {answered[:1]} to {answered[-1:]}")
    assert [] == wrong
    with served(store.connection, store.folder) as address:
        until_ready(address)
        paper = hub(address)["data"]["paper"]
    assert 1_200 < paper["citedByCount"] == paper["citers"]["totalCount"]
    expect_undisturbed(store, undisturbed)


def test_an_announced_address_answers(store: Store) -> None:
    """Once the service has printed its address, whoever connects is answered."""
    with service(store.connection, store.folder) as (_, address):
        assert {"data": {"paper": None}} == hub(address)


@pytest.fixture(scope="module")
def local_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[LocalOptions, LocalServer]]:
    """A local Neo4j whose Java process is killed, with a data folder of its own."""
    options = LocalOptions(tmp_path_factory.mktemp("killed"), heap_mb=512, page_cache_mb=64)
    with localdb.use(options, print) as server:
        yield options, server


@pytest.fixture(scope="module")
def kill_times() -> list[float]:
    """When the Java process was killed."""
    return []


def kill_java(options: LocalOptions) -> None:
    """Kill the Java process of the local Neo4j, once it runs."""
    pid = localdb.status(options).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


@ROUNDS
def test_a_load_carries_on_when_neo4j_was_killed(
    local_server: tuple[LocalOptions, LocalServer],
    kill_times: list[float],
    undisturbed: Undisturbed,
    tmp_path: Path,
    round_: int,
) -> None:
    """Neo4j is started anew and repairs its store, and the load waits for it and completes by itself."""
    options, server = local_server
    connection = Connection(server.uri, server.user, server.password)
    if len(kill_times) >= 2:
        time.sleep(max(0.0, kill_times[-2] + DEATHS_WINDOW_S - time.monotonic()))
    with emptied(connection, tmp_path):
        pass
    with loader(undisturbed.file, None, options.home) as process:
        first_batch(process)
        time.sleep(moment("neo4j", round_, 0.0, 0.2 * undisturbed.seconds))
        kill_java(options)
        kill_times.append(time.monotonic())
        finished(process)
    prepare_store(connection, print)  # waits for it, should the load have been quicker than the kill
    with open_writer(connection) as writer:
        expect_undisturbed(Store(connection, writer, tmp_path), undisturbed)
