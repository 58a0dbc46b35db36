"""What callers keep of answers (ETag, 304), and how answers travel (gzip)."""

import gzip
import json
import socket
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

pytestmark = pytest.mark.neo4j

PAPER = "arxiv:1905.09418"
COUNT = f'{{ paper(id: "{PAPER}") {{ citedByCount }} }}'
PAGES = ["/", "/areas", "/areas/area:vision", f"/papers/{PAPER}", f"/papers/{PAPER}?sort=newest"]
LISTS = [
    *(f"/papers/{PAPER}/citers.{ending}" for ending in ("json", "ndjson", "csv")),
    f"/papers/{PAPER}/references.json",
    *(f"/papers/{PAPER}.{ending}" for ending in ("json", "bib", "csl.json")),
]
GRAPHQL = str(httpx.URL("/graphql", params={"query": COUNT}))
RESPONSE = "application/graphql-response+json"


@pytest.fixture(scope="module")
def client(seed_url: str) -> Generator[httpx.Client]:
    with httpx.Client(base_url=seed_url, timeout=30) as client:
        yield client


@pytest.mark.parametrize("path", [*PAGES, *LISTS, GRAPHQL])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_is_kept_still_holds(client: httpx.Client, path: str, method: str) -> None:
    """An answer has a tag and is to be asked for each time; whoever has it gets a 304 without a body."""
    answer = client.get(path)
    tag = answer.headers["etag"]
    assert (200, "no-cache") == (answer.status_code, answer.headers["cache-control"])
    for given in (tag, tag.removeprefix("W/"), f'"other", {tag}'):
        again = client.request(method, path, headers={"if-none-match": given})
        assert (304, b"", tag) == (again.status_code, again.content, again.headers["etag"])
        assert ("Accept, " if path == GRAPHQL else "") + "Accept-Encoding" == again.headers["vary"]
    assert 200 == client.get(path, headers={"if-none-match": '"other"'}).status_code


def test_each_answer_has_a_tag_of_its_own(client: httpx.Client) -> None:
    """Addresses, filters, queries and media types have different tags."""
    paths = [*PAGES, *LISTS, GRAPHQL, f"{GRAPHQL}&variables=%7B%7D"]
    tags = [client.get(path).headers["etag"] for path in paths]
    tags.append(client.get(GRAPHQL, headers={"accept": RESPONSE}).headers["etag"])
    assert len(tags) == len(set(tags))


@pytest.mark.parametrize(
    "query", [f'{{ paper(id: "12345") {{ id }} ok: paper(id: "{PAPER}") {{ id }} }}', "{ nothing }", "{"]
)
def test_errors_are_not_kept(client: httpx.Client, query: str) -> None:
    """An answer with errors has no tag and is not to be kept."""
    answer = client.get("/graphql", params={"query": query})
    assert ("no-store", False) == (answer.headers["cache-control"], "etag" in answer.headers)


def test_post_is_not_kept(client: httpx.Client) -> None:
    """POST is answered in full whatever the caller has."""
    tag = client.get(GRAPHQL).headers["etag"]
    answer = client.post("/graphql", json={"query": COUNT}, headers={"if-none-match": tag})
    assert (200, False) == (answer.status_code, "etag" in answer.headers)


@pytest.mark.parametrize("path", ["/papers/arxiv:1905.99999", "/?q=pruning", "/health/ready", "/papers/1905.09418"])
def test_what_has_no_tag(client: httpx.Client, path: str) -> None:
    """Errors, searches (their index follows the data a little later), health and redirects have no tag."""
    assert "etag" not in client.get(path).headers


def asked(client: httpx.Client, path: str, encoding: str, **body: Any) -> httpx.Response:
    """Ask without httpx's own decompression."""
    request = client.build_request("POST" if body else "GET", path, headers={"accept-encoding": encoding}, **body)
    response = client.send(request, stream=True)
    response._content = b"".join(response.iter_raw())
    return response


@pytest.mark.parametrize("path", [f"/papers/{PAPER}", LISTS[0], "/schema.graphql"])
@pytest.mark.parametrize("encoding", ["gzip", "br, gzip;q=0.5", "deflate, gzip"])
def test_long_answers_are_compressed(client: httpx.Client, path: str, encoding: str) -> None:
    """Pages and streams come compressed to those who take it, say so, and hold the same as without."""
    plain, packed = asked(client, path, "identity"), asked(client, path, encoding)
    assert (None, "gzip") == (plain.headers.get("content-encoding"), packed.headers.get("content-encoding"))
    assert plain.content == gzip.decompress(packed.content)
    assert len(packed.content) * 2 < len(plain.content)
    for answer in (plain, packed):
        assert "accept-encoding" in answer.headers["vary"].lower()


@pytest.mark.parametrize("encoding", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_nobody_gets_gzip_who_does_not_take_it(client: httpx.Client, encoding: str) -> None:
    """Without gzip among what a caller takes, or with gzip ruled out, answers come as they are."""
    assert "content-encoding" not in asked(client, f"/papers/{PAPER}", encoding).headers


@pytest.mark.parametrize(("fields", "is_packed"), [(20, False), (200, True)])
def test_only_what_is_above_1_kb_is_compressed(client: httpx.Client, fields: int, is_packed: bool) -> None:
    """A short answer costs less as it is."""
    query = f"{{ dataset {{ {' '.join(f'field{number}: name' for number in range(fields))} }} }}"
    answer = asked(client, "/graphql", "gzip", json={"query": query})
    body = gzip.decompress(answer.content) if is_packed else answer.content
    assert is_packed is (len(body) > 1024)
    assert is_packed is ("content-encoding" in answer.headers)
    assert fields == len(json.loads(body)["data"]["dataset"])


def test_a_stream_is_not_held_back(client: httpx.Client, seed_url: str) -> None:
    """A compressed list comes in chunks, without a length that only a finished answer has."""
    address = urlsplit(seed_url)
    with socket.create_connection((address.hostname, address.port or 80), timeout=30) as connection:
        connection.sendall(
            f"GET {LISTS[0]} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
        )
        received = b""
        while part := connection.recv(65536):
            received += part
    head = received.partition(b"\r\n\r\n")[0].lower()
    assert b"content-encoding: gzip" in head
    assert b"transfer-encoding: chunked" in head
    assert b"content-length" not in head
