"""Limits of a query, taken from its text before anything runs: depth, fields, papers, values, root fields.

Each fragment is measured once and its figures are reused wherever it is spread, so the cost of measuring is
linear in the length of the query, whatever its fragments would unfold to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
)

from graphsvc.domain.errors import LimitExceeded
from graphsvc.domain.lists import DEFAULT_PAGE_SIZE

MAX_TOKENS = 4_000
MAX_DEPTH = 16
MAX_FIELDS = 2_000
MAX_PAPERS = 20_000
MAX_VALUES = 500_000
MAX_ROOT_FIELDS = 20

# Fields that hold a page of items, and how many unless `first`, `last` or `ids` says otherwise.
PAGED_FIELDS = {
    "citers": DEFAULT_PAGE_SIZE,
    "references": DEFAULT_PAGE_SIZE,
    "papers": DEFAULT_PAGE_SIZE,
    "areas": DEFAULT_PAGE_SIZE,
    "search": DEFAULT_PAGE_SIZE,
    "children": DEFAULT_PAGE_SIZE,
    "ancestors": 4,  # few trees are deeper
    "neighbours": 10,
    "nodes": 1,  # the root field, by its `ids`; that of a connection adds nothing to the connection's own size
    "authors": 10,
    "byArea": 20,
    "byType": 20,
    "byVenue": 20,
    "nearest": 3,
    "loads": 10,
    "refusals": 20,
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a selection asks for: nesting, fields with fragments unfolded, items, values, direct fields."""

    depth: int = 0
    fields: int = 0
    papers: int = 0
    values: int = 0
    direct: int = 0

    def beside(self, other: "Cost") -> "Cost":
        """Return the cost of both in one selection."""
        return Cost(
            max(self.depth, other.depth),
            self.fields + other.fields,
            self.papers + other.papers,
            self.values + other.values,
            self.direct + other.direct,
        )


def check_limits(document: DocumentNode, variables: Mapping[str, Any] | None) -> None:
    """Raise LimitExceeded for a query that asks for more than one answer may hold."""
    try:
        _check(_Measure(document, variables or {}))
    except RecursionError:
        raise LimitExceeded("the query is nested too deeply") from None


def _check(measure: "_Measure") -> None:
    for operation in measure.operations:
        cost = measure.selections(operation.selection_set)
        for name, got, most in (
            ("levels", cost.depth, MAX_DEPTH),
            ("fields", cost.fields, MAX_FIELDS),
            ("papers", cost.papers, MAX_PAPERS),
            ("values", cost.values, MAX_VALUES),
            ("root fields", cost.direct, MAX_ROOT_FIELDS),
        ):
            if got > most:
                raise LimitExceeded(f"the query asks for too many {name} at once: {got:,}, at most {most:,}")


class _Measure:
    def __init__(self, document: DocumentNode, variables: Mapping[str, Any]) -> None:
        self.operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        self.variables = {**self._defaults(), **variables}
        self.fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self.measured: dict[str, Cost] = {}

    def selections(self, selections: SelectionSetNode | None) -> Cost:
        total = Cost()
        for cost in self._costs(selections):
            total = total.beside(cost)
        return total

    def _costs(self, selections: SelectionSetNode | None) -> Iterator[Cost]:
        for node in selections.selections if selections else ():
            if isinstance(node, FieldNode):
                yield self._field(node)
            elif isinstance(node, FragmentSpreadNode):
                yield self._fragment(node.name.value)
            elif isinstance(node, InlineFragmentNode):
                yield self.selections(node.selection_set)

    def _field(self, node: FieldNode) -> Cost:
        below = self.selections(node.selection_set)
        # the schema's own description is bounded by the schema and does not count as depth
        depth = below.depth if node.name.value.startswith("__") else below.depth + 1
        papers, values = below.papers, below.values
        if node.name.value in PAGED_FIELDS:
            size = self._page_size(node, PAGED_FIELDS[node.name.value])
            if size != 1 or node.name.value != "nodes":
                papers, values = size * max(1, papers), size * values
        return Cost(depth, below.fields + 1, papers, values + 1, 1)

    def _fragment(self, name: str) -> Cost:
        if name not in self.measured:
            self.measured[name] = Cost()  # a fragment within itself costs nothing here: validation refuses it
            fragment = self.fragments.get(name)
            if fragment is not None:
                self.measured[name] = self.selections(fragment.selection_set)
        return self.measured[name]

    def _page_size(self, node: FieldNode, default: int) -> int:
        sizes = [
            size
            for argument in node.arguments or ()
            if argument.name.value in ("first", "last", "ids") and (size := self._size(argument.value)) is not None
        ]
        # a size below zero is refused where the field is answered; here it must not make room for others
        return max(0, *sizes) if sizes else default

    def _defaults(self) -> dict[str, Any]:
        """Return the default of each variable that has one, the largest where operations differ."""
        sizes: dict[str, int] = {}
        for operation in self.operations:
            for definition in operation.variable_definitions or ():
                size = self._size(definition.default_value)
                if size is not None:
                    name = definition.variable.name.value
                    sizes[name] = max(size, sizes.get(name, 0))
        return sizes

    def _size(self, value: Any) -> int | None:
        if isinstance(value, VariableNode):
            given = self.variables.get(value.name.value)
            if isinstance(given, list):
                return len(given)  # pyright: ignore[reportUnknownArgumentType]
            return given if isinstance(given, int) and not isinstance(given, bool) else None
        if isinstance(value, IntValueNode):
            return int(value.value[:12])
        values = getattr(value, "values", None)
        return None if values is None else len(values)
