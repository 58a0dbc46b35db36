"""Exports of whole lists and of papers over HTTP: every format, readers that leave, readers that stop."""

import csv
import io
import json
import socket
import time
from collections.abc import Generator
from http.client import HTTPResponse
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.conftest import Store, emptied, served

pytestmark = pytest.mark.neo4j

LONG = 1_500
SORTS = ("MOST_CITED", "NEWEST", "OLDEST", "TITLE", "MOST_CITED_PER_YEAR")
FIELDS = (
    "id title type venue language published { iso } categories isKnown isRetracted citedByCount sourceCitedByCount "
    "referenceCount referencesOutside"
)
PAGE = """query ($id: ID!, $after: String, $sort: PaperSort, $filter: PaperFilter) { paper(id: $id) {
  list: %s(first: 100, after: $after, sort: $sort, filter: $filter) { totalCount pageInfo { endCursor hasNextPage }
    nodes { FIELDS } } } }""".replace("FIELDS", FIELDS)
FILTERS: list[tuple[str, dict[str, Any] | None]] = [
    ("", None),
    ("from=2001&to=2002", {"years": {"from": 2001, "to": 2002}}),
    ("area=area:a", {"areas": ["area:a"]}),
    ("area=area:a&area=area:b&from=2001", {"areas": ["area:a", "area:b"], "years": {"from": 2001}}),
    ("no-area=1", {"hasArea": False}),
]

# x:0 … x:1499 -> x:hub, which has so many citers that an index has them in order; some -> x:few, x:outside
# x:lister -> x:0 … x:1499      x:none: no known references      x:empty: an empty list
# x:a.json, x:a: ids that end like files


def record(number: int) -> dict[str, Any]:
    """Return a citer; titles are long, so that a whole list is more than a connection holds."""
    return {
        "id": f"x:{number}",
        "title": None if number % 50 == 7 else f"{'=-+@aB'[number % 6]}{number % 40}, \"{'word ' * 1200}\"",
        "published": [None, "2001", "2001-05", "2002-05-03", "2030"][number % 5],
        "type": "article" if number % 3 else None,
        "venue": "Journal, of" if number % 4 else None,
        "categories": ["cs.CL", "cs.LG"][: number % 3],
        "areas": [["area:a"], ["area:b", "area:a"], ["area:c"], []][number % 4],
        "isRetracted": [True, False, None][number % 3],
        "sourceCitedByCount": 2**40 + number if number % 2 else None,
        "references": ["x:hub", *(["x:few"] if number < 30 else []), *(["x:outside"] if number % 7 == 0 else []),
                       *([f"x:{number // 2}"] if number % 2 else [])],
    }  # fmt: skip


