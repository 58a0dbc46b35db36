"""Errors as callers see them: with a code, in words that help, and without the inside of a fault."""

import logging

import pytest
from graphql import GraphQLError

from graphsvc.api.http import formatted
from graphsvc.api.schema import make_schema
from graphsvc.domain.errors import (
    BadCursor,
    BadIdentifier,
    BadInput,
    DatabaseUnavailable,
    GraphsvcError,
    LimitExceeded,
    TimedOut,
)


def shown(cause: Exception | None, message: str = "message") -> tuple[str, str]:
    """Return (code, message) of an error as a caller sees it."""
    error = formatted(GraphQLError(message, original_error=cause))
    return error["extensions"]["code"], error["message"]


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (BadInput("swap the years"), "BAD_INPUT"),
        (BadIdentifier("write it otherwise"), "BAD_IDENTIFIER"),
        (BadCursor("pass one of this list"), "BAD_CURSOR"),
        (LimitExceeded("ask for less"), "LIMIT_EXCEEDED"),
        (TimedOut("ask for less at once"), "TIMEOUT"),
    ],
)
def test_what_a_caller_can_mend_is_told(cause: GraphsvcError, code: str) -> None:
    """The message of an error that the caller can do something about is shown as it is, with its code."""
    assert (code, str(cause)) == shown(cause)


def test_errors_of_the_query_itself() -> None:
    """What is wrong with the text of a query has a code for whether it could be parsed."""
    assert ("GRAPHQL_PARSE_FAILED", "Syntax Error: Unexpected }") == shown(None, "Syntax Error: Unexpected }")
    assert ("GRAPHQL_VALIDATION_FAILED", "Cannot query field") == shown(None, "Cannot query field")


def test_a_query_that_is_too_deep_is_the_callers() -> None:
    """Running out of stack is the fault of the query, not of the service."""
    assert ("LIMIT_EXCEEDED", "the query is nested too deeply") == shown(RecursionError("maximum recursion depth"))


@pytest.mark.parametrize("cause", [ValueError("secret"), KeyError("secret"), AssertionError("secret")])
def test_a_fault_is_not_shown(cause: Exception) -> None:
    """An error that nobody foresaw is INTERNAL, and its own words stay inside."""
    code, message = shown(cause)
    assert "INTERNAL" == code
    assert "secret" not in message


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (GraphsvcError("Neo4j reported a fault: secret at 10.0.0.7:7687"), "INTERNAL"),
        (DatabaseUnavailable("Neo4j does not answer: secret at 10.0.0.7:7687"), "DATABASE_UNAVAILABLE"),
    ],
)
def test_what_the_driver_says_is_not_shown(cause: GraphsvcError, code: str) -> None:
    """Of a database at fault or away, callers learn that it is so, and not its address or its own words."""
    shown_code, message = shown(cause)
    assert code == shown_code
    assert "secret" not in message
    assert "10.0.0.7" not in message


@pytest.mark.parametrize(
    ("cause", "is_logged"),
    [
        (None, False),
        (BadInput("the caller's"), False),
        (RecursionError("the caller's"), False),
        (ValueError("ours"), True),
        (GraphsvcError("Neo4j reported a fault"), True),
        (DatabaseUnavailable("Neo4j does not answer"), True),
    ],
)
def test_what_is_ours_is_logged(cause: Exception | None, is_logged: bool, caplog: pytest.LogCaptureFixture) -> None:
    """What the caller did wrong is not logged; every fault of the service or its database is."""
    with caplog.at_level(logging.WARNING):
        make_schema().process_errors([GraphQLError("message", original_error=cause)])
    assert is_logged is bool(caplog.records)
