"""GraphQL over HTTP: GET and POST at one address, by the GraphQL-over-HTTP draft."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import orjson
from graphql import GraphQLError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from graphsvc.api.explorer import explorer_page
from graphsvc.api.schema import Schema
from graphsvc.domain.errors import DatabaseUnavailable, GraphsvcError, LimitExceeded, TimedOut
from graphsvc.freshness import Freshness, freshness
from graphsvc.graph.dataset import read_dataset

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 256 * 1024
BODY_TIMEOUT_S = 10.0
GRAPHQL_RESPONSE = "application/graphql-response+json"
JSON = "application/json"
METHODS = ("GET", "HEAD", "POST")
NOT_KEPT = {"cache-control": "no-store", "vary": "Accept"}
UNVERSIONED = "loads"
"""The field whose answer changes without a new version of the data: a load that brings nothing new is one, too."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for."""

    query: str
    variables: dict[str, Any] | None
    operation_name: str | None


@dataclass(frozen=True, slots=True)
class RefusedRequest(Exception):
    """A request that is no GraphQL request; becomes an answer with this status."""

    status: int
    message: str
    headers: Mapping[str, str] | None = None
    code: str = "BAD_REQUEST"


async def answer_graphql(request: Request, schema: Schema, timeout_s: float) -> Response:
    """Answer one GraphQL request, or show a browser the page to write one; never raises for what a caller sent."""
    accept = request.headers.get("accept")
    if request.method in ("GET", "HEAD") and "query" not in request.query_params and "text/html" in (accept or ""):
        return explorer_page()
    media_type = response_type(accept)
    try:
        if request.method not in METHODS:
            raise RefusedRequest(405, "send queries by GET or POST", {"allow": ", ".join(METHODS)})
        if media_type is None:
            raise RefusedRequest(406, f"answers come as {GRAPHQL_RESPONSE} or {JSON}")
        asked = await _read_post(request) if request.method == "POST" else _read_get(request)
        async with asyncio.timeout(timeout_s):
            fresh = None if request.method == "POST" else await _freshness(request, asked)
            if fresh is not None and fresh.is_kept:
                return fresh.not_modified()
            result = await schema.execute(
                asked.query,
                asked.variables,
                context_value={"reader": request.app.state.reader},
                operation_name=asked.operation_name,
                allowed_operation_types={OperationType.QUERY},
            )
    except RefusedRequest as refused:
        return _refusal(refused, media_type or JSON)
    except (InvalidOperationTypeError, CannotGetOperationTypeError):
        refused = RefusedRequest(400, "name one of the query operations that the document holds; there are no others")
        return _refusal(refused, media_type or JSON)
    except TimeoutError:
        refused = RefusedRequest(503, "the query took too long; ask for less at once", code=TimedOut.code)
        return _refusal(refused, media_type or JSON)
    except ClientDisconnect:
        return Response(status_code=400)
    if request.method == "POST":
        return _result(result, media_type, {})
    return _result(result, media_type, NOT_KEPT if fresh is None or result.errors else fresh.headers)


def response_type(accept: str | None) -> str | None:
    """Return the media type to answer with, None when the caller takes none that we have."""
    if not accept:
        return JSON
    qualities: dict[str, float] = {}
    for part in accept.split(","):
        name, *parameters = [piece.strip().lower() for piece in part.split(";")]
        qualities.setdefault(name, _quality(parameters))
    best, best_quality = None, 0.0
    for name, quality in qualities.items():
        # a wildcard stands for JSON, or for the other type where JSON is ruled out by name
        any_type = GRAPHQL_RESPONSE if qualities.get(JSON, 1.0) <= 0 else JSON
        media_type = {GRAPHQL_RESPONSE: GRAPHQL_RESPONSE, JSON: JSON, "application/*": any_type, "*/*": any_type}.get(
            name
        )
        if media_type is not None and quality > best_quality:
            best, best_quality = media_type, quality
    return best


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return float(parameter[2:])
            except ValueError:
                return 0.0
    return 1.0


def _read_get(request: Request) -> Asked:
    values: dict[str, Any] = dict(request.query_params)
    for name in ("variables", "extensions"):
        text = values.get(name)
        values[name] = _parsed(text.encode(), f"`{name}`") if text else None
    return _asked(values)


