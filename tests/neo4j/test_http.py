"""GraphQL over HTTP against the service in a process of its own: what callers send, and what nobody should."""

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from graphsvc.api.limits import MAX_TOKENS
from graphsvc.app import listen
from graphsvc.graph.connect import Connection
from tests.conftest import Store, served

pytestmark = pytest.mark.neo4j

RESPONSE = "application/graphql-response+json"
JSON = "application/json"
PAPER = "arxiv:1905.09418"
COUNT = f'{{ paper(id: "{PAPER}") {{ citedByCount }} }}'
COUNTED = {"data": {"paper": {"citedByCount": 844}}}
SECONDS = 20.0


@pytest.fixture(scope="module")
def client(seed_url: str) -> Generator[httpx.Client]:
    with httpx.Client(base_url=seed_url, timeout=SECONDS) as client:
        yield client


def sound(answer: httpx.Response) -> httpx.Response:
    """Hold what is true of every answer: no fault inside, and nothing of the inside shown."""
    assert answer.status_code < 500, answer.text[:500]
    for shown in ("Traceback", 'File "', ".py", "site-packages", "neo4j.exceptions"):
        assert shown not in answer.text
    return answer


def post(client: httpx.Client, body: Any, *, accept: str = RESPONSE, **headers: str) -> httpx.Response:
    """Post a body, bytes as they are and anything else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"content-type": JSON, "accept": accept, **{name.replace("_", "-"): text for name, text in headers.items()}}
    return sound(client.post("/graphql", content=content, headers=given))


def ask(client: httpx.Client, query: str, **variables: Any) -> httpx.Response:
    """Post a query."""
    return post(client, {"query": query, "variables": variables})


def code(answer: httpx.Response) -> str:
    """Return the code of the first error of an answer that has no data."""
    body = answer.json()
    assert "data" not in body
    assert answer.headers["content-type"].startswith((JSON, RESPONSE))
    return body["errors"][0]["extensions"]["code"]


@pytest.mark.parametrize("accept", [RESPONSE, JSON, "*/*", f"{RESPONSE}, {JSON};q=0.9"])
def test_post_and_get_answer_alike(client: httpx.Client, accept: str) -> None:
    """A query is answered by POST and by GET, with the media type that the caller likes best."""
    posted = post(client, {"query": COUNT}, accept=accept)
    got = sound(client.get("/graphql", params={"query": COUNT}, headers={"accept": accept}))
    expected = RESPONSE if accept.startswith(RESPONSE) else JSON
    for answer in (posted, got):
        assert (200, COUNTED) == (answer.status_code, answer.json())
        assert expected == answer.headers["content-type"].partition(";")[0]


def test_get_with_everything(client: httpx.Client) -> None:
    """GET takes variables and extensions as JSON and the name of the operation."""
    query = "query A { __typename } query B($id: ID!) { paper(id: $id) { citedByCount } }"
    parameters = {
        "query": query,
        "operationName": "B",
        "variables": json.dumps({"id": PAPER}),
        "extensions": json.dumps({"anything": 1}),
    }
    assert COUNTED == sound(client.get("/graphql", params=parameters)).json()


def test_head_is_get_without_a_body(client: httpx.Client) -> None:
    """HEAD answers as GET does, without the body."""
    answer = client.head("/graphql", params={"query": "{ __typename }"})
    assert (200, b"") == (answer.status_code, answer.content)


@pytest.mark.parametrize("accept", [RESPONSE, JSON])
@pytest.mark.parametrize(
    "query",
    [
        "{",
        "{ nothing }",
        "{ paper { id } }",
        "query ($id: ID!) { paper(id: $id) { id } }",
        "{ __typename } { __typename }",
    ],
)
def test_what_cannot_be_run_has_no_data(client: httpx.Client, accept: str, query: str) -> None:
    """A query that is broken gives errors without data: 400 for the new media type, 200 for the old one."""
    answer = post(client, {"query": query}, accept=accept)
    assert (400 if accept == RESPONSE else 200) == answer.status_code
    assert code(answer) in ("GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED")


def test_what_goes_wrong_while_it_runs_has_data(client: httpx.Client) -> None:
    """An error of one field comes beside the data of the others, with 200 and with its code and path."""
    answer = ask(client, f'{{ bad: paper(id: "12345") {{ id }} paper(id: "{PAPER}") {{ citedByCount }} }}')
    body = answer.json()
    assert (200, {"bad": None, "paper": {"citedByCount": 844}}) == (answer.status_code, body["data"])
    assert [("BAD_IDENTIFIER", ["bad"])] == [(error["extensions"]["code"], error["path"]) for error in body["errors"]]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"1",
        b'"{ __typename }"',
        b"{",
        b"{}",
        b'[{"query": "{ __typename }"}]',
        b'{"query": null}',
        b'{"query": ""}',
        b'{"query": " \\n"}',
        b'{"query": 1}',
        b'{"query": ["{ __typename }"]}',
        b'{"query": "{ __typename }", "variables": []}',
        b'{"query": "{ __typename }", "variables": "{}"}',
        b'{"query": "{ __typename }", "variables": 0}',
        b'{"query": "{ __typename }", "operationName": 1}',
        b'{"query": "{ __typename }", "extensions": []}',
        b'{"query": "{ __typename }", "variables": {"a": NaN}}',
        b'{"query": "{ __typename }", "variables": {"a": Infinity}}',
        b'{"query": "{ __typename }", "variables": {"a": 1e999}}',
        b'{"query": "\xff"}',
        b'{"query": "\xed\xa0\x80"}',
        b'{"query": "{ __typename }", "variables": {"a": "\\ud800"}}',
        '{"query": "{ __typename }"}'.encode("utf-16"),
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
        b'{"query": "{ __typename }", "variables": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b'{"query": "{ __typename }", "variables": {"a": ' + b"9" * 100_000 + b"}}",
        b"query { __typename }",
        b"\x00" * 1000,
    ],
)
@pytest.mark.parametrize("accept", [RESPONSE, JSON])
def test_what_is_no_request_is_400(client: httpx.Client, body: bytes, accept: str) -> None:
    """A body that is no request for GraphQL is a 400 that says why, whatever the caller accepts."""
    answer = post(client, body, accept=accept)
    assert (400, "BAD_REQUEST") == (answer.status_code, code(answer))


@pytest.mark.parametrize(
    "parameters",
    [
        "query=",
        "variables=%7B%7D",
        "query=%7B__typename%7D&variables=1",
        "query=%7B__typename%7D&variables=%5B%5D",
        "query=%7B__typename%7D&variables=%7B",
        "query=%7B__typename%7D&extensions=x",
        "query=%7B__typename%7D&variables=" + "%5B" * 10_000,
    ],
)
def test_a_get_that_is_no_request_is_400(client: httpx.Client, parameters: str) -> None:
    """GET without a query, or with variables that are no object, is a 400."""
    answer = sound(client.get(f"/graphql?{parameters}"))
    assert (400, "BAD_REQUEST") == (answer.status_code, code(answer))


def test_a_get_of_invalid_utf8_is_an_error(client: httpx.Client) -> None:
    """Bytes in an address that are no UTF-8 are an error of the query."""
    assert "GRAPHQL_PARSE_FAILED" == code(sound(client.get("/graphql?query=%FF%ED%A0%80")))


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_405(client: httpx.Client, method: str) -> None:
    """Methods beside GET and POST are a 405 that names those."""
    answer = sound(client.request(method, "/graphql"))
    assert 405 == answer.status_code
    assert {"GET", "POST"} <= set(re.split(r",\s*", answer.headers["allow"]))


@pytest.mark.parametrize("accept", ["text/plain", "text/event-stream", "multipart/mixed", "application/json;q=0"])
def test_what_nobody_accepts_is_406(client: httpx.Client, accept: str) -> None:
    """A caller that takes none of the media types is told which there are."""
    answer = post(client, {"query": COUNT}, accept=accept)
    assert 406 == answer.status_code
    assert RESPONSE in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("size", [256 * 1024 + 1, 5_000_000])
def test_a_large_body_is_413(client: httpx.Client, size: int) -> None:
    """A body over the limit is a 413, whether its length is told or it comes in pieces."""
    body = b'{"query": "' + b" " * size + b'"}'
    told = post(client, body)

    def pieces() -> Iterator[bytes]:
        for at in range(0, len(body), 65536):
            yield body[at : at + 65536]

    statuses = {told.status_code}
    try:
        headers = {"content-type": JSON, "accept": RESPONSE}
        statuses.add(client.post("/graphql", content=pieces(), headers=headers).status_code)
    except (httpx.WriteError, httpx.RemoteProtocolError):
        pass  # the service has answered and closed while the pieces were still coming
    assert {413} == statuses


@pytest.mark.parametrize(
    "headers",
    [
        {"content_type": "text/plain"},
        {"content_type": "application/x-www-form-urlencoded"},
        {"content_type": "application/graphql"},
        {"content_type": "application/jsonx"},
        {"content_type": ""},
        {"content_type": "application/json; charset=latin-1"},
        {"content_encoding": "gzip"},
        {"content_encoding": "br"},
    ],
)
def test_other_content_is_415(client: httpx.Client, headers: dict[str, str]) -> None:
    """A body of another type, charset or encoding is a 415; so no page elsewhere can post a query by a form."""
    assert 415 == post(client, {"query": COUNT}, **headers).status_code


@pytest.mark.parametrize(
    "type_", ["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"']
)
def test_the_same_content_type_otherwise_written(client: httpx.Client, type_: str) -> None:
    """JSON in UTF-8 is taken however its type is written."""
    assert COUNTED == post(client, {"query": COUNT}, content_type=type_).json()


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("{ __typename }", "B"),
        ("query A { __typename }", "B"),
        ("query A { __typename } query B { __typename }", None),
        ("query A { __typename } query B { __typename }", ""),
        ("query A { __typename } query B { __typename }", "C"),
        ("fragment F on Query { __typename }", None),
        ("mutation { a }", None),
        ("mutation M { a } query A { __typename }", "M"),
        ("subscription { a }", None),
        ("type T { a: Int }", None),
    ],
)
def test_without_one_query_to_run_nothing_runs(client: httpx.Client, query: str, name: str | None) -> None:
    """An operation that is not there, is not named among several, or is no query is an error and nothing runs."""
    answer = post(client, {"query": query, "operationName": name})
    assert 400 == answer.status_code
    code(answer)


def test_a_named_operation_is_run(client: httpx.Client) -> None:
    """Of several operations the one that is named runs."""
    body = {"query": f"query A {{ __typename }} query B {COUNT}", "operationName": "B"}
    assert COUNTED == post(client, body).json()


def of_paper(selection: str) -> str:
    """Return a query of the seed paper."""
    return f'{{ paper(id: "{PAPER}") {{ {selection} }} }}'


def doubling() -> str:
    """Return 1.3 KB of fragments that unfold to 2^40 fields."""
    fragments = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(40))
    return f"{{ ...F0 }} {fragments} fragment F40 on Query {{ __typename }}"


HUNDRED = ", ".join(f'"{PAPER}"' for _ in range(100))
THREE_LEVELS = "citers(first: 100) { nodes { citers(first: 100) { nodes { citers(first: 100) { nodes { id } } } } } }"
HOSTILE = {
    "deep braces": "{ a " * 5_000 + "}" * 5_000,
    "open braces": "{" * 5_000,
    "deep lists": f"{{ papers(ids: {'[' * 5_000}{']' * 5_000}) {{ id }} }}",
    "deep objects": f"{{ areas(query: {'{a: ' * 2_000}1{'}' * 2_000}) {{ totalCount }} }}",
    "deep types": f"query ($a: {'[' * 2_000}Int{']' * 2_000}) {{ __typename }}",
    "too many tokens": "{ " + "a " * (MAX_TOKENS + 1) + "}",
    "doubling fragments": doubling(),
    "a fragment in itself": "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
    "a chain of fragments": "{ ...F0 } " + " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(450)),
    "20,000 aliases": "{ " + " ".join(f"a{n}:__typename" for n in range(15_000)) + " }",
    "aliases of a list": of_paper(" ".join(f"a{n}: citers {{ totalCount }}" for n in range(1_900))),
    "one field again and again": f"{{ dataset {{ {'name ' * 1_900} }} }}",
    "one list again and again": of_paper("placement { isOnMap } " * 900),
    "many directives": "{ __typename " + "@skip(if: false) " * 700 + "}",
    "many variables": "query (" + " ".join(f"$a{n}: Int" for n in range(900)) + ") { __typename }",
    "unknown fields": f"{{ dataset {{ {' '.join(f'z{n}' for n in range(1_900))} }} }}",
    "three levels": of_paper(THREE_LEVELS),
    "a negative size beside": of_paper(f"x: citers(first: -1000000) {{ totalCount }} {THREE_LEVELS}"),
    "a size by default": f"query ($n: Int = 100) {of_paper(THREE_LEVELS.replace('100', '$n'))}",
    "nodes of nodes": "{ nodes(ids: [" + HUNDRED + "]) { ... on Paper { citers(first: 100) { nodes "
    "{ citers(first: 100) { nodes { id } } } } } } }",
    "areas of papers of papers": "{ areas(first: 100) { nodes { papers(first: 100) { nodes "
    "{ citers(first: 100) { nodes { id } } } } } } }",
    "many values": f"{{ papers(ids: [{HUNDRED}]) {{ citers(first: 100) {{ nodes {{ "
    f"{' '.join(f'a{n}: title' for n in range(500))} }} }} }} }}",
    "introspection in itself": "{ __schema { types { "
    + "fields { type { ofType { " * 5
    + "name"
    + " } } }" * 5
    + " } } }",
}


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_query_is_refused_at_once(client: httpx.Client, query: str) -> None:
    """A query made to cost more than it may is refused with 400 in a moment, by either media type."""
    began = time.monotonic()
    answer = ask(client, query)
    assert 400 == answer.status_code, answer.text[:200]
    assert code(answer) in ("LIMIT_EXCEEDED", "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED")
    assert time.monotonic() - began < 5
    assert len(answer.content) < 100_000


@pytest.mark.parametrize("value", ["9" * 30, "-" + "9" * 30, "1e30", "2147483648", "1.5", "true", '"1"', "[1]", "{}"])
def test_odd_values_are_errors_of_the_caller(client: httpx.Client, value: str) -> None:
    """A size or a year that is no 32-bit number is a validation error, as a literal and as a variable."""
    literal = ask(client, f'{{ paper(id: "{PAPER}") {{ citers(first: {value}) {{ totalCount }} }} }}')
    body = f'{{"query": "query ($n: Int) {{ paper(id: \\"{PAPER}\\") {{ citers(first: $n) {{ totalCount }} }} }}", '
    variable = post(client, (body + f'"variables": {{"n": {value}}}}}').encode())
    for answer in (literal, variable):
        assert "errors" in answer.json() or value == "[1]"


@pytest.mark.parametrize(
    "id_", ["", " ", "\0", "x:" + "a" * 100_000, "arxiv:9" * 1000, "https://", "%00", "🜁", "x:\u202e"]
)
def test_odd_ids_are_answers(client: httpx.Client, id_: str) -> None:
    """Whatever stands for an id, the answer is a paper that is not there or an error that says why."""
    answer = ask(client, "query ($id: ID!) { paper(id: $id) { id } node(id: $id) { id } area(id: $id) { id } }", id=id_)
    assert 200 == answer.status_code
    codes = {error["extensions"]["code"] for error in answer.json().get("errors", [])}
    assert codes <= {"BAD_IDENTIFIER"}
    assert {"paper": None, "node": None, "area": None} == answer.json()["data"]


def test_twenty_at_once(client: httpx.Client, seed_url: str) -> None:
    """Twenty callers at once each get their own answer."""

    def one(number: int) -> tuple[int, int]:
        query = "query ($n: Int) { paper(id: $id) { citers(first: $n) { nodes { id } } } }".replace("$id", f'"{PAPER}"')
        return number, len(ask(client, query, n=number).json()["data"]["paper"]["citers"]["nodes"])

    with ThreadPoolExecutor(20) as pool:
        assert [(number, number) for number in range(1, 101)] == list(pool.map(one, range(1, 101)))


def sent(url: str, data: bytes) -> socket.socket:
    """Return a connection on which this was sent."""
    address = urlsplit(url)
    connection = socket.create_connection((address.hostname, address.port), timeout=SECONDS)
    connection.sendall(data)
    return connection


def head(length: int) -> bytes:
    """Return the head of a request with a body of this length."""
    return (
        f"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: {JSON}\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def test_callers_that_go_away(client: httpx.Client, seed_url: str) -> None:
    """Callers that leave in the middle of a request or of its answer harm nobody."""
    body = json.dumps({"query": f'{{ paper(id: "{PAPER}") {{ citers(first: 100) {{ nodes {{ id }} }} }} }}'}).encode()
    for data in (b"POST /gra", head(1000), head(1000) + b'{"query":', head(len(body)) + body):
        for _ in range(5):
            sent(seed_url, data).close()
    assert COUNTED == ask(client, COUNT).json()


def test_a_body_that_never_comes_is_408(seed_url: str) -> None:
    """A body that does not arrive is not waited for for ever."""
    with sent(seed_url, head(1000) + b"{") as connection:
        assert b"HTTP/1.1 408" == connection.recv(100)[:12]


def test_what_is_no_http_is_refused(client: httpx.Client, seed_url: str) -> None:
    """Bytes that are no HTTP get a 400 or a closed connection."""
    with sent(seed_url, b"\x16\x03\x01\x00\xff" * 10 + b"\r\n\r\n") as connection:
        assert connection.recv(100)[:12] in (b"HTTP/1.1 400", b"")
    assert COUNTED == ask(client, COUNT).json()


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_gets_the_page_to_write_queries(client: httpx.Client) -> None:
    """A browser gets a page, all files of which come from the service itself."""
    answer = sound(client.get("/graphql", headers={"accept": BROWSER}))
    assert (200, "text/html; charset=utf-8") == (answer.status_code, answer.headers["content-type"])
    files = re.findall(r'(?:src|href)="([^"#]+)"', answer.text)
    assert 2 <= len(files)
    for file in files:
        assert file.startswith("/"), file
        assert not file.startswith("//"), file
        assert 200 == sound(client.get(file)).status_code
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "http://" not in answer.text
    assert "https://" not in answer.text


def test_a_browser_that_asks_gets_the_answer(client: httpx.Client) -> None:
    """A browser that comes with a query gets its answer, not the page."""
    answer = sound(client.get("/graphql", params={"query": COUNT}, headers={"accept": BROWSER}))
    assert COUNTED == answer.json()


def test_files_beside_the_page_are_not_served(client: httpx.Client) -> None:
    """Only the page's own files are served there."""
    for path in ("/graphql/files/../http.py", "/graphql/files/%2e%2e/http.py", "/graphql/files/..%2fhttp.py"):
        assert sound(client.get(path)).status_code in (400, 404)


