"""The addresses of the GraphQL API."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from graphsvc.api.explorer import FOLDER
from graphsvc.api.http import answer_graphql
from graphsvc.api.schema import make_schema

# what is not possible is told in GraphQL's own form
EVERY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def api_routes(timeout_s: float) -> list[BaseRoute]:
    """Return /graphql, its page's files and /schema.graphql; a query ends after `timeout_s`."""
    schema = make_schema()
    text = schema.as_str() + "\n"

    async def graphql(request: Request) -> Response:
        return await answer_graphql(request, schema, timeout_s)

    async def sdl(_: Request) -> Response:
        return PlainTextResponse(text)

    return [
        Route("/graphql", graphql, methods=EVERY_METHOD),
        Route("/schema.graphql", sdl),
        Mount("/graphql/files", StaticFiles(directory=FOLDER)),
    ]
