"""Addresses, exports and headers of the served seed page."""

from collections.abc import Generator

import httpx
import pytest

from tests.web.conftest import SEED_PATH

pytestmark = pytest.mark.neo4j


@pytest.fixture
def client(seed_url: str) -> Generator[httpx.Client]:
    """A client of the service."""
    with httpx.Client(base_url=seed_url, timeout=30) as client:
        yield client


@pytest.mark.parametrize(
    "spelling",
    ["1905.09418", "arXiv:1905.09418v3", "https://arxiv.org/abs/1905.09418v2", "https:/arxiv.org/abs/1905.09418",
     "10.48550%2FarXiv.1905.09418", "1905.09418/"],
)  # fmt: skip
def test_one_address_a_paper(client, spelling):
    """Every spelling leads to the one address for good, and keeps the query."""
    answer = client.get(f"/papers/{spelling}?sort=newest")
    assert (301, f"{SEED_PATH}?sort=newest") == (answer.status_code, answer.headers["Location"])
    answer = client.get(f"/papers/{spelling.rstrip('/')}/citers.json?sort=newest")
    assert (301, f"{SEED_PATH}/citers.json?sort=newest") == (answer.status_code, answer.headers["Location"])


def test_an_encoded_colon_is_no_other_address(client):
    """Encoding what need not be is no reason to send a reader on."""
    assert 200 == client.get("/papers/arxiv%3A1905.09418").status_code


def test_unknown(client):
    """A paper and an area that are not here are a 404 that says what was looked for and offers the search."""
    answer = client.get("/papers/arxiv:1905.99999")
    assert 404 == answer.status_code
    assert "No paper here has the id arxiv:1905.99999." in answer.text
    assert 'value="arxiv:1905.99999"' in answer.text
    assert 404 == client.get("/areas/area:none").status_code
    export = client.get("/papers/arxiv:1905.99999/citers.json")
    assert (404, "NOT_FOUND") == (export.status_code, export.json()["error"]["code"])


@pytest.mark.parametrize("query", ["sort=best", "from=abc", "from=2024&to=2021", "no-area=yes", "area=area:none"])
def test_bad_values(client, query):
    """A bad value is a clear 400 on the page and in the export."""
    page, export = client.get(f"{SEED_PATH}?{query}"), client.get(f"{SEED_PATH}/citers.json?{query}")
    assert 400 == page.status_code
    assert (400, "BAD_INPUT") == (export.status_code, export.json()["error"]["code"])


def test_the_whole_list(client, expected):
    """The export has all citers in the order of the page, and its length."""
    answer = client.get(f"{SEED_PATH}/citers.json")
    assert "application/json" == answer.headers["Content-Type"]
    assert 'inline; filename="citers-arxiv_1905.09418.json"' == answer.headers["Content-Disposition"]
    document = answer.json()
    assert {"id": "arxiv:1905.09418", "title": expected["paper"]["title"]} == document["paper"]
    assert ("2026-10-07", 844, 844) == (document["dataThrough"], document["total"], len(document["papers"]))
    assert [paper["title"] for paper in expected["top50"]] == [paper["title"] for paper in document["papers"][:50]]
    assert 844 == len({paper["id"] for paper in document["papers"]})


def test_a_part_of_the_list(client):
    """The export takes the filter and the order of the page, and agrees with its count."""
    query = "?sort=oldest&area=area:efficient-inference&area=area:vision&from=2022&to=2024"
    document = client.get(f"{SEED_PATH}/citers.json{query}").json()
    years = [int(paper["published"][:4]) for paper in document["papers"]]
    assert sorted(years) == years
    assert set(years) == {2022, 2023, 2024}
    assert document["total"] == len(years)
    assert f"All {len(years)} as </span>JSON</a>" in client.get(SEED_PATH + query).text
    no_area = client.get(f"{SEED_PATH}/citers.json?no-area=1").json()
    assert (734, {"areas": None, "hasArea": False, "years": None, "types": None, "venues": None}) == (
        no_area["total"],
        no_area["filter"],
    )


def test_references_that_are_not_known(client):
    """A reference list that is not known is null, not empty."""
    document = client.get(f"{SEED_PATH}/references.json").json()
    assert (None, None) == (document["papers"], document["total"])


def test_headers(client):
    """Pages, errors and exports forbid scripts, frames and guesses at their type."""
    for path in (SEED_PATH, "/", "/areas", "/papers/foo", "/nowhere", f"{SEED_PATH}/citers.json"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "nosniff" == headers["X-Content-Type-Options"]
        assert "Referrer-Policy" in headers


def test_health(client):
    """The service is live, and ready as its database answers."""
    assert {"status": "live"} == client.get("/health/live").json()
    assert "ready" == client.get("/health/ready").json()["status"]


def test_head(client):
    """HEAD is answered without a body, for an export without reading the list."""
    for path in (SEED_PATH, f"{SEED_PATH}/citers.json"):
        answer = client.head(path)
        assert (200, b"") == (answer.status_code, answer.content)
