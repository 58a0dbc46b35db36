"""The SQL files: each is one statement that says what it does, and is used."""

import re
from pathlib import Path

import pytest

import graphsvc.bulk
from graphsvc.bulk.files import FILES, import_arguments
from graphsvc.bulk.tables import STEPS

FOLDER = Path(graphsvc.bulk.__file__).parent
NAMES = sorted(file.stem for file in (FOLDER / "sql").iterdir())
VERBS = {"add", "count", "create", "list"}
SOURCE = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_it_does(name: str) -> None:
    """A file is named by a verb, begins with a sentence in a comment, and holds one statement."""
    text = (FOLDER / "sql" / f"{name}.sql").read_text(encoding="utf-8")
    assert name.partition("_")[0] in VERBS
    assert re.match(r"-- [A-Z][a-z]+ .*", text) is not None
    assert not any(";" in line for line in text.splitlines() if not line.startswith("--"))


def test_every_statement_is_used() -> None:
    """No file stands there for nothing, and none is missing."""
    used = {*STEPS, *(each.list for each in FILES), "count_all"}
    others = {name for name in NAMES if name.startswith("list_other_")}
    assert {name.removeprefix("list_") for name in others} == set(re.findall(r'"(other_\w+)"', SOURCE))
    assert set(NAMES) == used | others


def test_an_option_stands_before_the_name_of_the_database(tmp_path: Path) -> None:
    """Lists of files take all that follows up to the next option, which must not be the database's name."""
    arguments = import_arguments(list(FILES), tmp_path)
    assert not arguments[-1].startswith(("--nodes", "--relationships", "--multiline-fields="))
    assert ["database", "import", "full"] == arguments[:3]
    assert all(each.startswith("--") for each in arguments[3:])
    assert f"--multiline-fields={tmp_path / 'papers_with_lines.csv'}" in arguments
