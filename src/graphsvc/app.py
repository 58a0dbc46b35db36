"""Puts the parts together: the database, the API and the pages, as one application."""

import contextlib
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from dataclasses import replace
from functools import partial

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import SIGNALS

from graphsvc.api.routes import api_routes
from graphsvc.compression import Compression
from graphsvc.domain.errors import ConfigurationError, DatabaseUnavailable, GraphsvcError
from graphsvc.domain.lists import ListKind, ListRequest, Page
from graphsvc.domain.search import SearchRequest
from graphsvc.graph.connect import Connection, Reader, open_reader, open_writer
from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.graph.schema import apply_schema
from graphsvc.graph.search import search_papers
from graphsvc.localdb import LocalOptions, use
from graphsvc.settings import Settings
from graphsvc.web.routes import exception_handlers, web_routes

SCHEMA_PATIENCE_S = 60.0
WARM_TIMEOUT_S = 60.0
SHUTDOWN_S = 5
UNREAD_TIMEOUT_S = 90
"""How long the peer of a connection may take nothing of what waits for it, before the connection is gone."""
WORKER_PATIENCE_S = 30
"""A worker that does not answer its parent for so long hangs, and another one takes its place."""


@contextlib.contextmanager
def open_database(settings: Settings, say: Callable[[str], None]) -> Generator[Connection]:
    """Yield the way to the Neo4j that the settings name, or to local Neo4j, which runs as long as it is used."""
    if settings.neo4j_uri is not None:
        yield Connection(settings.neo4j_uri, settings.neo4j_user, settings.password(), settings.neo4j_database)
        return
    with use(local_options(settings), say) as server:
        yield Connection(server.uri, server.user, server.password)


def local_options(settings: Settings) -> LocalOptions:
    """Return what local Neo4j needs to know."""
    return LocalOptions(
        home=settings.home,
        heap_mb=settings.local_heap_mb,
        page_cache_mb=settings.local_page_cache_mb,
        bolt_port=settings.local_bolt_port,
    )


def make_app(connection: Connection, query_timeout_s: float) -> Starlette:
    """Return the application; it opens its connections when it starts and closes them when it ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with open_reader(connection, query_timeout_s) as reader:
            app.state.reader = reader
            await _warm(replace(reader, timeout_s=WARM_TIMEOUT_S))
            # What is here now stays: looking through it for garbage again and again would make some readers wait.
            gc.collect()
            gc.freeze()
            yield

    return Starlette(
        routes=[*api_routes(query_timeout_s), *web_routes()],
        exception_handlers=exception_handlers(),
        middleware=[Middleware(Compression)],
        lifespan=lifespan,
    )


async def _warm(reader: Reader) -> None:
    """Have Neo4j plan the statements of pages: that takes seconds the first time, which no reader should wait."""
    lists = [ListRequest(ListKind.CITERS, page=Page(1)), ListRequest(ListKind.REFERENCES, page=Page(1))]
    with contextlib.suppress(GraphsvcError):  # whoever asks next is told
        await read_papers(reader, ["x:nobody"], PaperWants(), lists)
        await search_papers(reader, SearchRequest("x:nobody"))


def prepare_store(connection: Connection, say: Callable[[str], None]) -> None:
    """Apply the schema, waiting for a Neo4j that is still starting; raises DatabaseUnavailable, ConfigurationError."""
    give_up, is_told = time.monotonic() + SCHEMA_PATIENCE_S, False
    while True:
        try:
            with open_writer(connection) as writer:
                return apply_schema(writer)
        except DatabaseUnavailable as error:
            if time.monotonic() > give_up:
                raise DatabaseUnavailable(f"{error}; does it run, and is GRAPHSVC_NEO4J_URI its address?") from error
            if not is_told:
                say(f"Waiting up to {SCHEMA_PATIENCE_S:.0f} s for Neo4j at {connection.uri} …")
                is_told = True
            time.sleep(1.0)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there (port 0: on any free port); raises ConfigurationError when it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "linux":
        # each connection has it from here: the answer to one that reads no more ends before (web/stream.py), but what
        # was written already would wait for as long as the peer likes
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_TIMEOUT_S)
    try:
        listener.bind((host, port))
        # from here on connections wait for the service instead of being refused
        listener.listen()
    except OSError as error:
        listener.close()
        raise ConfigurationError(
            f"cannot listen on {host}, port {port}: {error.strerror}; choose another with --port or GRAPHSVC_PORT "
            "(0 takes a free one)"
        ) from error
    except OverflowError:
        listener.close()
        raise ConfigurationError(f"there is no port {port}: GRAPHSVC_PORT is from 0 to 65535") from None
    return listener


def serve(
    connection: Connection, query_timeout_s: float, listener: socket.socket, *, workers: int = 1, log_level: str
) -> None:
    """Serve until the process is told to end, then let running answers finish.

    Several workers are processes that share the socket and connect to Neo4j by themselves; this one watches them.
    """
    make = partial(make_app if workers == 1 else _worker_app, connection, query_timeout_s)
    config = uvicorn.Config(
        make,  # pyright: ignore[reportArgumentType]  # a factory of an application
        factory=True,
        workers=workers,
        log_level=log_level,
        timeout_graceful_shutdown=SHUTDOWN_S,
        timeout_worker_healthcheck=WORKER_PATIENCE_S,
        server_header=False,
        http="httptools",
        loop="asyncio" if sys.platform == "win32" else "uvloop",
    )
    if workers == 1:
        # uvicorn ends cleanly on Ctrl-C and then hands the interrupt on: it has done what it was for
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
        return
    handlers = {each: signal.getsignal(each) for each in SIGNALS}
    try:
        Multiprocess(config, [listener]).run()
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)


def _worker_app(connection: Connection, query_timeout_s: float) -> Starlette:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return make_app(connection, query_timeout_s)


def _end_with_parent() -> None:
    """End a worker whose parent was killed: nobody else would, and it would hold the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
