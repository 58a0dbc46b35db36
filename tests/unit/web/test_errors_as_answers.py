"""Errors as answers, and health, of a service whose database does not answer."""

import asyncio
from dataclasses import dataclass

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from graphsvc.domain.errors import TimedOut
from graphsvc.graph.connect import Connection, open_reader
from graphsvc.web.routes import exception_handlers, web_routes

NOWHERE = Connection("bolt://127.0.0.1:1", "neo4j", "x")
SECRET = "a secret of the inside"


async def too_long(request):
    """Fails as a read that took too long."""
    raise TimedOut(SECRET)


async def broken(request):
    """Fails in a way nobody foresaw."""
    raise ZeroDivisionError(SECRET)


@dataclass(frozen=True)
class Client:
    """Sends requests to the service without its database."""

    def get(self, path: str) -> httpx.Response:
        return self.send("GET", path)

    def post(self, path: str) -> httpx.Response:
        return self.send("POST", path)

    def send(self, method: str, path: str) -> httpx.Response:
        async def run() -> httpx.Response:
            async with open_reader(NOWHERE, 1) as app.state.reader, httpx.AsyncClient(transport=transport) as client:
                return await client.request(method, f"http://service{path}")

        routes = [Route("/too-long", too_long), Route("/broken", broken), *web_routes()]
        app = Starlette(routes=routes, exception_handlers=exception_handlers())
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        return asyncio.run(run())


@pytest.fixture
def client() -> Client:
    """A client of the service without its database."""
    return Client()


def test_health(client):
    """The process is live without its database, but not ready, and says why."""
    assert 200 == client.get("/health/live").status_code
    ready = client.get("/health/ready")
    assert 503 == ready.status_code
    expected = {"code": "DATABASE_UNAVAILABLE", "message": "the database does not answer; try again in a moment"}
    assert expected == ready.json()["error"]


def test_pages_without_a_database(client):
    """A page says that the database does not answer, when to come back, and nothing about where it is."""
    answer = client.get("/papers/arxiv:1905.09418")
    assert (503, "5", "no-store") == (
        answer.status_code, answer.headers["Retry-After"], answer.headers["Cache-Control"],
    )  # fmt: skip
    assert "The database does not answer" in answer.text
    assert "127.0.0.1:1" not in answer.text


def test_exports_without_a_database(client):
    """An export's errors are JSON."""
    answer = client.get("/papers/arxiv:1905.09418/citers.json")
    assert (503, "DATABASE_UNAVAILABLE") == (answer.status_code, answer.json()["error"]["code"])


@pytest.mark.parametrize(("path", "status"), [("/too-long", 503), ("/broken", 500), ("/nowhere", 404)])
def test_status_without_internals(client, path, status):
    """Every error has its status and a page in the frame of all pages, and tells nothing internal."""
    answer = client.get(path)
    assert status == answer.status_code
    assert "<h1>" in answer.text
    assert SECRET not in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    ["/papers/foo", "/papers/9711200", "/papers/area:x", "/papers/1905.09418?sort=best", "/areas/%20"],
)
def test_what_cannot_be_asked(client, path):
    """What cannot be meant is a 400 with the reason, before the database is asked."""
    answer = client.get(path)
    assert 400 == answer.status_code
    assert "This cannot be asked" in answer.text
    assert 'name="q"' in answer.text


def test_wrong_method(client):
    """A page cannot be posted to."""
    answer = client.post("/")
    assert (405, True) == (answer.status_code, "GET" in answer.headers["Allow"])


def test_assets(client):
    """A file asked for by its hash may be kept for long, one asked for plainly is checked anew."""
    by_hash = client.get(_style_path(client))
    assert (200, "public, max-age=31536000, immutable") == (by_hash.status_code, by_hash.headers["Cache-Control"])
    for path in ("/static/style.css", "/static/style.css?v=0"):
        plain = client.get(path)
        assert (200, "no-cache", True) == (plain.status_code, plain.headers["Cache-Control"], "ETag" in plain.headers)
    assert 404 == client.get("/static/none.css").status_code
    assert 404 == client.get("/static/%2e%2e/routes.py").status_code


def _style_path(client) -> str:
    return client.get("/nowhere").text.partition('rel="stylesheet" href="')[2].partition('"')[0]


@pytest.mark.parametrize("path", ["/papers/", "/papers"])
def test_no_paper_named_leads_to_the_search(client, path):
    """The bare folder of papers leads to where one finds one, at no other host."""
    answer = client.get(path)
    assert (303, "/") == (answer.status_code, answer.headers["location"])
