"""Compresses answers for those who take it: whole ones above 1 KB, streams part by part as they are written."""

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

MIN_BYTES = 1024
LEVEL = 4  # a tenth larger than level 9, in a fifth of the time
THREAD_BYTES = 64 * 1024  # what takes longer than a millisecond is no work for the event loop


class Compression(GZipMiddleware):
    """Starlette's compression, which also heeds a refusal (`gzip;q=0`)."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, MIN_BYTES, LEVEL, THREAD_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http" and _refuses_gzip(Headers(scope=scope).get("accept-encoding", "")):
            await IdentityResponder(self.app, self.minimum_size)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def _refuses_gzip(accept: str) -> bool:
    for part in accept.lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