def test_the_schema_as_text(client: httpx.Client) -> None:
    """The schema is there as text for tools."""
    answer = sound(client.get("/schema.graphql"))
    assert answer.headers["content-type"].startswith("text/plain")
    assert "type Query {" in answer.text


class Relay:
    """A way to Neo4j that can be cut: connections to its port go on to the real one."""

    def __init__(self, target: Connection) -> None:
        address = urlsplit(target.uri)
        self.target = (address.hostname, address.port or 7687)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.open_ends: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.server: asyncio.Server | None = None
        self.open()

    def open(self) -> None:
        """Listen, at the port listened at before if there was one."""
        asyncio.run_coroutine_threadsafe(self._open(), self.loop).result(SECONDS)

    def cut(self) -> None:
        """Close all connections and take no new ones."""
        asyncio.run_coroutine_threadsafe(self._cut(), self.loop).result(SECONDS)

    def end(self) -> None:
        """Cut, and stop for good."""
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(SECONDS)
        self.loop.close()

    async def _open(self) -> None:
        self.server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        assert self.server is not None
        self.server.close()
        for writer in list(self.open_ends):
            writer.transport.abort()
        await asyncio.sleep(0.2)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self.target)
        self.open_ends |= {writer, far_writer}
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        self.open_ends -= {writer, far_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.transport.abort()


@contextmanager
def relayed(connection: Connection) -> Generator[tuple[Relay, Connection]]:
    """Yield a way to the same Neo4j that can be cut."""
    relay = Relay(connection)
    try:
        uri = f"bolt://127.0.0.1:{relay.port}"
        yield relay, Connection(uri, connection.user, connection.password, connection.database)
    finally:
        relay.end()


@pytest.fixture
def cut_off(seed_store: Store, tmp_path: Path) -> Generator[tuple[Relay, httpx.Client]]:
    """A service whose way to its database can be cut."""
    with (
        relayed(seed_store.connection) as (relay, connection),
        served(connection, tmp_path) as url,
        httpx.Client(base_url=url, timeout=60) as client,
    ):
        wait_for(client)
        assert COUNTED == ask(client, COUNT).json()
        yield relay, client


def wait_for(client: httpx.Client) -> None:
    """Wait until a service that was just started takes connections."""
    give_up = time.monotonic() + SECONDS
    while True:
        try:
            client.get("/health/live")
            return
        except httpx.ConnectError:
            assert time.monotonic() < give_up
            time.sleep(0.05)


def test_without_the_database(cut_off: tuple[Relay, httpx.Client]) -> None:
    """While the database is away answers are 503 that say so; when it is back, all goes on by itself."""
    relay, client = cut_off
    assert 200 == client.get("/health/ready").status_code
    relay.cut()
    answer = client.post("/graphql", json={"query": COUNT})
    assert (503, "DATABASE_UNAVAILABLE") == (answer.status_code, answer.json()["errors"][0]["extensions"]["code"])
    assert "retry-after" in answer.headers
    assert (503, 200) == tuple(client.get(f"/health/{kind}").status_code for kind in ("ready", "live"))
    assert 200 == client.post("/graphql", json={"query": "{ __typename }"}).status_code
    relay.open()
    assert COUNTED == ask(client, COUNT).json()
    assert 200 == client.get("/health/ready").status_code


def test_where_the_database_is_is_not_shown(cut_off: tuple[Relay, httpx.Client]) -> None:
    """The error of a database that is away names neither its address nor what the driver says of it."""
    relay, client = cut_off
    relay.cut()
    answer = client.post("/graphql", json={"query": COUNT})
    assert str(relay.port) not in answer.text
    assert "Failed to establish" not in answer.text


def test_a_query_that_takes_too_long_is_503(seed_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A query that takes longer than it may ends with a 503 that says so; what is quick is answered meanwhile."""
    monkeypatch.setenv("GRAPHSVC_QUERY_TIMEOUT_S", "0.001")
    with served(seed_store.connection, tmp_path) as url, httpx.Client(base_url=url, timeout=SECONDS) as client:
        wait_for(client)
        answer = client.post("/graphql", json={"query": COUNT})
        assert (503, "TIMEOUT") == (answer.status_code, answer.json()["errors"][0]["extensions"]["code"])


def test_the_address_takes_connections_once_it_is_known() -> None:
    """The socket of the service takes connections before its address is told to anybody."""
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname(), timeout=SECONDS):
        pass
