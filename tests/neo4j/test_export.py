"""Exports: written, loaded into an empty store, and the same graph is there."""

import asyncio
import csv
import gzip
import json
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphsvc.export.folder import check_folder
from graphsvc.export.run import Exported, export_store
from graphsvc.graph import pages
from graphsvc.graph.connect import Connection, open_reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from graphsvc.resources import resource_folder
from tests.conftest import DATA, SEED_PAGE, Store, emptied

pytestmark = pytest.mark.neo4j

FORMATS = pytest.mark.parametrize("format_", ["native", "parquet"])
EMPTY = "MATCH (n) WHERE NOT n:Dataset DETACH DELETE n"


def export(store: Store, folder: Path, format_: str = "native") -> Exported:
    """Export a store to a folder."""

    async def run() -> Exported:
        async with open_reader(store.connection, 60.0) as reader:
            return await export_store(reader, folder, format_, lambda _: None)

    check_folder(folder, force=True)
    return asyncio.run(run())


def brought_back(store: Store, folder: Path, format_: str) -> Report:
    """Export a store, empty it and load the export; return the report of that load."""
    exported = export(store, folder, format_)
    store.rows(EMPTY)
    return load_files(store.writer, [str(path) for path in exported.inputs])


def check_round_trip(store: Store, folder: Path, format_: str, *, exit_status: int = 0) -> Report:
    """See that a store comes back from its export as it was, and with every promise kept."""
    before = store.fingerprint()
    report = brought_back(store, folder, format_)
    assert exit_status == report.exit_status, report
    assert 0 == report.odd_values, report.odd_lines
    assert before == store.fingerprint()
    assert [] == store.broken_promises()
    return report


def lines_of(file: Path) -> list[dict[str, Any]]:
    """Return the objects of JSON lines."""
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return [json.loads(line) for line in data.splitlines()]


