"""GraphQL's own share of an answer, in one process: python -m benchmarks.execution

What Neo4j answers is read once and played back, so that only Python's time is measured. "fetch" resolves the root
field, makes the objects and completes nothing of them; "stock" is graphql-core's executor, "ours" the compiled one.
The last table measures what a query costs before it runs.
"""

import asyncio
import datetime
from dataclasses import dataclass, field
from typing import Any

from graphql import parse
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext, validate_document

from benchmarks.common import empty_store, medians_ms, print_table
from graphsvc.api import documents
from graphsvc.api.execution import Executor
from graphsvc.api.limits import check_limits
from graphsvc.api.schema import Schema, make_schema
from graphsvc.graph.connect import Connection, Reader, Row, open_reader, open_writer
from graphsvc.graph.statements import Statement
from graphsvc.ingest.load import load_files
from graphsvc.sample import SAMPLE_FILE

ROUNDS = 100
PAPER = "arxiv:hep-th/9711200"
PAGE = """query ($id: ID!) { paper(id: $id) {
  id title abstract published { iso } categories citedByCount
  authors { nodes { name } } identifiers { scheme value url } placement { isOnMap explanation }
  citers(first: 50) { totalCount undatedCount noAreaCount byYear { year count isPartial } byArea { count area { name } }
    nodes { id title citedByCount published { year } } }
  references(first: 50) { totalCount nodes { id title citedByCount published { year } } } } }"""
SIX = "id title citedByCount type isKnown referenceCount"
NODES = f"query ($ids: [ID!]!) {{ papers(ids: $ids) {{ citers(first: 100) {{ nodes {{ {SIX} }} }} }} }}"
FIFTY = f"query ($id: ID!) {{ paper(id: $id) {{ citers(first: 50) {{ nodes {{ {SIX} }} }} }} }}"
MOST_CITED = """{ areas(first: 0) { totalCount } paper(id: "arxiv:hep-th/9711200") {
  citers(first: 100) { nodes { id citedByCount } } } }"""


@dataclass(frozen=True, slots=True)
class Playback(Reader):
    """A reader that asks Neo4j once for each statement and its parameters."""

    heard: dict[str, Row | None] = field(default_factory=dict)

    async def record(self, statement: Statement, parameters: Row) -> Row | None:
        key = f"{statement.name} {parameters}"
        if key not in self.heard:
            self.heard[key] = await Reader.record(self, statement, parameters)
        return self.heard[key]


class Nothing(StrawberryGraphQLCoreExecutionContext):
    """Resolves root fields and leaves it at that."""

    def complete_value(self, *_: Any) -> Any:
        return None


async def measure(connection: Connection) -> None:
    async with open_reader(connection, 30.0) as reader:
        playback = Playback(reader.driver, reader.database, reader.timeout_s)
        loop = asyncio.get_running_loop()
        schemas = [make_schema(executor) for executor in (Nothing, StrawberryGraphQLCoreExecutionContext, Executor)]
        hubs = await most_cited(schemas[2], playback)
        rows = []
        for name, query, variables in (
            ("50 nodes of 6 fields", FIFTY, {"id": PAPER}),
            ("1,000 nodes of 6 fields", NODES, {"ids": hubs}),
            ("the paper page", PAGE, {"id": PAPER}),
        ):
            times: list[list[float]] = [[], [], []]
            for turn in range(ROUNDS + 10):
                for schema, taken in zip(schemas, times, strict=True):
                    began = loop.time()
                    await schema.execute(query, variables, {"reader": playback})
                    if turn >= 10:
                        taken.append(1000 * (loop.time() - began))
            fetch, stock, ours = (sorted(taken)[len(taken) // 2] for taken in times)
            rows.append((name, fetch, stock, ours, stock / ours, (stock - fetch) / (ours - fetch)))
        print_table(("query", "fetch, ms", "stock, ms", "ours, ms", "ratio", "ratio without fetch"), rows)


async def most_cited(schema: Schema, reader: Reader) -> list[str]:
    """Return ten papers with 100 citers or more."""
    result = await schema.execute(MOST_CITED, {}, {"reader": reader})
    nodes = (result.data or {})["paper"]["citers"]["nodes"]
    return [node["id"] for node in nodes if node["citedByCount"] >= 100][:10]


def before_it_runs() -> None:
    """Measure what is done with the text of the page's query."""
    schema = make_schema()
    document = schema.documents.find(PAGE)
    rules = tuple(documents.specified_rules)

    def parsed_and_validated() -> None:
        validate_document(schema._schema, parse(PAGE), rules)

    def found() -> None:
        assert not schema.documents.find(PAGE).errors

    anew, kept, limits = medians_ms(
        parsed_and_validated, found, lambda: check_limits(document.parsed, {"id": PAPER}), rounds=ROUNDS
    )
    print_table(
        ("parsed and validated, ms", "found, ms", "ratio", "limits, each time, ms"),
        [(anew, f"{kept:.4f}", f"{anew / kept:,.0f}", limits)],
    )


def main() -> None:
    with empty_store() as connection:
        with open_writer(connection) as writer:
            load_files(writer, [str(SAMPLE_FILE)], data_through=datetime.date(2003, 4, 30))
        asyncio.run(measure(connection))
    print()
    before_it_runs()


if __name__ == "__main__":
    main()
