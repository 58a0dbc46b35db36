"""What a query selects below a field: read once, before anything is fetched."""

from dataclasses import dataclass
from typing import Any, cast

from graphql import GraphQLObjectType, GraphQLResolveInfo, get_argument_values, get_named_type
from graphql.execution.collect_fields import FieldDetails, FragmentDetails, collect_subfields


@dataclass(frozen=True, slots=True)
class Selected:
    """One selected field: its key in the response, its name and coerced arguments, and a way to what is below it.

    Fields of one key are merged, fragments expanded and @skip and @include applied by graphql-core's own rules.
    """

    key: str
    name: str
    arguments: dict[str, Any]
    _return_type: GraphQLObjectType | None
    _details: list[FieldDetails]
    _info: "GraphQLResolveInfo[Any]"
    _fragments: dict[str, FragmentDetails]

    def below(self, type_name: str | None = None) -> list["Selected"]:
        """Return the fields selected below; `type_name` says which object a field of interface type returned."""
        parent = self._info.schema.get_type(type_name) if type_name else self._return_type
        if not isinstance(parent, GraphQLObjectType):
            return []
        grouped = collect_subfields(
            self._info.schema,
            self._fragments,
            self._info.variable_values,
            self._info.operation,
            parent,
            self._details,
        ).grouped_field_set
        return [
            selected
            for key, details in grouped.items()
            if (selected := _select(key, parent, details, self._info, self._fragments)) is not None
        ]


def selected_root(info: "GraphQLResolveInfo[Any]") -> Selected:
    """Return the root field that is being resolved."""
    fragments = {name: FragmentDetails(definition) for name, definition in info.fragments.items()}
    details = [FieldDetails(node, None) for node in info.field_nodes]
    selected = _select(str(info.path.key), info.parent_type, details, info, fragments)
    assert selected is not None, "a field that is being resolved is in the schema"  # noqa: S101
    return selected


def _select(
    key: str,
    parent: GraphQLObjectType,
    details: list[FieldDetails],
    info: "GraphQLResolveInfo[Any]",
    fragments: dict[str, FragmentDetails],
) -> Selected | None:
    node = details[0].node
    field = parent.fields.get(node.name.value)
    if field is None:  # __typename
        return None
    named = cast(object, get_named_type(field.type))
    return Selected(
        key=key,
        name=node.name.value,
        arguments=get_argument_values(field, node, info.variable_values),
        _return_type=named if isinstance(named, GraphQLObjectType) else None,
        _details=details,
        _info=info,
        _fragments=fragments,
    )