# What is subtle, each a small graph of its own: lines of native records, in the order in which they are loaded.
SUBTLE: dict[str, list[dict[str, Any]]] = {
    # a -> b, of which nothing but the ids is known
    "papers known by id": [{"citing": "x:a", "cited": "x:b"}],
    # a is named by an entry that names no work: no citation has it
    "a paper known by id without a citation": [{"citing": "x:a", "cited": None}],
    # a -> b by list and by itself, a -> c by itself alone, a -> d by list alone
    "list and statement": [
        {"id": "x:a", "references": ["x:b", "x:d"]},
        {"id": "x:b"},
        {"id": "x:d"},
        {"citing": "x:a", "cited": "x:b"},
        {"citing": "x:a", "cited": "x:c"},
    ],
    "facts": [
        {"citing": "x:a", "cited": "x:b", "contexts": ["As in [1]; and", 'the "so-called"', "[not, JSON]"]},
        {"citing": "x:a", "cited": "x:c", "intents": ["method", "background"], "isInfluential": False},
        {"citing": "x:b", "cited": "x:c", "contexts": ["[1, 2]"], "isInfluential": True},
    ],
    # two statements of one citation, and one that has no name
    "statements with ids": [
        {"citing": "x:a", "cited": "x:b", "statement": "s2:2", "contexts": ["two"]},
        {"citing": "x:a", "cited": "x:b", "statement": "s2:1", "contexts": ["one"]},
        {"citing": "x:a", "cited": "x:b"},
    ],
    "a citation of oneself": [{"citing": "x:a", "cited": "x:a"}],
    "lists unknown, empty, only outside": [
        {"id": "x:a"},
        {"id": "x:b", "references": []},
        {"id": "x:c", "references": ["x:out", "10.5555/Out"]},
    ],
    # the list of a is empty, and it cites b all the same
    "an empty list and a statement": [{"id": "x:a", "references": []}, {"citing": "x:a", "cited": "x:b"}],
    "only a statement": [{"id": "x:a", "title": "A"}, {"citing": "x:a", "cited": "x:b"}],
    "aliases": [
        {"id": "x:a", "ids": ["10.5555/A", "W1"], "references": ["CorpusId:7"]},
        {"id": "s2:7", "ids": ["arXiv:1905.09418"], "references": ["10.5555/a", "W1"]},
    ],
    # two sources tell of one paper, each with a list: b is listed by both, c and d by one
    "two sources of one paper": [
        {"id": "openalex:W1", "ids": ["doi:10.5555/a"], "title": "One", "references": ["x:b", "x:c"]},
        {"id": "doi:10.5555/a", "title": "Other", "references": ["x:b", "x:d"]},
        {"id": "x:b"},
        {"id": "x:c"},
    ],
    # W2 became W1, W4 became W3 of which nothing is known, W6 became W5 which nobody mentions
    "merged ids": [
        {"id": "openalex:W1", "title": "One"},
        {"id": "openalex:W2", "title": "Two", "references": ["openalex:W4"]},
        {"id": "openalex:W4", "title": "Four"},
        {"citing": "openalex:W7", "cited": "openalex:W8"},
        {"id": "openalex:W2", "mergedInto": "openalex:W1"},
        {"id": "openalex:W4", "mergedInto": "openalex:W3"},
        {"id": "openalex:W6", "mergedInto": "openalex:W5"},
        {"id": "openalex:W9", "mergedInto": "openalex:W8"},
    ],
    # a, known by its id alone, became c, of which nothing is known
    "a paper known by a merged id": [{"citing": "x:a", "cited": "x:b"}, {"id": "x:a", "mergedInto": "x:c"}],
    "authors": [
        {"id": "x:a", "authors": [{"name": "Zoë", "id": "orcid:1"}, {"name": "Bob; Bo | B"}, {"name": "Zoë"}]},
        {"id": "x:b", "authors": [{"name": "Z. E.", "id": "orcid:1"}, {"name": "None"}, "nan"]},
    ],
    "areas": [
        {"id": "area:ai", "name": "AI; and | more"},
        {"id": "area:nlp", "name": "Language", "description": 'The "study"', "parent": "area:ai"},
        {"id": "area:alone", "name": "Nobody is here"},
        {"id": "x:a", "areas": [{"id": "area:nlp", "score": 0.25}, {"id": "area:ai", "score": 0.5}, "area:new"]},
        {"id": "x:b", "areas": ["area:a; b", "area:ai"]},
    ],
    "dates": [
        {"id": "x:a", "published": "2020"},
        {"id": "x:b", "published": "2020-03"},
        {"id": "x:c", "published": "2020-03-31"},
        {"id": "x:d", "published": "1000"},
        {"id": "x:e"},
    ],
    "retracted": [{"id": "x:a", "isRetracted": True}, {"id": "x:b", "isRetracted": False}, {"id": "x:c"}],
    "counts": [{"id": "x:a", "sourceCitedByCount": 2**63 - 1}, {"id": "x:b", "sourceCitedByCount": 0}],
    "texts": [
        {"id": "x:a", "title": 'He said "yes", \\ and\nleft 🦉', "abstract": "One.\n\nTwo, 'three'; four\t|\x01five"},
        {"id": "x:b", "title": "null", "venue": "None", "type": "nan", "language": "", "abstract": "NULL"},
        {"id": "x:c", "title": "1984", "venue": "[1]", "categories": ["cs.CL", "a|b;c", "null"], "abstract": "true"},
        {"id": "x:d", "title": "שלום e\u0301", "categories": []},
    ],
    "ids": [{"id": 'x:it\'s-"odd",a;b|c', "ids": ["10.1002/(SICI)1097(1998)17:15<1661::AID-SIM968>3.0.CO;2-2"]}],
    "a loop of citations": [{"id": "x:a", "references": ["x:b", "x:a"]}, {"id": "x:b", "references": ["x:a", "x:a"]}],
}


@pytest.mark.parametrize("name", sorted(SUBTLE))
def test_what_is_subtle_comes_back(store: Store, tmp_path: Path, name: str) -> None:
    """A small graph with one subtle thing in it is the same after a round trip in each format."""
    for record in SUBTLE[name]:  # one load each, as their order may matter
        assert 0 == store.load([record]).exit_status
    for format_ in ("native", "parquet"):
        check_round_trip(store, tmp_path / format_, format_)


