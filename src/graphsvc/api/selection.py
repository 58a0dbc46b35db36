"""What a query selects below a field: read once, before anything is fetched."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from graphql import GraphQLObjectType, GraphQLResolveInfo, VariableValues, get_argument_values, get_named_type
from graphql.execution.collect_fields import FieldDetails, FragmentDetails, collect_subfields


@dataclass(frozen=True, slots=True)
class Document:
    """The query around a selection."""

    info: "GraphQLResolveInfo[Any]"
    fragments: dict[str, FragmentDetails]
    variables: VariableValues


@dataclass(frozen=True, slots=True)
class Selected:
    """One selected field: its key in the response, its name and coerced arguments, and what is selected below it.

    Fields of one key are merged, fragments expanded and @skip and @include applied by graphql-core's own rules.
    """

    key: str
    name: str
    arguments: Mapping[str, Any]
    returns: GraphQLObjectType | None
    nodes: list[FieldDetails]
    document: Document
    known_below: dict[str | None, list["Selected"]] = field(default_factory=dict[str | None, list["Selected"]])

    def below(self, type_name: str | None = None) -> list["Selected"]:
        """Return the fields selected below; `type_name` says which object a field of interface type returned."""
        if type_name not in self.known_below:
            self.known_below[type_name] = self._below(type_name)
        return self.known_below[type_name]

    def _below(self, type_name: str | None) -> list["Selected"]:
        info = self.document.info
        parent = info.schema.get_type(type_name) if type_name else self.returns
        if not isinstance(parent, GraphQLObjectType):
            return []
        grouped = collect_subfields(
            info.schema, self.document.fragments, self.document.variables, info.operation, parent, self.nodes
        ).grouped_field_set
        fields = [_select(key, parent, nodes, self.document) for key, nodes in grouped.items()]
        return [selected for selected in fields if selected is not None]


def selected_root(info: "GraphQLResolveInfo[Any]") -> Selected:
    """Return the root field that is being resolved."""
    document = Document(
        info,
        {name: FragmentDetails(definition) for name, definition in info.fragments.items()},
        # Strawberry hands resolvers the coerced values alone; graphql-core's functions want them in their box
        VariableValues({}, cast("dict[str, Any]", info.variable_values)),
    )
    selected = _select(
        str(info.path.key), info.parent_type, [FieldDetails(node, None) for node in info.field_nodes], document
    )
    if selected is None:
        raise LookupError(f"{info.field_name} is not in the schema")
    return selected


def _select(key: str, parent: GraphQLObjectType, nodes: list[FieldDetails], document: Document) -> Selected | None:
    node = nodes[0].node
    definition = parent.fields.get(node.name.value)
    if definition is None:  # __typename
        return None
    returns = cast(object, get_named_type(definition.type))
    return Selected(
        key=key,
        name=node.name.value,
        arguments=get_argument_values(definition, node, document.variables),
        returns=returns if isinstance(returns, GraphQLObjectType) else None,
        nodes=nodes,
        document=document,
    )
