"""`graphsvc load --bulk` as a person runs it."""

import gzip
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphsvc import localdb
from graphsvc.graph.connect import Connection, open_writer
from tests.conftest import Store
from tests.neo4j.test_bulk import assert_same_graph, native

pytestmark = pytest.mark.neo4j

# x:a -> x:b, x:c; x:b -> x:c, which two records tell of
RECORDS: list[dict[str, Any]] = [
    {"id": "x:a", "title": "A", "references": ["x:b", "x:c"]},
    {"id": "x:b", "title": "B", "references": ["doi:10.1/c"]},
    {"id": "x:c", "ids": ["doi:10.1/c"], "title": "C"},
    {"id": "doi:10.1/c", "abstract": "About C.", "references": []},
]


def graphsvc(
    home: Path, connection: Connection | None, *arguments: str, stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run graphsvc in a process of its own with the local Neo4j of a folder, or with another one."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHSVC_")}
    environment |= {"GRAPHSVC_HOME": str(home), "GRAPHSVC_LOCAL_HEAP_MB": "768", "GRAPHSVC_LOCAL_PAGE_CACHE_MB": "128"}
    if connection is not None:
        environment |= {
            "GRAPHSVC_NEO4J_URI": connection.uri,
            "GRAPHSVC_NEO4J_USER": connection.user,
            "GRAPHSVC_NEO4J_PASSWORD": connection.password,
        }
    command = [sys.executable, "-m", "graphsvc", *arguments]
    done = subprocess.run(command, env=environment, input=stdin, capture_output=True, timeout=300)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return subprocess.CompletedProcess(command, done.returncode, out, err)


def test_local_neo4j_in_one_command(tmp_path: Path) -> None:
    """An empty local Neo4j is filled, checked and named; a second time it is not empty, and nothing is read."""
    lines = "".join(json.dumps(record) + "\n" for record in RECORDS).encode()
    options = localdb.LocalOptions(tmp_path / "home")
    done = graphsvc(
        options.home, None, "load", "--bulk", "-", "--json", "--name", "Small", stdin=lines + b"nonsense\n" + lines
    )
    assert 3 == done.returncode, done.stderr
    told = json.loads(done.stdout)
    assert (9, 3, 1, 1, 3) == tuple(told[name] for name in ("read", "new", "changed", "refused", "citations_new"))
    assert [("standard input", 5)] == [(line["file"], line["line"]) for line in told["refused_lines"]]
    assert [] == list((options.home / "bulk").iterdir())
    done = graphsvc(options.home, None, "check")
    assert (0, True) == (done.returncode, "3 papers, 3 citations" in done.stdout), done.stdout + done.stderr
    done = graphsvc(options.home, None, "load", "--bulk", "-", stdin=lines)
    assert (2, True) == (done.returncode, "--bulk is for an empty store" in done.stderr)
    localdb.wipe(options)


def test_a_cut_input_is_told_and_what_was_whole_is_loaded(tmp_path: Path) -> None:
    """The command ends with 4, and the papers that could be read are there."""
    records = [{"id": f"x:{number}", "title": str(number * 7919 % 1000)} for number in range(1000)]
    file = tmp_path / "cut.jsonl.gz"
    file.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in records).encode())[:-2000])
    options = localdb.LocalOptions(tmp_path / "home")
    done = graphsvc(options.home, None, "load", "--bulk", str(file), "--json")
    assert 4 == done.returncode, done.stderr
    told = json.loads(done.stdout)
    assert "cut short" in told["cut_short"]
    assert 0 < told["new"] < 1000
    localdb.wipe(options)


def test_a_neo4j_of_ones_own(store: Store, tmp_path: Path) -> None:
    """The files and the commands are written; run one after the other they make the graph that Bolt does."""
    file, folder = native(tmp_path, "papers.jsonl", RECORDS), tmp_path / "import it"
    home = tmp_path / "home"
    done = graphsvc(home, store.connection, "load", "--bulk", str(file))
    assert (2, True) == (done.returncode, "name a --bulk-folder" in done.stderr)
    done = graphsvc(
        home,
        store.connection,
        "load",
        "--bulk",
        "--bulk-folder",
        str(folder),
        str(file),
        "--data-through",
        "2003-04-30",
    )
    assert 0 == done.returncode, done.stderr
    command = next(line for line in done.stderr.splitlines() if line.startswith("neo4j-admin "))
    # on the machine of that Neo4j, while it is stopped
    options = localdb.LocalOptions(tmp_path / "other", heap_mb=768, page_cache_mb=128)
    assert ("neo4j-admin", "neo4j") == (shlex.split(command)[0], shlex.split(command)[-1])
    localdb.import_store(options, shlex.split(command)[1:-1], tmp_path, print)
    with localdb.use(options) as server:
        other = Connection(server.uri, server.user, server.password)
        done = graphsvc(home, other, "load", "--bulk-finish", str(folder), "--json")
        assert 0 == done.returncode, done.stderr
        told = json.loads(done.stdout)
        assert (4, 3, 1, 3) == tuple(told[name] for name in ("read", "new", "changed", "citations_new"))
        store.load(RECORDS)
        with open_writer(other) as writer:
            filled = Store(other, writer, tmp_path)
            assert_same_graph(store, filled)
            assert ["2003-04-30"] == [str(day) for day in filled.rows("MATCH (d:Dataset) RETURN d.data_through")]
    done = graphsvc(home, store.connection, "load", "--bulk", "--bulk-folder", str(tmp_path / "again"), str(file))
    assert (2, False) == (done.returncode, (tmp_path / "again").exists())
    assert "--bulk is for an empty store" in done.stderr
    localdb.wipe(options)


def test_nothing_for_the_importer(tmp_path: Path) -> None:
    """Where each record shares an id with another one, all goes over Bolt."""
    options = localdb.LocalOptions(tmp_path / "home")
    file = native(tmp_path, "papers.jsonl", [{"id": "x:a", "ids": ["x:b"]}, {"id": "x:b", "references": ["x:a"]}])
    done = graphsvc(options.home, None, "load", "--bulk", str(file), "--json")
    assert 0 == done.returncode, done.stderr
    told = json.loads(done.stdout)
    assert (2, 1, 1, 1) == tuple(told[name] for name in ("read", "new", "changed", "self_citations"))
    localdb.wipe(options)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bulk"], "name a file to load"),
        (["--bulk", "--name", "Small"], "--bulk needs a file to load"),
        (["--bulk-folder", "there", "."], "--bulk-folder is for --bulk"),
        (["--bulk-finish", ".", "--bulk"], "--bulk-finish goes on"),
        (["--bulk-finish", "."], "no folder that --bulk-folder has filled"),
    ],
)
def test_what_was_asked_wrongly_ends_with_2(tmp_path: Path, arguments: list[str], told: str) -> None:
    """A line says what was wrong, before Neo4j is started."""
    done = graphsvc(tmp_path / "home", None, "load", *arguments)
    assert (2, True) == (done.returncode, told in done.stderr), done.stderr
    assert not (tmp_path / "home").exists()