@pytest.fixture(scope="module")
def exported_store(neo4j_connection: Any, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    with emptied(neo4j_connection, tmp_path_factory.mktemp("exports")) as store:
        listed = [f"x:{number}" for number in range(LONG)]
        store.load(
            [
                {"id": "x:hub", "ids": ["doi:10.1/hub"], "title": "Hub"},
                {"id": "x:few", "title": "Few", "references": []},
                {"id": "x:lister", "title": "Lister", "references": [*listed, "x:outside"]},
                {"id": "x:a.json", "title": "With an end"},
                {"id": "x:a.bib", "title": "Whole"},
                {"id": "x:a", "title": "Without"},
                *map(record, range(LONG)),
            ]
        )
        assert ["x:hub"] == store.rows("MATCH (hub:Hub) WHERE hub.citer_counts IS NOT NULL RETURN hub.id")
        yield store


@pytest.fixture(scope="module")
def address(exported_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHSVC_QUERY_TIMEOUT_S", "60")  # pages of long titles, on a machine that may be busy
        with served(exported_store.connection, tmp_path_factory.mktemp("home")) as address:
            yield address


@pytest.fixture(scope="module")
def client(address: str) -> Generator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


def paged(client: httpx.Client, id_: str, field: str, sort: str, kept: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the whole list as GraphQL pages through it, a date as it stands in exports."""
    found: list[dict[str, Any]] = []
    variables: dict[str, Any] = {"id": id_, "sort": sort, "filter": kept}
    while True:
        answer = client.post("/graphql", json={"query": PAGE % field, "variables": variables}).json()
        page = answer["data"]["paper"]["list"]
        found += [node | {"published": node["published"] and node["published"]["iso"]} for node in page["nodes"]]
        variables["after"] = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            assert page["totalCount"] == len(found)
            return found


def in_csv(paper: dict[str, Any]) -> list[str]:
    """Return the row that a spreadsheet has of a paper."""

    def cell(name: str, value: Any) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        text = "" if value is None else "|".join(value) if isinstance(value, list) else str(value)
        return f"'{text}" if name == "title" and text[:1] in ("=", "+", "-", "@") else text

    return [cell(name, value) for name, value in paper.items()]


@pytest.mark.parametrize(
    ("id_", "field"), [("x:hub", "citers"), ("x:few", "citers"), ("x:lister", "references"), ("x:1", "references")]
)
def test_all_formats_are_the_list(client: httpx.Client, id_: str, field: str) -> None:
    """In every order and filter, each format has the very papers, fields and order of the list as GraphQL pages it."""
    # all orders of the whole list, and all filters in one order
    asked = [*product(SORTS, FILTERS[:1]), *product(SORTS[1:2], FILTERS[1:])] if id_ in ("x:hub", "x:few") else []
    for sort, (query, kept) in asked or product(SORTS[:2], FILTERS[:2]):
        papers = paged(client, id_, field, sort, kept)
        path = f"/papers/{id_}/{field}.%s?sort={sort.lower().replace('_', '-')}&{query}"
        document = client.get(path % "json").json()
        assert (papers, len(papers)) == (document["papers"], document["total"]), path
        lines = client.get(path % "ndjson")
        assert ("application/x-ndjson", str(len(papers))) == (
            lines.headers["content-type"],
            lines.headers["x-total-count"],
        )
        assert papers == [json.loads(line) for line in lines.text.split("\n")[:-1]], path
        table = client.get(path % "csv")
        assert "text/csv; header=present; charset=utf-8" == table.headers["content-type"]
        rows = list(csv.reader(io.StringIO(table.content.decode(), newline=""), strict=True))
        assert [FIELDS.replace(" { iso }", "").split(), *map(in_csv, papers)] == rows, path


def test_what_is_not_known(client: httpx.Client) -> None:
    """A list that is not known is null in JSON and a 404 in other formats; an empty one is an empty file."""
    unknown = client.get("/papers/x:hub/references.json").json()
    assert (None, None) == (unknown["papers"], unknown["total"])
    for ending in ("ndjson", "csv"):
        for method in ("GET", "HEAD"):
            answer = client.request(method, f"/papers/x:hub/references.{ending}")
            assert (404, "no-store") == (answer.status_code, answer.headers["cache-control"])
        assert "NOT_KNOWN" == client.get(f"/papers/x:hub/references.{ending}").json()["error"]["code"]
    empty = [client.get(f"/papers/x:few/references.{ending}") for ending in ("json", "ndjson", "csv")]
    assert [200, 200, 200] == [answer.status_code for answer in empty]
    assert ([], b"", 1) == (empty[0].json()["papers"], empty[1].content, empty[2].text.count("\r\n"))


@pytest.mark.parametrize(
    "file", ["/citers.json", "/citers.ndjson", "/citers.csv", "/references.csv", ".json", ".bib", ".csl.json"]
)
def test_addresses_of_files(client: httpx.Client, file: str) -> None:
    """Other ids lead to the one address of a file, unknown ones and texts that are none are told in JSON."""
    moved = client.get(f"/papers/10.1%2Fhub{file}?sort=newest")
    assert (301, f"/papers/x:hub{file}?sort=newest") == (moved.status_code, moved.headers["location"])
    unknown, bad = client.get(f"/papers/x:nobody{file}"), client.get(f"/papers/what{file}")
    assert (404, "NOT_FOUND") == (unknown.status_code, unknown.json()["error"]["code"])
    assert (400, "BAD_IDENTIFIER") == (bad.status_code, bad.json()["error"]["code"])
    if file != "/references.csv":
        head = client.head(f"/papers/x:hub{file}")
        assert (200, b"") == (head.status_code, head.content)
        assert head.headers["content-disposition"].startswith('inline; filename="')


def test_ids_that_end_like_files(client: httpx.Client) -> None:
    """The page and the files of an id that ends like a file have addresses of their own."""
    assert '<h1 id="title" dir="auto">With an end</h1>' in client.get("/papers/x:a%2Ejson").text
    assert "x:a.json" == client.get("/papers/x:a%2Ejson.json").json()["id"]
    assert "x:a" == client.get("/papers/x:a.json").json()["id"]
    assert "@misc{a," in client.get("/papers/x:a.bib").text
    assert "x:a.bib" == client.get("/papers/x:a%2Ebib.json").json()["id"]


def test_a_whole_name_that_is_an_id(client: httpx.Client, exported_store: Store) -> None:
    """Where no paper has the id before the end, the paper whose id is the whole is shown."""
    exported_store.load([{"id": "doi:10.1/only.json", "title": "Only"}])
    assert ">Only</h1>" in client.get("/papers/doi:10.1%2Fonly.json").text


def test_a_paper_as_json(client: httpx.Client) -> None:
    """All of a paper stands there as GraphQL has it."""
    query = """{ paper(id: "x:1") { FIELDS abstract identifiers { scheme value url } authors { nodes { id name } }
      placement { isOnMap area { id name } method score explanation mostCitedIn { area { id name } count }
        nearest { area { id name } score } } } }"""
    expected = client.post("/graphql", json={"query": query.replace("FIELDS", FIELDS)}).json()["data"]["paper"]
    expected |= {"published": expected["published"]["iso"], "authors": expected["authors"]["nodes"]}
    found = client.get("/papers/x:1.json").json()
    assert ["area:a", "area:b"] == sorted(area["id"] for area in found.pop("areas"))
    assert expected == found


def left_open(store: Store) -> list[str]:
    """Return what runs in Neo4j beside this look, once what ends by itself has had time to."""
    for _ in range(100):
        time.sleep(0.2)
        texts = store.rows("SHOW TRANSACTIONS YIELD currentQuery")
        if len(texts) == 1:
            return []
    return texts


def ask(address: str, path: str) -> socket.socket:
    """Ask for a file and take only how its answer begins; the reader has little room of its own."""
    there = urlsplit(address)
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.settimeout(30)
    reader.connect((there.hostname, there.port))
    reader.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert reader.recv(16, socket.MSG_PEEK).startswith(b"HTTP/1.1 200")
    return reader


@pytest.mark.parametrize("path", ["/papers/x:hub/citers.ndjson", "/papers/x:lister/references.csv"])
def test_a_slow_reader(exported_store: Store, address: str, path: str) -> None:
    """While a reader takes nothing no transaction is open; the reader gets all of it when it goes on."""
    with ask(address, path) as reader:
        assert [] == left_open(exported_store)
        with HTTPResponse(reader) as answer:
            answer.begin()
            body = answer.read().decode()
    ids = [row[0] for row in csv.reader(io.StringIO(body, newline=""))] if "csv" in path else body.split("\n")
    assert LONG + 1 == len(ids)


def test_readers_that_leave(exported_store: Store, address: str, client: httpx.Client) -> None:
    """However many leave in the middle, nothing of theirs stays open, and the others are answered."""
    for _ in range(20):
        ask(address, "/papers/x:hub/citers.json").close()
        ask(address, "/papers/x:lister/references.ndjson").close()
    assert [] == left_open(exported_store)
    assert LONG == client.get("/papers/x:hub/citers.json").json()["total"]
    assert 200 == client.get("/health/ready").status_code
