"""Compiled execution against graphql-core's own: any query has the same answer, to the last byte."""

import asyncio
import contextlib
import logging
import os
import pickle
import random
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import orjson
import pytest
from graphql import GraphQLInterfaceType, GraphQLObjectType, get_named_type, is_leaf_type
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from graphsvc.api.execution import Executor
from graphsvc.api.http import formatted
from graphsvc.api.schema import Schema, make_schema
from graphsvc.graph.connect import Connection, Reader, Row, open_reader
from graphsvc.graph.statements import Statement
from tests.conftest import TIMEOUT_S, emptied
from tests.neo4j.test_api import AREAS, PAPERS, THROUGH
from tests.random_queries import random_query

pytestmark = pytest.mark.neo4j

QUERIES = int(os.environ.get("GRAPHSVC_TEST_QUERIES", "800"))
IDS = [
    "x:hub", "x:hub", "x:hub", "doi:10.1000/HUB", "x:a", "x:b", "x:e", "x:old", "x:lonely", "x:nobody", "12345",
    "area:ai", "area:language", "area:language", "area:vision", "area:nowhere",
]  # fmt: skip
ODD = [
    None,
    7,
    1.5,
    float("nan"),
    True,
    "odd",
    [],
    {},
    b"bytes",
]  # no large number: years without end are bars without end


@dataclass(frozen=True)
class Playback(Reader):
    """A reader that asks Neo4j once for each statement; a share of the values it answers with is not as it should be.

    Which ones depends on the statement and the seed alone, so that whoever asks again gets the same.
    """

    heard: dict[str, bytes] = field(default_factory=dict)
    share: float = 0.0
    seed: int = 0

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        """Return what was heard."""
        key = f"{statement.name} {parameters}"
        if key not in self.heard:
            # one field's error ends the others: a statement that is cut off so would leave its connection open
            self.heard[key] = pickle.dumps(await asyncio.shield(Reader.record(self, statement, parameters)))
        row = pickle.loads(self.heard[key])
        return self.spoilt(row, random.Random(f"{key} {self.seed}")) if self.share else row

    def spoilt(self, value: Any, chance: random.Random) -> Any:
        """Return a value with some of what is in it replaced."""
        if isinstance(value, dict):
            return {name: self.spoilt(each, chance) for name, each in value.items()}
        if isinstance(value, list):
            return [self.spoilt(each, chance) for each in value]
        return chance.choice(ODD) if chance.random() < self.share else value


class Both:
    """The schema over the same answers of Neo4j, run by graphql-core's executor and by ours."""

    def __init__(self, reader: Reader, runner: asyncio.Runner) -> None:
        self.reader = reader
        self.runner = runner
        self.stock = make_schema(StrawberryGraphQLCoreExecutionContext)
        self.ours = make_schema()
        self.heard: dict[str, bytes] = {}

    def answers(self, query: str, variables: dict[str, Any], share: float = 0.0, seed: int = 0) -> tuple[bytes, bytes]:
        """Return the answer of each, with all that callers see of its errors."""
        reader = Playback(self.reader.driver, self.reader.database, TIMEOUT_S, self.heard, share, seed)

        async def run(schema: Schema) -> bytes:
            result = await schema.execute(query, variables, {"reader": reader})
            errors = [formatted(error) for error in result.errors or []]
            return orjson.dumps({"data": result.data, "errors": errors}, default=repr)

        heard = len(self.heard)
        stock = self.runner.run(run(self.stock))
        if len(self.heard) > heard:  # where Neo4j was asked, the order of root fields' errors is that of its answers
            stock = self.runner.run(run(self.stock))
        return stock, self.runner.run(run(self.ours))


@pytest.fixture(scope="module")
def both(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Both]:
    folder = tmp_path_factory.mktemp("alike")
    areas = folder / "areas.jsonl"
    areas.write_bytes(b"".join(orjson.dumps(area) + b"\n" for area in AREAS))
    with emptied(neo4j_connection, folder) as store, asyncio.Runner() as runner:
        assert 0 == store.load(PAPERS, areas_files=[str(areas)], data_through=THROUGH).exit_status
        stack = contextlib.AsyncExitStack()
        reader = runner.run(stack.enter_async_context(open_reader(neo4j_connection, TIMEOUT_S)))
        yield Both(reader, runner)
        runner.run(stack.aclose())


