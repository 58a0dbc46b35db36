"""Puts the GraphQL schema together."""

import logging
from collections.abc import Iterator
from typing import Any, cast

import strawberry
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext
from strawberry.types import ExecutionContext

from graphsvc.api import types
from graphsvc.api.documents import Document, Documents
from graphsvc.api.execution import Executor
from graphsvc.api.limits import check_limits
from graphsvc.api.query import Query
from graphsvc.domain.errors import BadInput, TimedOut

log = logging.getLogger(__name__)


class Prepared(SchemaExtension):
    """Takes the document of a query from those kept, and refuses it if it asks for too much before anything else."""

    def on_parse(self) -> Iterator[None]:
        """Find or parse the document, and measure it with its variables."""
        context = self.execution_context
        documents = cast(Schema, context.schema).documents
        document = documents.find(context.query or "")
        context.graphql_document = document.parsed
        context.context = {**context.context, "document": document, "documents": documents}
        self._refuse_unnamed(document)
        check_limits(document.parsed, context.variables)
        yield

    def on_validate(self) -> Iterator[None]:
        """Validate the document, once."""
        context = self.execution_context
        document: Document = context.context["document"]
        context.pre_execution_errors = list(document.errors)
        yield

    def _refuse_unnamed(self, document: Document) -> None:
        # Strawberry would run the first one
        if len(document.operations) > 1 and self.execution_context._provided_operation_name is None:  # pyright: ignore
            raise GraphQLError("the document holds several operations: say by `operationName` which one to run")


class Schema(strawberry.Schema):
    """The schema; what goes wrong inside is logged with its cause, what a caller did wrong is not."""

    def __init__(self, query: type, **options: Any) -> None:
        super().__init__(query, **options)  # pyright: ignore[reportUnknownMemberType]
        self.documents = Documents(self._schema)

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Log faults."""
        for error in errors:
            cause = error.original_error
            if cause is not None and not isinstance(cause, BadInput | TimedOut | RecursionError | GraphQLError):
                log.error("the field %s failed", error.path, exc_info=cause)


def make_schema(executor: type[StrawberryGraphQLCoreExecutionContext] = Executor) -> Schema:
    """Return the schema; `executor` runs its queries."""
    return Schema(
        query=Query,
        types=[types.Paper, types.Area],
        config=StrawberryConfig(scalar_map={types.BigInt: types.BIG_INT}),
        extensions=[Prepared],
        execution_context_class=executor,
    )


def sdl() -> str:
    """Return the schema as text, as schema/graphsvc.graphql holds it."""
    return make_schema().as_str() + "\n"
