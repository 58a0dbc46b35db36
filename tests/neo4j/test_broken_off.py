"""Loads that are broken off and go on where they were, and dry runs."""

import contextlib
import os
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphsvc.domain.errors import DatabaseUnavailable
from graphsvc.graph.connect import Writer
from graphsvc.ingest import load as loading
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import Store, emptied

pytestmark = pytest.mark.neo4j

# x:0 <- x:1 <- x:2 …, a line that is no record after every tenth paper
LINES = "".join(
    f'{{"id": "x:{number}", "references": ["x:{number - 1}"]}}\n' + ("nothing\n" if number % 10 == 9 else "")
    for number in range(100)
)


class Broken(Exception):
    """What ends a load in a test."""


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "BATCH_RECORDS", 8)


def files_in(folder: Path) -> list[str]:
    """Two files that hold the same papers and some more."""
    (folder / "a.jsonl").write_text(LINES)
    (folder / "b.jsonl").write_text(LINES.replace('"x:', '"x:b'))
    return [str(folder / "a.jsonl"), str(folder / "b.jsonl")]


def break_after(batches: int) -> Any:
    """What is called after each batch, and ends the load after so many."""
    left = [batches]

    def count(*_: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise Broken

    return count


def told(report: Report) -> dict[str, Any]:
    """Return a report without its time."""
    return report.as_json() | {"seconds": 0}


@pytest.mark.parametrize("batches", [1, 5, 13, 14, 20])
def test_a_load_goes_on_where_it_was(store: Store, batches: int) -> None:
    """The second run writes the batches that the first did not, and its report is that of a load without a break."""
    files = files_in(store.folder)
    whole_calls: list[object] = []
    whole = load_files(store.writer, files, on_progress=lambda *call: whole_calls.append(call))
    expected = store.fingerprint()
    with emptied(store.connection, store.folder) as again:
        with pytest.raises(Broken):
            load_files(again.writer, files, on_progress=break_after(batches))
        calls: list[object] = []
        says: list[str] = []
        report = load_files(again.writer, files, on_progress=lambda *call: calls.append(call), say=says.append)
        assert len(whole_calls) - batches == len(calls)
        assert told(whole) == told(report)
        assert expected == again.fingerprint()
        assert 1 == len(says)
        loads = again.data("{ dataset { loads { finished readCount refusedCount refusals { line } } } }")
        (load,) = loads["dataset"]["loads"]
        assert (True, 220, 20) == (load["finished"] is not None, load["readCount"], load["refusedCount"])
        assert [11, 22, 33] == [refusal["line"] for refusal in load["refusals"][:3]]


def test_a_file_that_was_changed_is_read_from_its_start(store: Store) -> None:
    """A position is one in the very files that were read."""
    files = files_in(store.folder)
    with pytest.raises(Broken):
        load_files(store.writer, files, on_progress=break_after(3))
    with Path(files[0]).open("a") as file:
        file.write('{"id": "x:more"}\n')
    assert 221 == load_files(store.writer, files).read
    assert 221 == load_files(store.writer, files, from_start=True).read


def test_one_can_ask_for_the_start(store: Store) -> None:
    """`from_start` reads everything again, and finds what was written to be the same."""
    files = files_in(store.folder)
    with pytest.raises(Broken):
        load_files(store.writer, files, on_progress=break_after(2))
    report = load_files(store.writer, files, from_start=True)
    assert (220, 15) == (report.read, report.same)


def test_a_load_that_ended_is_loaded_anew(store: Store) -> None:
    """A finished load is no broken one: the same files are read again and change nothing."""
    files = files_in(store.folder)
    load_files(store.writer, files)
    assert (220, 200) == ((report := load_files(store.writer, files)).read, report.same)


@dataclass(frozen=True, slots=True)
class LosesAnAnswer(Writer):
    """A way to the real store whose connection breaks right after a commit."""

    at: list[int]

    @contextlib.contextmanager
    def transaction(self, *, keeps: bool = True) -> Generator[neo4j.Transaction]:
        with Writer.transaction(self, keeps=keeps) as transaction:
            yield transaction
        self.at[0] -= 1
        if not self.at[0]:
            raise DatabaseUnavailable("the connection broke")


def test_a_commit_whose_answer_was_lost_is_counted_once(store: Store) -> None:
    """A batch that turns out to be written is not written, nor counted, again."""
    files = files_in(store.folder)
    writer = LosesAnAnswer(store.writer.driver, store.writer.database, [4])
    report = load_files(writer, files)
    assert (200, 0, 0) == (report.new, report.same, report.changed)


def test_a_dry_run_writes_nothing(store: Store) -> None:
    """It reads and checks everything, says what would be new, changed and the same, and leaves no trace."""
    store.load([{"id": "x:1", "references": ["x:0"]}, {"id": "x:2", "title": "Another"}])
    before = store.fingerprint(), store.data("{ dataset { version loads { id } } }")
    report = load_files(store.writer, files_in(store.folder)[:1], dry_run=True)
    assert (110, 98, 1, 1, 10, 0) == (
        report.read, report.new, report.changed, report.same, report.refused, report.citations_new,
    )  # fmt: skip
    assert before == (store.fingerprint(), store.data("{ dataset { version loads { id } } }"))


def test_standard_input_is_never_gone_on_with(store: Store) -> None:
    """What cannot be read a second time has no position."""
    assert None is loading.inputs_key(loading.find_inputs(["-"]), None)
    assert None is not loading.inputs_key(loading.find_inputs([os.fsdecode(files_in(store.folder)[0])]), None)
