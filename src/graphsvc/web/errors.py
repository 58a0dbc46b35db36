"""The one place that turns errors into answers: a page, or JSON where a program asked."""

import logging
from collections.abc import Callable
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.errors import BadInput, DatabaseUnavailable, GraphsvcError, TimedOut
from graphsvc.web.responses import json_answer, page


class NotFound(GraphsvcError):
    """Nothing here has the id that was asked for."""

    code = "NOT_FOUND"

    def __init__(self, kind: str, id_: str) -> None:
        super().__init__(f"no {kind} here has the id {id_}")
        self.kind = kind
        self.id = id_


class NotKnown(GraphsvcError):
    """What was asked for is not known here, so it cannot be told in the form that was asked for."""

    code = "NOT_KNOWN"


def exception_handlers() -> dict[Any, Callable[[Request, Any], Any]]:
    """Return the handlers for the app: of our own errors, of Starlette's, and of all that nobody foresaw."""
    return {GraphsvcError: _on_ours, HTTPException: _on_http, Exception: _on_unforeseen}


def wants_json(request: Request, *, is_program: bool = True) -> None:
    """Mark a request as a program's, so that its errors are JSON too; or as none after all."""
    request.state.is_json = is_program


def explained(error: GraphsvcError) -> tuple[int, str]:
    """Return the status and the reason that an outsider may read; what is internal goes to the log alone."""
    if isinstance(error, NotFound | NotKnown):
        return 404, str(error)
    if isinstance(error, BadInput):
        return 400, str(error)
    if isinstance(error, TimedOut):
        return 503, "the answer took too long; ask for less at once, or try again in a moment"
    if isinstance(error, DatabaseUnavailable):
        return 503, "the database does not answer; try again in a moment"
    return 500, "something went wrong here; the log of the service says what"


async def _on_ours(request: Request, error: GraphsvcError) -> Response:
    status, reason = explained(error)
    if status >= 500:
        _LOG.error("%s %s: %s", request.method, request.url.path, error, exc_info=error if status == 500 else None)
    wanted = error.id if isinstance(error, NotFound) else ""
    return _answer(request, status, error.code, reason, wanted)


async def _on_http(request: Request, error: HTTPException) -> Response:
    reason = "there is no page at this address" if error.status_code == 404 else error.detail
    code = "NOT_FOUND" if error.status_code == 404 else "HTTP_ERROR"
    return _answer(request, error.status_code, code, reason, "", dict(error.headers or {}))


async def _on_unforeseen(request: Request, _: Exception) -> Response:
    status, reason = explained(GraphsvcError())
    return _answer(request, status, GraphsvcError.code, reason, "")


_LOG: Final = logging.getLogger("graphsvc.web")
_HEADINGS: Final = {400: "This cannot be asked", 404: "Not found", 405: "Not possible here", 503: "Not just now"}


def _answer(
    request: Request, status: int, code: str, reason: str, wanted: str, headers: dict[str, str] | None = None
) -> Response:
    headers = {**(headers or {}), **({"Retry-After": "5"} if status == 503 else {}), "Cache-Control": "no-store"}
    if getattr(request.state, "is_json", False):
        return json_answer({"error": {"code": code, "message": reason}}, status, headers)
    heading = _HEADINGS.get(status, "Something went wrong")
    values = {"heading": heading, "reason": reason, "status": status, "query": wanted}
    return page("error.html", values, status, headers)
