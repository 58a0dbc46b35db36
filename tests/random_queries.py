"""Valid queries by chance, made from the schema: every field, and every way to select it."""

import random
from dataclasses import dataclass, field
from typing import Any

import orjson
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    get_named_type,
    is_leaf_type,
)

SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6]
ODD_SIZES = [100, 101, -1]
PAGED = ("first", "last")
USED = {"first": 0.85, "last": 0.08, "after": 0.12, "before": 0.12}


@dataclass
class Query:
    """A query under construction: its variables and the fragments it uses."""

    schema: GraphQLSchema
    chance: random.Random
    ids: list[str]
    cursors: list[str]
    depth: int
    declared: list[str] = field(default_factory=list)
    variables: dict[str, Any] = field(default_factory=dict)
    fragments: list[str] = field(default_factory=list)
    aliases: int = 0

    def text(self) -> str:
        """Return the whole text."""
        root = self.schema.query_type
        assert root is not None
        fields = [self.selected(root, name, self.depth) for name in self.some(list(root.fields), 2)]
        if self.chance.random() < 0.1:
            fields.append("__typename")
        if self.chance.random() < 0.05:
            fields.append('__type(name: "Paper") { name fields { name } }')
        variables = f"({', '.join(self.declared)})" if self.declared else ""
        return f"query Q{variables} {{ {' '.join(fields)} }} {' '.join(self.fragments)}"

    def some(self, choices: list[Any], most: int) -> list[Any]:
        """Return one to `most` of the choices."""
        return self.chance.sample(choices, min(len(choices), self.chance.randint(1, most)))

    def variable(self, type_: str, value: Any) -> str:
        """Declare a variable."""
        name = f"v{len(self.declared)}"
        self.declared.append(f"${name}: {type_}")
        self.variables[name] = value
        return f"${name}"

    def directive(self) -> str:
        """Return nothing mostly, else @skip or @include, steered by a constant or a variable."""
        if self.chance.random() < 0.85:
            return ""
        value = self.chance.random() < 0.6
        condition = self.variable("Boolean!", value) if self.chance.random() < 0.6 else str(value).lower()
        return f" @{self.chance.choice(['skip', 'include'])}(if: {condition})"

    def selection(self, type_: Any, depth: int) -> str:
        """Return what is selected of an object of this type, braces included."""
        names = [name for name, each in type_.fields.items() if depth > 0 or is_leaf_type(get_named_type(each.type))]
        parts = [self.selected(type_, name, depth) for name in self.some(names, 4)] if names else []
        if self.chance.random() < 0.2 or not parts:
            parts.append(self.chance.choice(["__typename", "kind: __typename"]))
        for _ in range(2):
            if depth > 0 and self.chance.random() < 0.15:
                parts.append(self.fragment(type_, depth - 1))
        if isinstance(type_, GraphQLInterfaceType):
            for possible in self.schema.get_possible_types(type_):
                if self.chance.random() < 0.8:
                    parts.append(f"... on {possible.name} {self.selection(possible, depth)}")
        if self.chance.random() < 0.1:
            parts.append(self.chance.choice(parts))  # one thing twice: merged into one
        self.chance.shuffle(parts)
        return f"{{ {' '.join(parts)} }}"

    def fragment(self, type_: Any, depth: int) -> str:
        """Return an inline fragment, or the spread of a named one, on the type itself or an interface of it."""
        on = self.chance.choice([type_, *getattr(type_, "interfaces", ())])
        if self.chance.random() < 0.5:
            condition = f" on {on.name}" if on is not type_ or self.chance.random() < 0.5 else ""
            return f"...{condition}{self.directive()} {self.selection(on, depth)}"
        name = f"F{len(self.fragments)}"
        self.fragments.append("")
        self.fragments[int(name[1:])] = f"fragment {name} on {on.name} {self.selection(on, depth)}"
        spread = f"...{name}{self.directive()}"
        return f"{spread} {spread}" if self.chance.random() < 0.1 else spread

    def selected(self, type_: Any, name: str, depth: int) -> str:
        """Return one field with its arguments and what is selected below it."""
        declared = type_.fields[name]
        arguments = [
            f"{argument}: {self.value(argument, each)}"
            for argument, each in declared.args.items()
            if self.chance.random() < USED.get(argument, 0.3)
            or (isinstance(each.type, GraphQLNonNull) and not each.default_value)
        ]
        alias = f"x{name}: " if self.chance.random() < 0.15 else ""
        if declared.args:  # with other arguments a field must have another key
            self.aliases += 1
            alias = f"a{self.aliases}: "
        passed = f"({', '.join(arguments)})" if arguments else ""
        below = get_named_type(declared.type)
        selection = "" if is_leaf_type(below) else " " + self.selection(below, depth - 1)
        return f"{alias}{name}{passed}{self.directive()}{selection}"

    def value(self, name: str, argument: GraphQLArgument) -> str:
        """Return a value for an argument: good mostly, as a constant or as a variable."""
        value = self.constant(name, argument.type)
        if self.chance.random() < 0.4:
            return self.variable(str(argument.type), value)
        return literal(value, argument.type)

    def constant(self, name: str, type_: Any) -> Any:
        """Return a value of a type."""
        if isinstance(type_, GraphQLNonNull):
            type_ = type_.of_type
        elif self.chance.random() < 0.1:
            return None
        if isinstance(type_, GraphQLList):
            return [self.constant(name, type_.of_type) for _ in range(self.chance.randint(0, 3))]
        if isinstance(type_, GraphQLEnumType):
            return self.chance.choice(list(type_.values))
        if isinstance(type_, GraphQLInputObjectType):
            names = [each for each in type_.fields if self.chance.random() < 0.3]
            return {each: self.constant(each, type_.fields[each].type) for each in names}
        return self.scalar(name, type_.name)

    def scalar(self, name: str, type_: str) -> Any:
        """Return a value of a scalar type, by the name of its argument."""
        if name in PAGED:
            return self.chance.choice(SIZES if self.chance.random() < 0.95 else ODD_SIZES)
        if type_ == "Boolean":
            return self.chance.random() < 0.5
        if type_ == "Int":
            return self.chance.randint(1995, 2028)
        if name in ("after", "before"):
            return self.chance.choice(self.cursors + ["nonsense"] * (len(self.cursors) // 10))
        return self.chance.choice(self.ids) if type_ == "ID" else self.chance.choice(["a", "l", "article", "zzz"])


def literal(value: Any, type_: Any) -> str:
    """Write a value as GraphQL does."""
    if isinstance(type_, GraphQLNonNull):
        type_ = type_.of_type
    if value is None:
        return "null"
    if isinstance(type_, GraphQLList):
        return f"[{', '.join(literal(each, type_.of_type) for each in value)}]"
    if isinstance(type_, GraphQLInputObjectType):
        return f"{{{', '.join(f'{name}: {literal(each, type_.fields[name].type)}' for name, each in value.items())}}}"
    return value if isinstance(type_, GraphQLEnumType) else orjson.dumps(value).decode()


def random_query(
    schema: GraphQLSchema, chance: random.Random, ids: list[str], cursors: list[str]
) -> tuple[str, dict[str, Any]]:
    """Return a query and its variables."""
    query = Query(schema, chance, ids, cursors, depth=chance.randint(1, 5))
    return query.text(), query.variables
