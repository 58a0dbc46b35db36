"""Turns what a root field returned into its part of the answer, by functions that are made once for each selection.

graphql-core looks at every field of every object anew, some 3 microseconds each. But below a root field nothing is
left to find out (see fetch.py): a field is an attribute of its object, or stands in the object's `answers`. So a
selection becomes one function: all its attributes are read in one go, and each value goes through the function of its
own type. These functions know values as they should be, and raise for any other one (an error in a field's place,
null where none may be): then graphql-core completes the whole root field instead, so errors are always its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, cast

from graphql import (
    GraphQLBoolean,
    GraphQLField,
    GraphQLID,
    GraphQLInt,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLString,
    OperationDefinitionNode,
    Undefined,
    VariableValues,
    is_abstract_type,
    is_leaf_type,
)
from graphql.execution.collect_fields import FieldDetailsList, FragmentDetails, collect_subfields
from strawberry.types.field import StrawberryField

Complete = Callable[[Any], Any]

MIN_INT, MAX_INT = -(2**31), 2**31 - 1
PLAIN_KINDS: dict[Any, type] = {GraphQLString: str, GraphQLID: str, GraphQLBoolean: bool}
BACK_REFERENCE = "strawberry-definition"


class Unusual(Exception):
    """A value that is not as it should be."""


class NotCompiled(Exception):
    """A selection of something else than fetched objects: the schema's own description, say."""


@dataclass(slots=True)
class Selections:
    """The query that selections belong to, with the variables that steer @skip and @include."""

    schema: GraphQLSchema
    fragments: dict[str, FragmentDetails]
    variables: VariableValues
    operation: OperationDefinitionNode
    field_count: int = 0

    def compiled(self, returns: Any, fields: FieldDetailsList) -> Complete:
        """Return the function that completes values of a type; raises NotCompiled.

        The function raises for every value that is not as it should be.
        """
        if isinstance(returns, GraphQLNonNull):
            return self._not_null(cast(Any, returns).of_type, fields)
        kind = PLAIN_KINDS.get(returns)
        return _plain(kind, type(None)) if kind else _nullable(self._not_null(returns, fields))

    def _not_null(self, returns: Any, fields: FieldDetailsList) -> Complete:
        if returns in PLAIN_KINDS:
            return _plain(PLAIN_KINDS[returns])
        if isinstance(returns, GraphQLList):
            return _list_of(self.compiled(cast(Any, returns).of_type, fields))
        if isinstance(returns, GraphQLObjectType):
            return _one_of(dict([self._object(returns, fields)]))
        if is_abstract_type(returns):
            possible = self.schema.get_possible_types(returns)
            return _one_of(dict(self._object(each, fields) for each in possible))
        if returns is GraphQLInt:
            return _int
        if is_leaf_type(returns):
            return _coerced(returns)
        raise NotCompiled

    def _object(self, type_: GraphQLObjectType, nodes: FieldDetailsList) -> tuple[type, Complete]:
        """Return the class whose objects stand for a type, and the function that completes them."""
        definition = type_.extensions.get(BACK_REFERENCE)
        if definition is None:
            raise NotCompiled
        below = collect_subfields(self.schema, self.fragments, self.variables, self.operation, type_, nodes)
        self.field_count += len(below.grouped_field_set)
        attributes: list[str] = []
        completes: list[Complete] = []
        for key, group in below.grouped_field_set.items():
            name = group[0].node.name.value
            attribute, complete = (
                ("__class__", _always(type_.name))
                if name == "__typename"
                else self._field(key, type_.fields[name], group)
            )
            attributes.append(attribute)
            completes.append(complete)
        return definition.origin, _object(list(below.grouped_field_set), attributes, completes)

    def _field(self, key: str, field: GraphQLField, group: FieldDetailsList) -> tuple[str, Complete]:
        """Return the attribute that a field reads, and the function that completes what stands there."""
        declared = field.extensions.get(BACK_REFERENCE)
        if not isinstance(declared, StrawberryField):
            raise NotCompiled
        complete = self.compiled(cast(Any, field).type, group)
        if declared.metadata.get("is_fetched"):
            return "answers", _answer(key, complete)
        if declared.is_basic_field:
            return declared.python_name, complete
        raise NotCompiled


def _object(keys: list[str], attributes: list[str], completes: list[Complete]) -> Complete:
    if not attributes:
        return lambda _: {}
    # one attribute more than are needed, as `attrgetter` returns a tuple only of several
    read = attrgetter(*attributes, "__class__")

    def complete_object(source: Any) -> dict[str, Any]:
        return dict(zip(keys, [complete(value) for complete, value in zip(completes, read(source))]))  # noqa: B905

    return complete_object


def _one_of(kinds: Mapping[type, Complete]) -> Complete:
    def complete_one(source: Any) -> Any:
        complete = kinds.get(source.__class__)
        if complete is None:
            raise Unusual
        return complete(source)

    return complete_one


def _list_of(complete: Complete) -> Complete:
    def complete_list(items: Any) -> list[Any]:
        if items.__class__ is not list:
            raise Unusual
        return [complete(item) for item in items]

    return complete_list


def _answer(key: str, complete: Complete) -> Complete:
    return lambda answers: complete(answers[key])


def _always(text: str) -> Complete:
    return lambda _: text


def _nullable(complete: Complete) -> Complete:
    return lambda value: None if value is None else complete(value)


def _plain(*kinds: type) -> Complete:
    """A value that stands in the answer as it is. (A text is checked in one comparison: most values are texts.)"""
    if kinds == (str,):

        def complete_text(value: Any) -> Any:
            if value.__class__ is str:
                return value
            raise Unusual

        return complete_text

    def complete_plain(value: Any) -> Any:
        if value.__class__ in kinds:
            return value
        raise Unusual

    return complete_plain


def _int(value: Any) -> int:
    if value.__class__ is int and MIN_INT <= value <= MAX_INT:
        return value
    raise Unusual


def _coerced(leaf: GraphQLLeafType) -> Complete:
    coerce = leaf.coerce_output_value

    def complete_leaf(value: Any) -> Any:
        coerced = coerce(value)
        if coerced is None or coerced is Undefined:
            raise Unusual
        return coerced

    return complete_leaf
