"""Keeps what was made of the texts of queries: the parsed document, what validation says of it, its compiled parts.

The same few texts come again and again with other variables. What is kept is bounded by its weight and not by the
number of texts, so that ever new texts, long ones or ones with many variants, cost no more memory than this.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import Any

from graphql import (
    DirectiveNode,
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    parse,
    specified_rules,
    visit,
)
from strawberry.schema.schema import validate_document

from graphsvc.api.completion import Complete
from graphsvc.api.limits import MAX_TOKENS

# in bytes, as measured for texts of nothing but short names: the densest there are
CHARACTER_BYTES, FIELD_BYTES = 300, 600
MAX_BYTES = 64_000_000
MAX_CHARACTERS = 16_000
"""Longer texts are not kept."""


class Document:
    """A text that could be parsed, with what was made of it so far."""

    def __init__(self, text: str, schema: GraphQLSchema) -> None:
        self.text = text
        self.schema = schema
        self.parsed: DocumentNode = parse(text, max_tokens=MAX_TOKENS)
        self.operations = [node for node in self.parsed.definitions if isinstance(node, OperationDefinitionNode)]
        # the variables of @skip and @include decide which fields an answer has; all others only what is in them
        self.steering = _variables_of_directives(self.parsed) if "@" in text else ()
        self.completes: dict[object, Complete | None] = {}
        self.bytes = CHARACTER_BYTES * len(text)

    @cached_property
    def errors(self) -> tuple[GraphQLError, ...]:
        """What is wrong with the document by the schema."""
        return tuple(validate_document(self.schema, self.parsed, tuple(specified_rules)))


class Documents:
    """The documents that were used last."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self.bytes = 0
        self._kept: OrderedDict[str, Document | GraphQLError] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, text: str) -> Document:
        """Return the document of a text; raises GraphQLError for one that cannot be parsed."""
        found = self._kept.get(text)
        if found is None:
            found = self._parsed(text)
            if len(text) <= MAX_CHARACTERS:
                self._kept[text] = found
                self._grow(_bytes(text, found))
        else:
            self._kept.move_to_end(text)
        if isinstance(found, GraphQLError):
            # its trace would hold on to the parser, and grow each time it is raised
            raise found.with_traceback(None)
        return found

    def complete(
        self, document: Document, key: object, make: Callable[[], tuple[Complete | None, int]]
    ) -> Complete | None:
        """Return the function kept for a part of the document; `make` makes it and tells how many fields it has."""
        if key not in document.completes:
            document.completes[key], fields = make()
            if self._kept.get(document.text) is document:
                document.bytes += FIELD_BYTES * (fields + 1)
                self._grow(FIELD_BYTES * (fields + 1))
        return document.completes[key]

    def _parsed(self, text: str) -> Document | GraphQLError:
        try:
            return Document(text, self.schema)
        except GraphQLError as error:
            return error.with_traceback(None)

    def _grow(self, by: int) -> None:
        self.bytes += by
        while self.bytes > MAX_BYTES:
            text, oldest = self._kept.popitem(last=False)
            self.bytes -= _bytes(text, oldest)


def _bytes(text: str, kept: Document | GraphQLError) -> int:
    return kept.bytes if isinstance(kept, Document) else CHARACTER_BYTES * len(text)


class _Steering(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, None] = {}

    def enter_directive(self, node: DirectiveNode, *_: Any) -> None:
        for argument in node.arguments or ():
            if isinstance(argument.value, VariableNode):
                self.names[argument.value.name.value] = None


def _variables_of_directives(document: DocumentNode) -> tuple[str, ...]:
    steering = _Steering()
    visit(document, steering)
    return tuple(steering.names)
