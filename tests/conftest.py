"""What tests share: a real Neo4j, stores to write into, and the service as a process of its own."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from graphsvc import localdb
from graphsvc.api.http import formatted
from graphsvc.api.schema import make_schema
from graphsvc.graph.check import check_store, fingerprint
from graphsvc.graph.connect import Connection, Reader, Writer, open_reader, open_writer
from graphsvc.graph.schema import apply_schema
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from graphsvc.place.run import PlaceOptions, place_papers

DATA = Path(__file__).parent / "data"
SEED_PAGE = DATA / "seed-page"
TIMEOUT_S = 30.0
Found = TypeVar("Found")

# The same examples in every run, so that what breaks a test is the change; GRAPHSVC_TEST_SEARCH=1 looks for others.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile("search" if os.environ.get("GRAPHSVC_TEST_SEARCH") else "repeatable")


@pytest.fixture(scope="session")
def neo4j_connection(tmp_path_factory: pytest.TempPathFactory) -> Generator[Connection]:
    """The Neo4j of the tests, which they empty: the one given, else Docker's, else the local one."""
    if uri := os.environ.get("GRAPHSVC_TEST_NEO4J_URI"):
        yield Connection(uri, "neo4j", os.environ.get("GRAPHSVC_TEST_NEO4J_PASSWORD", "neo4j"))
    elif has_docker():
        from testcontainers.neo4j import Neo4jContainer

        with Neo4jContainer("neo4j:2026.08.1-community", password="a-test-password") as container:
            yield Connection(container.get_connection_url(), "neo4j", "a-test-password")
    else:
        home = tmp_path_factory.mktemp("local-neo4j")
        with localdb.use(localdb.LocalOptions(home, heap_mb=1024, page_cache_mb=512), print) as server:
            yield Connection(server.uri, server.user, server.password)


def has_docker() -> bool:
    """Return whether a Docker engine answers."""
    try:
        return subprocess.run(["docker", "info"], capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@dataclass(frozen=True)
class Store:
    """A store with what a test needs of it."""

    connection: Connection
    writer: Writer
    folder: Path

    def load(self, records: Iterable[dict[str, Any]], **options: Any) -> Report:
        """Load native records."""
        file = self.folder / "records.jsonl"
        file.write_text("".join(json.dumps(record) + "\n" for record in records))
        return load_files(self.writer, [str(file)], **options)

    def load_text(self, text: str | bytes) -> Report:
        """Load a file with this text."""
        file = self.folder / "records.jsonl"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return load_files(self.writer, [str(file)])

    def read(self, read: Callable[[Reader], Awaitable[Found]]) -> Found:
        """Run a read."""

        async def run() -> Found:
            async with open_reader(self.connection, TIMEOUT_S) as reader:
                return await read(reader)

        return asyncio.run(run())

    def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """Answer a GraphQL query: `data`, and `errors` as callers see them."""

        async def run(reader: Reader) -> Any:
            return await make_schema().execute(query, variables, {"reader": reader})

        result = self.read(run)
        return {"data": result.data, "errors": [formatted(error) for error in result.errors or []]}

    def data(self, query: str, **variables: Any) -> dict[str, Any]:
        """Answer a GraphQL query that has no errors."""
        answer = self.ask(query, **variables)
        assert [] == answer["errors"]
        return answer["data"]

    def broken_promises(self) -> list[str]:
        """Check the whole store."""
        return [finding.promise for finding in self.read(check_store) if finding.count]

    def fingerprint(self) -> str:
        """Return what equal stores share."""
        return self.read(fingerprint)

    def rows(self, cypher: str, **parameters: Any) -> list[Any]:
        """Look into the graph itself: the first column of each record."""
        records, _, _ = self.writer.driver.execute_query(cypher, parameters)
        return [record.value() for record in records]


@contextmanager
def emptied(connection: Connection, folder: Path) -> Generator[Store]:
    """Yield the store, emptied, with its schema applied."""
    with open_writer(connection) as writer:
        with writer.driver.session() as session:
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
        apply_schema(writer)
        yield Store(connection, writer, folder)


@pytest.fixture
def store(neo4j_connection: Connection, tmp_path: Path) -> Generator[Store]:
    """An empty store."""
    with emptied(neo4j_connection, tmp_path) as empty:
        yield empty


@pytest.fixture(scope="module")
def seed_store(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    """A store with the seed page alone, placed; a module that uses it uses no other store."""
    import datetime

    with emptied(neo4j_connection, tmp_path_factory.mktemp("seed")) as store:
        report = load_files(
            store.writer,
            [str(SEED_PAGE / "papers.jsonl.gz")],
            areas_files=[str(SEED_PAGE / "areas.jsonl")],
            data_through=datetime.date(2026, 10, 7),
        )
        assert report.exit_status == 0
        place_papers(store.writer, PlaceOptions(), lambda _: None, lambda _: None)
        yield store


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that offers a text model: the tests' own, by an entry point."""
    folder = tmp_path / "first_letter-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: first-letter\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[graphsvc.text_models]\nfirst-letter = tests.unit.place.texts:FirstLetterModel\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@contextmanager
def served(connection: Connection, folder: Path) -> Generator[str]:
    """Serve a store by `graphsvc serve` in a process of its own; yields its address."""
    environment = {
        **os.environ,
        "GRAPHSVC_HOME": str(folder),
        "GRAPHSVC_NEO4J_URI": connection.uri,
        "GRAPHSVC_NEO4J_USER": connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": connection.password,
    }
    command = [sys.executable, "-m", "graphsvc", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            lines: list[str] = []
            for line in process.stderr:
                lines.append(line)
                if line.startswith("graphsvc serves "):
                    break
            else:
                pytest.fail(f"graphsvc did not start: {''.join(lines)}")
            # nobody reads its log any further, and a full pipe would stop it
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield line.split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture(scope="module")
def seed_url(seed_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of the service over the seed page."""
    with served(seed_store.connection, tmp_path_factory.mktemp("home")) as address:
        yield address