@pytest.fixture(scope="module")
def cursors(both: Both) -> list[str]:
    """Cursors of the hub's citers and of its authors."""
    query = """{ paper(id: "x:hub") { authors { edges { cursor } } citers { edges { cursor } }
        newest: citers(sort: NEWEST) { edges { cursor } } } areas { edges { cursor } } }"""
    data = orjson.loads(both.answers(query, {})[0])["data"]
    lists = [*data["paper"].values(), data["areas"]]
    return [edge["cursor"] for found in lists for edge in found["edges"]]


def test_any_query_has_the_same_answer(both: Both, cursors: list[str]) -> None:
    """Queries by chance have the same data and errors in the same order, to the last byte."""
    codes: Counter[str] = Counter()
    for number in range(QUERIES):
        query, variables = random_query(both.ours._schema, random.Random(number), IDS, cursors)
        stock, ours = both.answers(query, variables)
        assert stock == ours, (number, query, variables)
        found = orjson.loads(ours)["errors"]
        codes.update({error["extensions"]["code"] for error in found} or {"none"})
    # the comparison is worth something only if most queries run, and many meet each kind of error
    assert codes["none"] > QUERIES / 3, codes
    assert min(codes["BAD_IDENTIFIER"], codes["BAD_CURSOR"], codes["BAD_INPUT"]) > QUERIES / 100, codes
    assert codes["GRAPHQL_VALIDATION_FAILED"] + codes["INTERNAL"] < QUERIES / 50, codes


def test_odd_values_have_the_same_errors(both: Both, cursors: list[str], caplog: pytest.LogCaptureFixture) -> None:
    """Values from the store that cannot be (texts for numbers, nulls for ids) end in the same errors and nulls."""
    caplog.set_level(logging.CRITICAL)
    faults = 0
    for number in range(QUERIES // 2):
        query, variables = random_query(both.ours._schema, random.Random(-number), IDS, cursors)
        stock, ours = both.answers(query, variables, share=0.05, seed=number)
        assert stock == ours, (number, query, variables)
        faults += b"INTERNAL" in ours
    assert faults > QUERIES / 40


class Watched(Executor):
    """An executor that notes what graphql-core completed below root fields."""

    completed: ClassVar[list[list[str | int]]] = []

    def complete_value(self, return_type: Any, fields: Any, info: Any, path: Any, *rest: Any) -> Any:
        """Complete a value."""
        if path.prev is not None:
            self.completed.append(path.as_list())
        return super().complete_value(return_type, fields, info, path, *rest)


def test_nothing_is_left_to_graphql_core(both: Both) -> None:
    """Every field there is, on every type, is completed by the compiled functions."""
    schema = make_schema(Watched)
    query = every_field(schema, "Query", 3)
    result = both.runner.run(schema.execute(query, {}, {"reader": both.reader}))
    assert (None, []) == (result.errors, Watched.completed)
    result = both.runner.run(
        schema.execute('{ papers(ids: ["x:hub", "nonsense"]) { id } }', {}, {"reader": both.reader})
    )
    assert ["papers", 0, "id"] in Watched.completed


def every_field(schema: Schema, type_name: str, depth: int) -> str:
    """Return a selection of every field of a type, so many levels down."""
    type_ = schema._schema.get_type(type_name)
    if not isinstance(type_, GraphQLObjectType | GraphQLInterfaceType):
        return ""
    parts = ["__typename"]
    for name, declared in type_.fields.items():
        below = get_named_type(declared.type)
        if is_leaf_type(below):
            parts.append(name)
        elif depth > 0:
            given = {"id": '"area:ai"' if name in ("node", "area") else '"x:hub"', "ids": '["x:hub"]'}
            given |= {"query": '"hub"'} if name == "search" else {}
            arguments = [f"{each}: {given[each]}" for each in declared.args if each in given]
            arguments += ["first: 2"] if "first" in declared.args else []
            passed = f"({', '.join(arguments)})" if arguments else ""
            parts.append(f"{name}{passed} {every_field(schema, below.name, depth - 1)}")
    if isinstance(type_, GraphQLInterfaceType):
        for possible in schema._schema.get_possible_types(type_):
            parts.append(f"... on {possible.name} {every_field(schema, possible.name, min(depth, 1))}")
    return f"{{ {' '.join(parts)} }}"
