"""Puts the GraphQL schema together."""

import logging
from collections.abc import Iterator

import strawberry
from graphql import DocumentNode, GraphQLError, OperationDefinitionNode
from strawberry.extensions import ParserCache, SchemaExtension, ValidationCache
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from graphsvc.api import types
from graphsvc.api.limits import MAX_TOKENS, check_limits
from graphsvc.api.query import Query
from graphsvc.domain.errors import BadInput, TimedOut

log = logging.getLogger(__name__)


class Limits(SchemaExtension):
    """Refuses a query that asks for too much, after it is parsed and before anything else looks at it."""

    def on_operation(self) -> Iterator[None]:
        """Bound the parser's own work."""
        self.execution_context.parse_options["max_tokens"] = MAX_TOKENS
        yield

    def on_parse(self) -> Iterator[None]:
        """Let the query be parsed, then measure it."""
        yield
        context = self.execution_context
        if context.graphql_document is not None:
            self._refuse_unnamed(context.graphql_document)
            check_limits(context.graphql_document, context.variables)

    def _refuse_unnamed(self, document: DocumentNode) -> None:
        # Strawberry would run the first one
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) > 1 and self.execution_context._provided_operation_name is None:  # pyright: ignore
            raise GraphQLError("the document holds several operations: say by `operationName` which one to run")


class Schema(strawberry.Schema):
    """The schema; what goes wrong inside is logged with its cause, what a caller did wrong is not."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Log faults."""
        for error in errors:
            cause = error.original_error
            if cause is not None and not isinstance(cause, BadInput | TimedOut | RecursionError | GraphQLError):
                log.error("the field %s failed", error.path, exc_info=cause)


def make_schema() -> Schema:
    """Return the schema."""
    return Schema(
        query=Query,
        types=[types.Paper, types.Area],
        config=StrawberryConfig(scalar_map={types.BigInt: types.BIG_INT}),
        extensions=[Limits, ParserCache, ValidationCache],
    )


def sdl() -> str:
    """Return the schema as text, as schema/graphsvc.graphql holds it."""
    return make_schema().as_str() + "\n"
