"""The Cypher files: each says what it does and is used; each one that is used is there."""

import re
from pathlib import Path

import pytest

import graphsvc
from graphsvc.graph.statements import schema_statements, statement, together
from graphsvc.resources import resource_folder

FOLDER = resource_folder("cypher")
FILES = sorted(FOLDER.glob("*/*.cypher"))
NAMES = [f"{file.parent.name}/{file.stem}" for file in FILES]
VERBS = {
    "advance", "await", "create", "delete", "find", "join", "list", "lock", "move", "read", "recount", "repair",
    "resolve", "save", "search", "set", "stream", "upsert",
}  # fmt: skip
PLACES = {"check": {"find", "list", "stream"}, "schema": {"create"}}
SOURCE = {file: file.read_text(encoding="utf-8") for file in Path(graphsvc.__file__).parent.rglob("*.py")}
COLUMNS_OF_A_PAPER = re.compile(r"\[\s*(\w+)\.id, \1\.title,.*?COUNT \{ \(\1\)<-\[:WROTE\]-\(\) \}\s*\]", re.DOTALL)


def header(name: str) -> str:
    """Return the comment that a statement's file begins with."""
    lines = (FOLDER / f"{name}.cypher").read_text(encoding="utf-8").splitlines()
    first = next((at for at, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return "\n".join(line.removeprefix("//").strip() for line in lines[:first])


def test_there_are_statements_and_nothing_else() -> None:
    """The folder holds statements by what they are for, and no other file."""
    assert {"check", "read", "schema", "write"} == {path.name for path in FOLDER.iterdir()}
    assert FILES == sorted(path for path in FOLDER.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_it_does(name: str) -> None:
    """A file begins with a sentence, and names there each parameter that the statement takes and no other."""
    text = header(name)
    assert re.match(r"[A-Z][a-z]+ .*[.:]", text.splitlines()[0] + ".") is not None
    assert statement(name).parameters == set(re.findall(r"\$(\w+)", text)), text


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_is_named_by_a_verb(name: str) -> None:
    """The file's name begins with a verb of the list, and its header with the same kind of word."""
    place, _, stem = name.partition("/")
    verb = stem.partition("_")[0]
    assert verb in PLACES.get(place, VERBS)
    assert "_" in stem


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_is_one_statement(name: str) -> None:
    """What is sent has no comment, no second statement and no value put in by text."""
    text = statement(name).text
    assert text == text.strip()
    assert "//" not in text
    assert ";" not in text
    assert not re.search(r"\{\w*\}", text), "a place for Python's str.format"


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("schema/")])
def test_a_statement_is_used(name: str) -> None:
    """Some module names each statement; those of the schema are run as they are found."""
    stem = name.partition("/")[2]
    users = [file.name for file, text in SOURCE.items() if f'"{name}"' in text or f'"{stem}"' in text]
    assert users != []


def test_every_statement_that_is_used_exists() -> None:
    """Whatever a module names as a statement is a file."""
    used: set[str] = set()
    for text in SOURCE.values():
        used |= set(re.findall(r'"((?:read|write|check|schema)/\w+)"', text))
        used |= {f"write/{stem}" for stem in re.findall(r'\brun\(\s*"(\w+)"', text)}
        used |= {f"write/{stem}" for stem in re.findall(r'run_write\(transaction, "(\w+)"', text)}
    assert used <= set(NAMES)
    assert len(used) > 20


def test_reads_write_nothing() -> None:
    """No statement under read or check changes the store."""
    for name in NAMES:
        if name.startswith(("read/", "check/")):
            assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD)\b", statement(name).text), name


def test_the_schema_is_made_in_the_order_of_names() -> None:
    """All statements of the schema are run, each of which may run again."""
    assert [name for name in NAMES if name.startswith("schema/")] == [each.name for each in schema_statements()]
    assert all(" IF NOT EXISTS" in each.text for each in schema_statements())


def test_together_renames_the_parameters_of_the_second() -> None:
    """Two statements become one in which the second's parameters have names of their own."""
    both = together("read/read_papers", "read/list_papers")
    first, second = statement("read/read_papers"), statement("read/list_papers")
    assert first.text in both.text
    assert first.parameters | {f"second_{name}" for name in second.parameters} == both.parameters
    assert both.parameters == set(re.findall(r"\$(\w+)", both.text))
    assert second.text == both.text.split(first.text)[1].partition("CALL () {\n")[2].removesuffix(
        "\n}\nRETURN *"
    ).replace("$second_", "$")


def test_together_of_one_with_itself() -> None:
    """A statement beside itself shares no parameter with itself."""
    both = together("read/list_loads", "read/list_loads")
    assert {"first", "second_first"} == both.parameters


def test_a_statement_that_is_missing_is_an_error() -> None:
    """A name that is no file is an error of Python, not an empty statement."""
    with pytest.raises(FileNotFoundError):
        statement("read/no_such_statement")


def test_the_columns_of_a_paper_are_the_same_everywhere() -> None:
    """Whatever reads papers returns the same columns in the same order, those that rows.py takes apart."""
    columns: dict[str, str] = {}
    for name in NAMES:
        for found in COLUMNS_OF_A_PAPER.finditer(statement(name).text):
            columns[name] = re.sub(r"\s+", " ", re.sub(rf"\b{found[1]}\b", "paper", found[0]))
    hubs = {name for name in NAMES if name.startswith("read/list_hub_citers_")}
    others = {
        "read/list_area_first_papers",
        "read/list_papers",
        "read/read_papers",
        "read/search_papers",
        "read/stream_list",
    }
    assert hubs | others == set(columns)
    assert 1 == len(set(columns.values())), columns
