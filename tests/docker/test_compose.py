"""docker-compose.yml: Neo4j and the service come up healthy, keep their data, and want a password."""

import json
import os
import subprocess
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.conftest import SEED_PAGE, has_docker

ROOT = Path(__file__).parents[2]
PORT = "18765"

pytestmark = [pytest.mark.docker, pytest.mark.skipif(not has_docker(), reason="no Docker engine answers")]


def compose(*arguments: str, password: str | None = "a-test-password") -> subprocess.CompletedProcess[str]:
    """Run docker compose in a project of its own."""
    environment = {**os.environ, "GRAPHSVC_PORT": PORT, "COMPOSE_PROJECT_NAME": "graphsvc-test"}
    environment.pop("GRAPHSVC_NEO4J_PASSWORD", None)
    if password:
        environment["GRAPHSVC_NEO4J_PASSWORD"] = password
    return subprocess.run(
        ["docker", "compose", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900
    )


@pytest.fixture(scope="module")
def up() -> Generator[None]:
    started = compose("up", "--build", "--wait")
    assert 0 == started.returncode, started.stderr
    yield
    compose("down", "--volumes")


def test_there_is_no_default_password() -> None:
    """Without a password nothing starts, and the message says where to put one."""
    refused = compose("config", password=None)
    assert 0 != refused.returncode
    assert "GRAPHSVC_NEO4J_PASSWORD" in refused.stderr


def test_a_load_is_served_and_outlives_a_restart(up: None) -> None:
    """What was loaded through compose is served, also after both containers were made anew."""
    folder = ["--volume", f"{SEED_PAGE}:/data:ro"]
    loaded = compose("run", "--rm", *folder, "graphsvc", "graphsvc", "load", "/data/papers.jsonl.gz")
    assert 0 == loaded.returncode, loaded.stderr
    assert 844 == cited_by_count()
    compose("down")
    assert 0 == compose("up", "--wait").returncode
    assert 844 == cited_by_count()


def cited_by_count() -> int:
    """Ask the service for the seed paper's count."""
    query = json.dumps({"query": '{ paper(id: "arxiv:1905.09418") { citedByCount } }'}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/graphql", query, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["data"]["paper"]["citedByCount"]
