"""How long what callers keep of answers holds, while the data change."""

from collections.abc import Generator

import httpx
import pytest

from tests.conftest import Store, served

pytestmark = pytest.mark.neo4j


@pytest.fixture
def changing(store: Store) -> Generator[tuple[Store, httpx.Client]]:
    """A store that a test changes, and the service over it."""
    assert 0 == store.load([{"id": "x:a", "title": "A", "references": ["x:b"]}, {"id": "x:b"}]).exit_status
    with served(store.connection, store.folder) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield store, client


def test_a_304_lasts_as_long_as_the_version(changing: tuple[Store, httpx.Client]) -> None:
    """After any change of the data what was kept is answered anew; after a load that changes nothing it is not."""
    store, client = changing
    query = str(httpx.URL("/graphql", params={"query": '{ paper(id: "x:b") { citedByCount } }'}))
    paths = ["/", "/papers/x:b", "/papers/x:b/citers.json", query]
    tags = {path: client.get(path).headers["etag"] for path in paths}
    assert 0 == store.load([{"id": "x:a", "title": "A", "references": ["x:b"]}]).exit_status
    for path in paths:
        assert 304 == client.get(path, headers={"if-none-match": tags[path]}).status_code
    assert 0 == store.load([{"id": "x:c", "references": ["x:b"]}]).exit_status
    for path in paths:
        answer = client.get(path, headers={"if-none-match": tags[path]})
        assert (200, False) == (answer.status_code, answer.headers["etag"] == tags[path])
    assert {"data": {"paper": {"citedByCount": 2}}} == client.get(query).json()


def test_loads_have_no_tag(changing: tuple[Store, httpx.Client]) -> None:
    """The loads are told anew each time: a load that brings nothing new does not change the version."""
    store, client = changing
    params = {"query": "{ dataset { loads { sameCount } } }"}
    before = client.get("/graphql", params=params)
    store.load([{"id": "x:b"}])
    assert "etag" not in before.headers
    assert 1 + len(before.json()["data"]["dataset"]["loads"]) == len(
        client.get("/graphql", params=params).json()["data"]["dataset"]["loads"]
    )
