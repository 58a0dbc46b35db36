"""Values that are not as they should be are left to graphql-core: it alone says what is wrong with them."""

import asyncio
import logging
from typing import Any

import pytest
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from graphsvc.api import types
from graphsvc.api.execution import Executor
from graphsvc.api.query import Query
from graphsvc.api.schema import Schema, make_schema
from graphsvc.domain.errors import BadCursor

QUERY = """{ paper(id: "x:a") { id title isKnown citedByCount sourceCitedByCount categories published { iso year }
    placement { method score } citers { totalCount nodes { id } } } other: paper(id: "x:a") { id } }"""


def paper(**changed: Any) -> types.Paper:
    """Return a paper with these values in the place of good ones."""
    page = types.PageInfo(has_next_page=False, has_previous_page=False, start_cursor=None, end_cursor=None)
    values: dict[str, Any] = {
        "identifiers": [], "abstract": None, "type": None, "venue": None, "language": None, "categories": ["a"],
        "is_retracted": None, "reference_count": None, "references_outside": None, "id": "x:a", "title": "A",
        "published": types.PartialDate(year=2020, month=None, day=None, iso="2020"), "is_known": True,
        "cited_by_count": 3, "source_cited_by_count": 2**40,
    }  # fmt: skip
    placement: dict[str, Any] = {"method": types.PlacementMethod.NOT_PLACED, "score": 0.5}
    citers: dict[str, Any] = {"total_count": 0, "answers": {"nodes": []}}
    for name, value in changed.items():
        for place in (values, placement, citers):
            if name in place:
                place[name] = value
    answers: dict[str, Any] = {
        "placement": types.Placement(answers={}, is_on_map=False, explanation="", **placement),
        "citers": types.CitationConnection(
            undated_count=0, no_area_count=0, no_type_count=0, no_venue_count=0, by_year=[], page_info=page, **citers
        ),
    }
    return types.Paper(answers={**answers, **changed.get("found", {})}, **values)


SCHEMAS = [make_schema(executor) for executor in (StrawberryGraphQLCoreExecutionContext, Executor)]


def answer(schema: Schema, given: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Any]]:
    """Return data and errors where `paper` returns what is given."""

    async def resolve(*_: Any, **__: Any) -> Any:
        return given

    root = schema._schema.query_type
    assert root is not None
    monkeypatch.setattr(root.fields["paper"], "resolve", resolve)
    result = asyncio.run(schema.execute(QUERY, {}, {}))
    return result.data, [error.formatted for error in result.errors or []]


def answers(given: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, list[Any]]]:
    """Return data and errors by graphql-core's executor and by ours."""
    return [answer(schema, given, monkeypatch) for schema in SCHEMAS]


ODD = [None, 7, 1.0, -(2**31), 2**31, 2**70, float("nan"), float("inf"), True, "text", b"bytes", [], [None], ["a", 1],
       (), {}, object, ValueError("an error in a field's place"), BadCursor("of another list")]  # fmt: skip
PLACES = ["id", "title", "is_known", "cited_by_count", "source_cited_by_count", "categories", "published", "method",
          "score", "total_count"]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_any_value_in_any_place(
    place: str, value: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever stands in the place of a value, data and errors are graphql-core's, nulls where errors move up too."""
    caplog.set_level(logging.CRITICAL)
    stock, ours = answers(paper(**{place: value}), monkeypatch)
    assert repr(stock) == repr(ours)


@pytest.mark.parametrize(
    "given",
    [
        None,
        7,
        BadCursor("of another list"),
        {},
        types.Area(answers={}, id="area:a", name="a", description=None, paper_count=0, total_paper_count=0, by_year=[]),  # type: ignore
        paper(found={"citers": BadCursor("of another list")}),
        paper(found={"placement": None}),
        paper(answers={}),
        paper(answers={"nodes": [paper(), None]}),
        paper(answers={"nodes": [paper(), BadCursor("of another list")]}),
        paper(answers={"nodes": (paper(),)}),
    ],
    ids=str,
)
def test_any_object_in_any_place(given: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Another object than the field's, none, an error, or no answer that was fetched: all as graphql-core has it."""
    caplog.set_level(logging.CRITICAL)
    stock, ours = answers(given, monkeypatch)
    assert stock == ours


def test_good_values_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper as it should be is completed by the compiled functions, in the order of the query."""
    monkeypatch.setattr(StrawberryGraphQLCoreExecutionContext, "complete_object_value", lambda *_: pytest.fail("stock"))
    data, errors = answer(SCHEMAS[1], paper(), monkeypatch)
    assert [] == errors
    assert data == {
        "paper": {
            "id": "x:a",
            "title": "A",
            "isKnown": True,
            "citedByCount": 3,
            "sourceCitedByCount": 2**40,
            "categories": ["a"],
            "published": {"iso": "2020", "year": 2020},
            "placement": {"method": "NOT_PLACED", "score": 0.5},
            "citers": {"totalCount": 0, "nodes": []},
        },
        "other": {"id": "x:a"},
    }
    assert ["id", "title", "isKnown", "citedByCount"] == list(data["paper"])[:4]


def test_every_field_is_plain_or_fetched() -> None:
    """Below the root there are attributes and fetched answers alone: nothing that would have to be resolved."""
    for type_ in SCHEMAS[1]._schema.type_map.values():
        definition = getattr(type_, "extensions", {}).get("strawberry-definition")
        fields = getattr(definition, "fields", [])
        if definition is not None and getattr(definition, "origin", None) is not Query:
            for field in fields:
                assert field.is_basic_field or field.metadata.get("is_fetched"), (type_.name, field.name)