# Pairs of graphs that are not the same.
DIFFERENT: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    "an unknown and an empty list": ([{"id": "x:a"}], [{"id": "x:a", "references": []}]),
    "a list and a statement": (
        [{"id": "x:a", "references": ["x:b"]}, {"id": "x:b"}],
        [{"id": "x:a"}, {"id": "x:b"}, {"citing": "x:a", "cited": "x:b"}],
    ),
    "a statement alone and with a list": (
        [{"id": "x:a"}, {"id": "x:b"}, {"citing": "x:a", "cited": "x:b"}],
        [{"id": "x:a", "references": ["x:b"]}, {"id": "x:b"}, {"citing": "x:a", "cited": "x:b"}],
    ),
    "known and known by id": ([{"id": "x:a"}], [{"citing": "x:a", "cited": None}]),
    "contexts": ([{"citing": "x:a", "cited": "x:b"}], [{"citing": "x:a", "cited": "x:b", "contexts": ["c"]}]),
    "intents": (
        [{"citing": "x:a", "cited": "x:b", "contexts": ["c"]}],
        [{"citing": "x:a", "cited": "x:b", "intents": ["c"]}],
    ),
    "influence": (
        [{"citing": "x:a", "cited": "x:b"}],
        [{"citing": "x:a", "cited": "x:b", "isInfluential": False}],
    ),
    "scores": ([{"id": "x:a", "areas": ["area:a"]}], [{"id": "x:a", "areas": [{"id": "area:a", "score": 1}]}]),
    "main areas": ([{"id": "x:a", "areas": ["area:a", "area:b"]}], [{"id": "x:a", "areas": ["area:b", "area:a"]}]),
    "areas nobody is in": ([{"id": "x:a"}], [{"id": "x:a"}, {"id": "area:a", "name": "a"}]),
    "parents": (
        [{"id": "area:a", "name": "a"}, {"id": "area:b", "name": "b"}],
        [{"id": "area:a", "name": "a", "parent": "area:b"}, {"id": "area:b", "name": "b"}],
    ),
    "descriptions": ([{"id": "area:a", "name": "a"}], [{"id": "area:a", "name": "a", "description": "d"}]),
    "order of authors": ([{"id": "x:a", "authors": ["A", "B"]}], [{"id": "x:a", "authors": ["B", "A"]}]),
    "ids of authors": ([{"id": "x:a", "authors": ["A"]}], [{"id": "x:a", "authors": [{"name": "A", "id": "o:1"}]}]),
    "further ids": ([{"id": "x:a"}], [{"id": "x:a", "ids": ["x:b"]}]),
    "works outside": ([{"id": "x:a", "references": []}], [{"id": "x:a", "references": ["x:out"]}]),
    "merges": ([{"id": "x:a"}], [{"id": "x:a"}, {"id": "x:c", "mergedInto": "x:d"}]),
    "precision of dates": ([{"id": "x:a", "published": "2020"}], [{"id": "x:a", "published": "2020-01"}]),
    "retraction": ([{"id": "x:a"}], [{"id": "x:a", "isRetracted": False}]),
}


def fingerprint_of(store: Store, records: list[dict[str, Any]]) -> str:
    """Return the fingerprint of a store with these records alone."""
    store.rows(EMPTY)
    assert 0 == store.load(records).exit_status
    return store.fingerprint()


def test_fingerprints_tell_what_is_known(store: Store) -> None:
    """Two graphs that differ in one thing have different fingerprints."""
    same = [
        name for name, (one, other) in DIFFERENT.items() if fingerprint_of(store, one) == fingerprint_of(store, other)
    ]
    assert [] == same


def test_fingerprints_leave_out_how_it_came_to_be_known(store: Store) -> None:
    """Spellings, the order of contexts, which source listed a citation, and loading again make no difference."""
    one = fingerprint_of(
        store,
        [
            {"id": "doi:10.5555/a", "ids": ["W1"], "title": "A", "references": ["x:b", "x:out"]},
            {"id": "x:b"},
            {"citing": "x:b", "cited": "x:c", "contexts": ["1", "2"]},
        ],
    )
    other = fingerprint_of(
        store,
        [
            {"id": "https://doi.org/10.5555/A", "title": " A ", "references": ["x:b"]},
            {"id": "W1", "ids": ["10.5555/a"], "references": ["x:out"]},
            {"id": "x:b"},
            {"citing": "x:b", "cited": "x:c", "contexts": ["2"]},
            {"citing": "x:b", "cited": "x:c", "contexts": ["1"]},
        ],
    )
    assert one == other


