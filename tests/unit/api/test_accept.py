"""Which media type an answer has, by what the caller accepts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.api.http import GRAPHQL_RESPONSE, JSON, response_type


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        ("application/json", JSON),
        ("application/graphql-response+json", GRAPHQL_RESPONSE),
        ("Application/GraphQL-Response+JSON", GRAPHQL_RESPONSE),
        ("application/json; charset=utf-8", JSON),
        ("application/graphql-response+json; charset=utf-8", GRAPHQL_RESPONSE),
        ("application/json, application/graphql-response+json", JSON),
        ("application/graphql-response+json, application/json", GRAPHQL_RESPONSE),
        ("application/json;q=0.9, application/graphql-response+json", GRAPHQL_RESPONSE),
        ("application/graphql-response+json;q=0.2, application/json;q=0.3", JSON),
        ("application/graphql-response+json , */* ;q=0.1", GRAPHQL_RESPONSE),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", JSON),
        ("text/plain, application/json", JSON),
        ("application/json;q=0, application/graphql-response+json;q=0.001", GRAPHQL_RESPONSE),
        ("text/plain", None),
        ("text/*", None),
        ("application/json;q=0", None),
        ("*/*;q=0", None),
        ("application/json;q=none", None),
        ("application/json;q=", None),
        ("application/json;q=nan", None),
        ("application/json;q=-1", None),
        (",", None),
        (";;;", None),
    ],
)
def test_the_media_type_of_an_answer(accept: str | None, expected: str | None) -> None:
    """The type the caller likes best, the first of several; None when it takes none that there is."""
    assert expected == response_type(accept)


def test_a_type_that_is_ruled_out_is_not_let_in_by_a_wildcard() -> None:
    """What a caller refuses by name stays refused, whatever else it takes."""
    assert GRAPHQL_RESPONSE == response_type("application/json;q=0, */*")


@given(st.text(max_size=100) | st.text("aplicton/json*;,q=0.19 ", max_size=60))
def test_no_header_is_an_error(accept: str) -> None:
    """Whatever the header holds, the answer is one of the types or None."""
    assert response_type(accept) in (None, JSON, GRAPHQL_RESPONSE)
