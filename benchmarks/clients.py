"""Clients that each ask again as soon as they are answered, several at once, over plain sockets: they cost little."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import orjson


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: how many answers a second, and the milliseconds that each took, the shortest first."""

    a_second: float
    times_ms: Sequence[float]

    def quantile_ms(self, share: float) -> float:
        """Return the time within which such a share of the answers came."""
        return self.times_ms[min(len(self.times_ms) - 1, int(share * len(self.times_ms)))]


def hammer(url: str, bodies: Sequence[Mapping[str, object]], clients: int = 8, seconds: float = 8.0) -> Load:
    """Post GraphQL requests in turns for some seconds, after a quarter of that to warm up."""
    return asyncio.run(_hammer(url, [orjson.dumps(body) for body in bodies], clients, seconds))


async def _hammer(url: str, bodies: Sequence[bytes], clients: int, seconds: float) -> Load:
    parts = urlsplit(url)
    head = f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
    requests = [f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in bodies]
    begins = time.perf_counter() + seconds / 4
    found = await asyncio.gather(
        *(_client(parts.hostname or "", parts.port or 80, requests, at, begins, seconds) for at in range(clients))
    )
    times = sorted(taken for each in found for taken in each)
    return Load(len(times) / seconds, times)


async def _client(
    host: str, port: int, requests: Sequence[bytes], at: int, begins: float, seconds: float
) -> list[float]:
    reader, writer = await asyncio.open_connection(host, port)
    times: list[float] = []
    while (began := time.perf_counter()) < begins + seconds:
        writer.write(requests[at % len(requests)])
        at += 1
        answer = await _answer(reader)
        if b'"errors"' in answer[:200]:
            raise SystemExit(answer[:500].decode())
        if began >= begins:
            times.append(1000 * (time.perf_counter() - began))
    writer.close()
    return times


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith(b"http/1.1 200"):
        raise SystemExit(head.decode())
    if b"transfer-encoding: chunked" not in head:
        return await reader.readexactly(int(head.partition(b"content-length:")[2].split(maxsplit=1)[0]))
    parts: list[bytes] = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)
