"""The lock of Neo4j's jars, and what is said without a network."""

from pathlib import Path

import pytest

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import NEO4J_VERSION
from graphsvc.localdb.jars import ROOTS, class_path, locked_jars


def test_lock_holds_both_roots_and_each_file_once() -> None:
    """The lock names both roots in the version that the package says, each jar once, with a whole hash."""
    locked = locked_jars()
    assert set(ROOTS) <= {jar.coordinates for jar in locked}
    assert len(locked) == len({jar.coordinates for jar in locked})
    assert {64} == {len(jar.sha256) for jar in locked}
    neo4j = {jar.version for jar in locked if jar.group in ("org.neo4j", "org.neo4j.app")}
    assert {NEO4J_VERSION} == neo4j


def test_path_of_a_jar_with_a_classifier() -> None:
    """A jar with a classifier stands where Maven puts it."""
    jar = next(jar for jar in locked_jars() if jar.classifier == "linux-x86_64")
    name = f"{jar.artifact}-{jar.version}-linux-x86_64.jar"
    assert Path("cache/io/netty") / jar.artifact / jar.version / name == jar.within(Path("cache"))


def test_first_start_without_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing fetched and no network the error says that the network is needed once, and what else to do."""
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")  # nothing listens on the discard port
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    said: list[str] = []
    with pytest.raises(LocalServerError, match=r"needs the network once.*GRAPHSVC_NEO4J_URI"):
        class_path(tmp_path, said.append)
    assert said[0].startswith(f"Fetching Neo4j {NEO4J_VERSION} ({len(locked_jars())} files, about ")


def test_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """A Maven cache that cannot be written is named, with the variable that moves it."""
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalServerError, match="M2_REPO"):
        class_path(tmp_path / "file", lambda _: None)
