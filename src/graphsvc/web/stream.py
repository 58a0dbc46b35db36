"""A response that is written while it is read: it waits for slow readers, and for none for ever."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Send

from graphsvc.domain.errors import GraphsvcError

PART_BYTES = 64 * 1024
WRITE_TIMEOUT_S = 60.0
"""How long a reader may take for a part: one that takes no more than 1 KB a second is as good as gone."""


class Stream(StreamingResponse):
    """A response that closes what it reads from, also when the reader leaves before the end or stops reading.

    Anything that goes wrong breaks it off without an end, so that nobody takes a part for the whole.
    """

    def __init__(
        self, parts: AsyncIterator[bytes], source: AsyncGenerator[Any], headers: dict[str, str], media_type: str
    ) -> None:
        super().__init__(parts, headers=headers, media_type=media_type)
        self.parts = parts
        self.source = source

    async def stream_response(self, send: Send) -> None:
        """Send the parts; raises GraphsvcError where the reader stops reading."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with contextlib.aclosing(self.source):
            async for part in self.parts:
                for at in range(0, len(part), PART_BYTES):
                    piece = part[at : at + PART_BYTES]
                    try:
                        async with asyncio.timeout(WRITE_TIMEOUT_S):
                            await send({"type": "http.response.body", "body": piece, "more_body": True})
                    except TimeoutError:
                        raise GraphsvcError(f"a reader took nothing for {WRITE_TIMEOUT_S:.0f} s") from None
        await send({"type": "http.response.body", "body": b"", "more_body": False})
