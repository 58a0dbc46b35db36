"""Whether the service runs, and whether it can answer."""

import asyncio
import logging
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from graphsvc.domain.errors import ConfigurationError, GraphsvcError
from graphsvc.graph.connect import Reader
from graphsvc.graph.dataset import read_dataset
from graphsvc.web.errors import explained, wants_json
from graphsvc.web.responses import json_answer

PATIENCE_S = 5


async def live(_: Request) -> Response:
    """Answer as long as the process can answer at all."""
    return json_answer({"status": "live"}, headers=_NOT_KEPT)


async def ready(request: Request) -> Response:
    """Answer 200 when the database answers, else 503 with the reason."""
    wants_json(request)
    reader: Reader = request.app.state.reader
    try:
        async with asyncio.timeout(PATIENCE_S):
            dataset = await read_dataset(reader)
    except TimeoutError:
        return _not_ready("TIMEOUT", f"the database did not answer within {PATIENCE_S} s")
    except GraphsvcError as error:
        _LOG.warning("not ready: %s", error)
        # The messages of wrong settings say what to set, and nothing secret.
        reason = str(error) if isinstance(error, ConfigurationError) else explained(error)[1]
        return _not_ready(error.code, reason)
    return json_answer({"status": "ready", "dataset": dataset.name, "version": dataset.version}, headers=_NOT_KEPT)


_LOG: Final = logging.getLogger("graphsvc.web")
_NOT_KEPT: Final = {"Cache-Control": "no-store"}


def _not_ready(code: str, reason: str) -> Response:
    headers = {**_NOT_KEPT, "Retry-After": "5"}
    return json_answer({"status": "not ready", "error": {"code": code, "message": reason}}, 503, headers)
