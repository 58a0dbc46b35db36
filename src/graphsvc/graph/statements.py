"""The Cypher statements, one a file under cypher/: found by name, read once."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import LiteralString, cast

from graphsvc.resources import resource_folder


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher statement: its text without the header, and the names of its $parameters."""

    name: str
    text: LiteralString
    parameters: frozenset[str]


@lru_cache
def statement(name: str) -> Statement:
    """Return the statement cypher/<name>.cypher, as in `statement("read/read_papers")`."""
    return _from_file(resource_folder("cypher") / f"{name}.cypher", name)


@lru_cache
def together(*names: str) -> Statement:
    """Return one statement that runs reads of one record each and returns all records' columns side by side.

    The second one sees `$second_<parameter>` where it says `$<parameter>`, and every later one the same: those read
    around what the second one reads.
    """
    first, *others = map(statement, names)
    parts = [first.text, *(re.sub(r"\$(\w+)", r"$second_\1", other.text) for other in others)]
    text = "\n".join(f"CALL () {{\n{part}\n}}" for part in parts) + "\nRETURN *"
    parameters = first.parameters.union(*({f"second_{name}" for name in other.parameters} for other in others))
    return Statement(" with ".join(names), cast(LiteralString, text), parameters)


def schema_statements() -> list[Statement]:
    """Return the constraints and indexes, in the order of their names."""
    return [statement(f"schema/{path.stem}") for path in sorted((resource_folder("cypher") / "schema").iterdir())]


def _from_file(path: Path, name: str) -> Statement:
    lines = path.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.lstrip().startswith("//")).strip()
    # The files ship with the package: what they hold is as trusted as code.
    return Statement(name, cast(LiteralString, text), frozenset(re.findall(r"\$(\w+)", text)))