@FORMATS
def test_the_files_of_all_formats_come_back(
    store: Store, tmp_path: Path, format_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is read from everybody's formats together comes back; the loops among merged ids are refused again."""
    monkeypatch.setattr(pages, "PAGE_SIZE", 97)  # so that there are several
    load_files(store.writer, [str(DATA / "formats")])
    report = check_round_trip(store, tmp_path / "out", format_, exit_status=3)
    assert {"openalex:W7000000005", "openalex:W7000000006"} == {
        refused.reason.split()[0] for _, refused in report.refused_lines
    }


@FORMATS
def test_the_seed_page_comes_back(store: Store, tmp_path: Path, format_: str) -> None:
    """The seed page with its areas comes back."""
    load_files(store.writer, [str(SEED_PAGE / "papers.jsonl.gz")], areas_files=[str(SEED_PAGE / "areas.jsonl")])
    check_round_trip(store, tmp_path / "out", format_)


def test_csv_holds_exactly_the_citations(store: Store, tmp_path: Path) -> None:
    """The pairs of ids are the citations, each once; loading them gives these citations."""
    load_files(store.writer, [str(DATA / "formats")])
    pairs = "MATCH (citing:Paper)-[:CITES]->(cited:Paper) RETURN [citing.id, cited.id] AS pair ORDER BY pair"
    before = store.rows(pairs)
    exported = export(store, tmp_path / "out", "csv")
    with (tmp_path / "out" / "citations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert ["citing", "cited"] == rows[0]
    assert before == sorted(rows[1:])
    store.rows(EMPTY)
    load_files(store.writer, [str(path) for path in exported.inputs])
    assert before == store.rows(pairs)


def test_every_line_is_as_the_schema_says(store: Store, tmp_path: Path) -> None:
    """What native files hold agrees with the schema of a record, which refuses what is none of its kinds."""
    schema = json.loads((resource_folder("schema") / "record.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    load_files(store.writer, [str(DATA / "formats")])
    export(store, tmp_path / "out")
    names = ["areas.jsonl", "citations.jsonl.gz", "papers.jsonl.gz", "replaced-ids.jsonl"]
    assert names == sorted(file.name for file in (tmp_path / "out").iterdir())
    for name in names:
        lines = lines_of(tmp_path / "out" / name)
        assert [] == [line for line in lines if not validator.is_valid(line)]
        assert len(lines) > 1
    for wrong in ({"citing": "x:a"}, {"id": "area:a"}, {"id": "x:a", "areas": [{"score": 1}]}, {"title": "A"}):
        assert not validator.is_valid(wrong)


def test_records_are_in_the_order_of_ids_and_say_only_what_is_known(store: Store, tmp_path: Path) -> None:
    """The lines are those that a person would write, in the order of ids; the main area and the lists come in order."""
    store.load(
        [
            {"id": "x:b", "areas": ["area:z", "area:a"], "references": ["x:out", "x:a"], "published": "2020-03"},
            {"id": "x:a", "authors": ["Ada", {"name": "Bob", "id": "orcid:1"}], "isRetracted": False},
            {"citing": "x:a", "cited": "x:b", "intents": ["method"]},
        ]
    )
    export(store, tmp_path / "out")
    assert [
        {"id": "x:a", "authors": [{"name": "Ada"}, {"name": "Bob", "id": "orcid:1"}], "isRetracted": False},
        {"id": "x:b", "published": "2020-03", "areas": ["area:z", "area:a"], "references": ["x:a", "x:out"]},
    ] == lines_of(tmp_path / "out" / "papers.jsonl.gz")
    assert [{"citing": "x:a", "cited": "x:b", "intents": ["method"]}] == lines_of(
        tmp_path / "out" / "citations.jsonl.gz"
    )


def test_a_citation_with_facts_is_told_apart(store: Store, tmp_path: Path) -> None:
    """Facts of a citation that only a list has are not lost: it comes back as one that is stated as well."""
    store.load([{"id": "x:a", "references": ["x:b"]}, {"id": "x:b"}])
    store.rows("MATCH ()-[citation:CITES]->() SET citation.contexts = ['as in']")
    export(store, tmp_path / "out")
    assert ["x:b"] == lines_of(tmp_path / "out" / "papers.jsonl.gz")[0]["references"]
    assert [{"citing": "x:a", "cited": "x:b", "contexts": ["as in"]}] == lines_of(
        tmp_path / "out" / "citations.jsonl.gz"
    )


def test_statements_keep_their_ids(store: Store, tmp_path: Path) -> None:
    """What a source may take back it may take back after a round trip too."""
    sources = "MATCH ()-[citation:CITES]->() UNWIND citation.sources AS source RETURN source ORDER BY source"
    store.load(SUBTLE["statements with ids"])
    assert ["stated", "stated:s2:1", "stated:s2:2"] == store.rows(sources)
    brought_back(store, tmp_path / "out", "native")
    assert ["stated", "stated:s2:1", "stated:s2:2"] == store.rows(sources)


def test_the_same_store_gives_the_same_bytes(store: Store, tmp_path: Path) -> None:
    """Two exports of one store are equal to the byte."""
    load_files(store.writer, [str(DATA / "formats" / "openalex-page.json.gz")])
    for name in ("one", "two"):
        export(store, tmp_path / name)
    files = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert ["areas.jsonl", "papers.jsonl.gz"] == files
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_export_over_an_earlier_one_leaves_nothing_of_it(store: Store, tmp_path: Path) -> None:
    """Files of the earlier export go, files of others stay, and the command then names the export's own files."""
    folder = tmp_path / "out"
    store.load([{"id": "x:a"}, {"citing": "x:a", "cited": "x:b"}, {"id": "x:c", "mergedInto": "x:d"}])
    assert (folder,) == export(store, folder).inputs
    (folder / "notes.txt").write_text("mine")
    exported = export(store, folder, "parquet")
    ours = ["citations.parquet", "papers.parquet", "replaced-ids.jsonl"]
    assert tuple(folder / name for name in ours) == exported.inputs
    assert sorted([*ours, "notes.txt"]) == sorted(file.name for file in folder.iterdir())


def test_a_change_meanwhile_is_noticed(store: Store, tmp_path: Path) -> None:
    """An export during which the data change says so."""
    store.load([{"id": "x:a"}])

    async def run() -> Exported:
        def change(_: object) -> None:
            store.load([{"id": "x:b"}])

        async with open_reader(store.connection, 60.0) as reader:
            return await export_store(reader, tmp_path, "native", change)

    assert asyncio.run(run()).has_changed
    assert not export(store, tmp_path / "out").has_changed


@dataclass(frozen=True)
class Run:
    """How a command ended."""

    status: int
    out: str
    told: str


def environment(store: Store) -> dict[str, str]:
    """Return the environment of a process that works on the store."""
    return {
        **os.environ,
        "GRAPHSVC_HOME": str(store.folder / "home"),
        "GRAPHSVC_NEO4J_URI": store.connection.uri,
        "GRAPHSVC_NEO4J_USER": store.connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": store.connection.password,
    }


def graphsvc(store: Store, *arguments: str, **options: Any) -> Run:
    """Run graphsvc in a process of its own."""
    command = [sys.executable, "-m", "graphsvc", *arguments]
    done = subprocess.run(
        command, env=environment(store), capture_output=True, text=True, timeout=120, cwd=store.folder, **options
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return Run(done.returncode, done.stdout, done.stderr)


def test_the_command_that_is_printed_brings_the_graph_back(store: Store) -> None:
    """Its only output is the load command, with the name and the day of the data set; run by a shell, it gives both."""
    options = ("--name", "It's $HOME", "--data-through", "2026-10-07")
    (store.folder / "a.jsonl").write_text('{"id": "x:a", "references": ["x:b"]}\n')
    assert 0 == graphsvc(store, "load", "a.jsonl", *options).status
    before, dataset = store.fingerprint(), store.read(read_dataset)
    done = graphsvc(store, "export", "my export")
    assert (0, 1) == (done.status, done.out.count("\n"))
    assert ["graphsvc", "load", "my export", *options] == shlex.split(done.out)
    assert "Written: 1 paper with its references in " in done.told
    store.rows("MATCH (n) DETACH DELETE n")
    script = done.out.replace("graphsvc", f"{shlex.quote(sys.executable)} -m graphsvc", 1)
    subprocess.run(script, shell=True, check=True, env=environment(store), capture_output=True, cwd=store.folder)
    after = store.read(read_dataset)
    assert (before, dataset.name, dataset.data_through) == (store.fingerprint(), after.name, after.data_through)


def test_a_folder_that_holds_files_is_left_alone(store: Store) -> None:
    """It is refused as a wrong command unless --force is given; a file is refused always."""
    store.load([{"id": "x:a"}])
    (store.folder / "out").mkdir()
    (store.folder / "out" / "mine").write_text("mine")
    done = graphsvc(store, "export", "out")
    assert (2, True) == (done.status, "is not empty" in done.told and "--force" in done.told)
    assert ["mine"] == [file.name for file in (store.folder / "out").iterdir()]
    assert 0 == graphsvc(store, "export", "out", "--force").status
    assert ["mine", "papers.jsonl.gz"] == sorted(file.name for file in (store.folder / "out").iterdir())
    done = graphsvc(store, "export", "out/mine", "--force")
    assert (2, True) == (done.status, "is a file" in done.told)
    done = graphsvc(store, "export", "out/mine/below")
    assert (1, True) == (done.status, "out/mine/below cannot be written: Not a directory" in done.told)


def test_an_empty_store_is_told(store: Store) -> None:
    """A store without papers is no export, and leaves no file."""
    done = graphsvc(store, "export", "out")
    assert (1, True) == (done.status, "holds no papers" in done.told)
    store.rows("MATCH (n) DETACH DELETE n")
    done = graphsvc(store, "export", "out")
    assert (1, True) == (done.status, "the store is empty" in done.told)
    assert [] == list((store.folder / "out").iterdir())


@FORMATS
def test_a_disk_that_is_full_is_told_and_leaves_nothing(store: Store, format_: str) -> None:
    """What cannot be written to its end is taken away, with the reason; the export goes on once there is room."""
    store.load(many_papers())

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = graphsvc(store, "export", "out", "--format", format_, preexec_fn=limit)
    assert (1, True) == (done.status, "out cannot be written: File too large; make room" in done.told)
    assert [] == list((store.folder / "out").iterdir())
    assert 0 == graphsvc(store, "export", "out", "--format", format_).status


SLOWLY = """
from graphsvc.cli import main
from graphsvc.graph import pages
pages.PAGE_SIZE = 5
main()
"""


@pytest.mark.parametrize(("signal_", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_an_export_that_is_ended_leaves_no_file_that_looks_whole(store: Store, signal_: int, status: int) -> None:
    """Killed, it leaves hidden parts, which no load takes and the next export writes over; ended by Ctrl-C, nothing."""
    store.load(many_papers())
    out = store.folder / "out"
    command = [sys.executable, "-c", SLOWLY, "export", str(out)]
    options: dict[str, Any] = {
        "stderr": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        # what a shell starts in the background ignores Ctrl-C, and so does all that it starts
        "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    }
    with subprocess.Popen(command, env=environment(store), **options) as process:
        give_up = time.monotonic() + 60
        while not (out / ".papers.jsonl.gz.partial").exists():
            assert time.monotonic() < give_up
            time.sleep(0.005)
        process.send_signal(signal_)
        told, _ = process.communicate(timeout=60)
    assert (status, b"") == (process.returncode, told)
    left = {file.name for file in out.iterdir()}
    assert left <= ({".papers.jsonl.gz.partial", ".citations.jsonl.gz.partial", ".areas.jsonl.partial"})
    assert (signal_ == signal.SIGKILL) == bool(left)
    assert 0 == graphsvc(store, "export", "out").status
    assert ["papers.jsonl.gz"] == [file.name for file in out.iterdir()]
    assert 2_000 == len(lines_of(out / "papers.jsonl.gz"))


def many_papers() -> list[dict[str, Any]]:
    """Return papers whose titles no compressor makes small."""
    chance = random.Random(5)
    return [{"id": f"x:{number}", "title": chance.randbytes(40).hex()} for number in range(2_000)]


NUMBERS = st.integers(0, 7)
IDS = NUMBERS.map(lambda number: f"x:{number}")
TEXTS = st.text(max_size=6) | st.sampled_from(["null", "a; b|c", '["x"]', "NaN", "1", '"', "é\n\n🦉"])
PAPERS = st.fixed_dictionaries(
    {"id": IDS},
    optional={
        "ids": st.lists(NUMBERS.map(lambda number: f"doi:10.5555/{number}"), max_size=2),
        "title": TEXTS,
        "abstract": TEXTS,
        "published": st.sampled_from(["2020", "2020-03", "2021-12-31"]),
        "venue": TEXTS,
        "authors": st.lists(
            st.fixed_dictionaries({"name": TEXTS.filter(str.strip)}, optional={"id": TEXTS}), max_size=3
        ),
        "categories": st.lists(TEXTS, max_size=2),
        "areas": st.lists(
            st.fixed_dictionaries(
                {"id": NUMBERS.map(lambda number: f"area:{number}")}, optional={"score": st.floats(0, 1)}
            ),
            max_size=3,
        ),
        "references": st.lists(IDS | NUMBERS.map(lambda number: f"doi:10.5555/{number}"), max_size=4),
        "sourceCitedByCount": st.integers(0, 9),
        "isRetracted": st.booleans(),
    },
)
CITATIONS = st.fixed_dictionaries(
    {"citing": IDS, "cited": IDS | st.none()},
    optional={
        "contexts": st.lists(TEXTS, max_size=2),
        "intents": st.lists(TEXTS, max_size=2),
        "isInfluential": st.booleans(),
    },
)
AREAS = st.fixed_dictionaries(
    {"id": NUMBERS.map(lambda number: f"area:{number}"), "name": TEXTS.filter(str.strip)},
    optional={"description": TEXTS, "parent": NUMBERS.map(lambda number: f"area:1{number}")},
)
MERGES = (
    st.tuples(NUMBERS, NUMBERS)
    .filter(lambda pair: pair[0] < pair[1])
    .map(
        lambda pair: {"id": f"x:{pair[0]}", "mergedInto": f"x:{pair[1]}"}  # upwards, so that there are no loops
    )
)


@settings(
    max_examples=int(os.environ.get("GRAPHSVC_TEST_EXAMPLES", "8")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@example(  # the second merge of x:0 takes its citer for its target
    records=[{"citing": "x:2", "cited": "x:0"}],
    merges=[{"id": "x:0", "mergedInto": "x:1"}, {"id": "x:0", "mergedInto": "x:2"}],
)
@example(  # the same, where x:1 had become another one meanwhile
    records=[{"citing": "x:2", "cited": "x:0"}],
    merges=[
        {"id": "x:0", "mergedInto": "x:1"},
        {"id": "x:1", "mergedInto": "x:3"},
        {"id": "x:0", "mergedInto": "x:2"},
    ],
)
@example(  # the merges leave a paper that is known only by citing itself
    records=[{"citing": "x:0", "cited": "x:1"}],
    merges=[{"id": "x:1", "mergedInto": "x:2"}, {"id": "x:0", "mergedInto": "x:1"}],
)
@given(records=st.lists(st.one_of(PAPERS, PAPERS, CITATIONS, AREAS), max_size=12), merges=st.lists(MERGES, max_size=3))
def test_any_small_graph_comes_back(
    shared_store: Store, tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]], merges: list[Any]
) -> None:
    """Papers, citations, areas and merged ids by chance, loaded one by one, are the same after a round trip."""
    store = shared_store
    store.rows(EMPTY)
    for record in [*records, *merges]:
        store.load([record])
    if not store.rows("MATCH (paper:Paper) RETURN paper.id"):
        return
    for format_ in ("native", "parquet"):
        before = store.fingerprint()
        brought_back(store, tmp_path_factory.mktemp("out"), format_)
        assert before == store.fingerprint()


@pytest.fixture(scope="module")
def shared_store(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    """A store that one test empties again and again."""
    with emptied(neo4j_connection, tmp_path_factory.mktemp("shared")) as store:
        yield store