async def _read_post(request: Request) -> Asked:
    content_type, _, parameters = request.headers.get("content-type", "").partition(";")
    if content_type.strip().lower() != JSON:
        raise RefusedRequest(415, f"send the query as {JSON}")
    if "charset" in parameters.lower() and "utf-8" not in parameters.lower().replace("utf8", "utf-8"):
        raise RefusedRequest(415, "send the query as UTF-8")
    if request.headers.get("content-encoding", "identity") != "identity":
        raise RefusedRequest(415, "send the query uncompressed")
    return _asked(_parsed(await _body(request), "the body"))


async def _body(request: Request) -> bytes:
    too_large = RefusedRequest(413, f"a request has at most {MAX_BODY_BYTES:,} bytes", {"connection": "close"})
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > MAX_BODY_BYTES:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MAX_BODY_BYTES:
                    raise too_large
    except TimeoutError:
        raise RefusedRequest(408, "the body took too long to arrive", {"connection": "close"}) from None
    return bytes(body)


def _parsed(data: bytes, what: str) -> Any:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        raise RefusedRequest(400, f"{what} is not JSON") from None


async def _freshness(request: Request, asked: Asked) -> Freshness | None:
    """Return the freshness of an answer, if it depends on the data alone and their version is known."""
    if UNVERSIONED in asked.query:
        return None
    try:
        return freshness(request, (await read_dataset(request.app.state.reader)).version, ("Accept",))
    except GraphsvcError:
        return None  # whether the query can be answered without it is seen when it runs


def _asked(values: Any) -> Asked:
    if not isinstance(values, dict):
        raise RefusedRequest(400, "a request is a JSON object with `query`, `variables` and `operationName`")
    given = cast("dict[str, Any]", values)
    query, variables, name = given.get("query"), given.get("variables"), given.get("operationName")
    if not isinstance(query, str) or not query.strip():
        raise RefusedRequest(400, "`query` is a text and holds the GraphQL query")
    if variables is not None and not isinstance(variables, dict):
        raise RefusedRequest(400, "`variables` is an object")
    if name is not None and not isinstance(name, str):
        raise RefusedRequest(400, "`operationName` is a text")
    if not isinstance(given.get("extensions"), dict | None):
        raise RefusedRequest(400, "`extensions` is an object")
    return Asked(query, cast("dict[str, Any] | None", variables), name or None)


def _result(result: Any, media_type: str | None, headers: Mapping[str, str]) -> Response:
    errors: list[GraphQLError] = result.errors or []
    # nothing was executed: by the specification there is no `data` then
    nothing_ran = isinstance(result, PreExecutionError) or (
        result.data is None and bool(errors) and all(error.path is None for error in errors)
    )
    body: dict[str, Any] = {}
    if errors:
        body["errors"] = [formatted(error) for error in errors]
    if not nothing_ran:
        body["data"] = result.data
    if any(isinstance(error.original_error, DatabaseUnavailable | TimedOut) for error in errors):
        return Response(orjson.dumps(body), 503, {**headers, "retry-after": "1"}, media_type=media_type)
    status = 400 if nothing_ran and media_type == GRAPHQL_RESPONSE else 200
    return Response(orjson.dumps(body), status, headers, media_type=media_type)


def formatted(error: GraphQLError) -> dict[str, Any]:
    """Return an error as callers see it: with a code, and without the inside of a fault."""
    cause = error.original_error
    shown = dict(error.formatted)
    if isinstance(cause, DatabaseUnavailable):
        # what the driver says names the database's address: that is for the log
        message = "the database does not answer; try again in a moment"
        return {**shown, "message": message, "extensions": {"code": cause.code}}
    if isinstance(cause, GraphsvcError) and cause.code != GraphsvcError.code:
        return {**shown, "message": str(cause), "extensions": {"code": cause.code}}
    if isinstance(cause, RecursionError):
        return {**shown, "message": "the query is nested too deeply", "extensions": {"code": LimitExceeded.code}}
    if cause is None or isinstance(cause, GraphQLError):
        code = "GRAPHQL_PARSE_FAILED" if error.message.startswith("Syntax Error") else "GRAPHQL_VALIDATION_FAILED"
        return {**shown, "extensions": {"code": code} | (error.extensions or {})}
    return {**shown, "message": "an error inside graphsvc; its log tells more", "extensions": {"code": "INTERNAL"}}


def _refusal(refused: RefusedRequest, media_type: str) -> Response:
    body = {"errors": [{"message": refused.message, "extensions": {"code": refused.code}}]}
    return Response(orjson.dumps(body), refused.status, refused.headers, media_type=media_type)
