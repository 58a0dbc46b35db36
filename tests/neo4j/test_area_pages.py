"""The pages of areas over HTTP."""

import re
from collections.abc import Generator

import httpx
import pytest

from graphsvc.graph.connect import Connection
from tests.conftest import emptied, served

pytestmark = pytest.mark.neo4j

# Top > Part (p1, p2), Top > Other (p2, p3), and 250 areas more, of which the first has p4
AREAS = [
    {"id": "area:top", "name": "Top <b>", "description": "All & everything."},
    {"id": "area:part", "name": "Part", "parent": "area:top"},
    {"id": "area:other", "name": "Other", "parent": "area:top"},
    *({"id": f"area:n{number}", "name": f"Number {number:03}"} for number in range(250)),
]
PAPERS = [
    {"id": "x:p1", "title": "First", "published": "2001", "areas": ["area:part"], "references": ["x:p2"]},
    {"id": "x:p2", "title": "Second", "published": "2002", "areas": ["area:part", "area:other"]},
    {"id": "x:p3", "title": "Third", "published": "2003", "areas": ["area:other"], "references": ["x:p1"]},
    {"id": "x:p4", "title": "Fourth", "areas": [{"id": "area:n0", "score": 0.9876}, {"id": "area:n1", "score": 0.5}]},
]


@pytest.fixture(scope="module")
def client(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[httpx.Client]:
    folder = tmp_path_factory.mktemp("areas")
    with emptied(neo4j_connection, folder) as store:
        store.load([*AREAS, *PAPERS])
        with served(store.connection, folder) as address, httpx.Client(base_url=address, timeout=20.0) as client:
            yield client


def page(client: httpx.Client, path: str) -> str:
    """The text of a page that is there, white space folded."""
    answer = client.get(path)
    assert 200 == answer.status_code, answer.text
    return re.sub(r"\s+", " ", answer.text)


def words(html: str) -> str:
    """What a reader sees of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).strip()


def test_the_tree_from_the_top(client: httpx.Client) -> None:
    """The top areas come by name, with their parts below them and both counts."""
    shown = words(page(client, "/areas?name=to")).partition("in the name")[2]
    assert "Top &lt;b&gt; 3 papers in its parts All &amp; everything." in shown
    last = page(client, "/areas?after=number+249&after=area:n249")
    assert "Top &lt;b&gt;" in last
    assert ["Other", "Part"] == re.findall(r'<li><a href="/areas/area:(?:other|part)" dir="auto">(\w+)</a>', last)


def test_all_areas_can_be_paged_through(client: httpx.Client) -> None:
    """The pages hold every top area once, forward to the end and back again."""
    path, seen, pages = "/areas", list[str](), list[list[str]]()
    while path:
        html = page(client, path)
        names = re.findall(r'<p class="name"><a href="[^"]*" dir="auto">([^<]*)</a>', html)
        pages.append(names)
        seen += names
        following = re.search(r'<a href="([^"]*)" rel="next">', html)
        path = following[1].replace("&amp;", "&") if following else ""
    assert [*(f"Number {number:03}" for number in range(250)), "Top &lt;b&gt;"] == seen
    assert [100, 100, 51] == [len(names) for names in pages]
    back = re.search(r'<a href="([^"]*)" rel="prev">', html)
    assert back is not None
    names = re.findall(
        r'<p class="name"><a href="[^"]*" dir="auto">([^<]*)</a>', page(client, back[1].replace("&amp;", "&"))
    )
    assert pages[1] == names


@pytest.mark.parametrize("query", ["after=one", "after=a&after=b&after=c", "before=", "name=%00&after="])
def test_a_place_that_is_none_is_refused(client: httpx.Client, query: str) -> None:
    """A half or foreign place in the list is the asker's mistake, told as such."""
    assert 400 == client.get(f"/areas?{query}").status_code


def test_a_search_shows_where_an_area_stands(client: httpx.Client) -> None:
    """Areas at any depth are found by a part of their names, with what is above them."""
    html = page(client, "/areas?name=OTHER")
    assert "1 area has OTHER in the name" in words(html)
    assert '<p class="above"><a href="/areas/area:top" dir="auto">Top &lt;b&gt;</a></p>' in html
    assert "2 papers" in words(html)


def test_the_parts_of_one_area(client: httpx.Client) -> None:
    """The parts of an area are listed like those at the top, and a search can be kept to them."""
    assert "Parts of Top &lt;b&gt;" in words(page(client, "/areas?part-of=area:top"))
    names = r'<p class="name"><a href="[^"]*" dir="auto">([^<]*)</a>'
    assert ["Other", "Part"] == re.findall(names, page(client, "/areas?part-of=area:top"))
    assert ["Part"] == re.findall(names, page(client, "/areas?part-of=area:top&name=par"))
    assert 404 == client.get("/areas?part-of=area:nowhere").status_code


def test_an_area_at_the_top(client: httpx.Client) -> None:
    """It shows all papers below, and offers their list where none is right in it."""
    shown = words(page(client, "/areas/area:top"))
    assert "3 papers All &amp; everything. None right in it: all are in its parts." in shown
    assert "Parts 2 Other 2 papers Part 2 papers" in shown
    assert "No paper is placed right in this area" in shown
    below = words(page(client, "/areas/area:top?below=1"))
    assert "Papers 3 With those of its parts." in below
    assert "All 3" in below


def test_what_is_chosen_below_stays_below(client: httpx.Client) -> None:
    """Orders and years of the list with all below lead to that same list."""
    html = page(client, "/areas/area:top?below=1")
    assert 'href="/areas/area:top?sort=oldest&amp;below=1#papers"' in html
    assert 'href="/areas/area:top?below=1&amp;from=2002&amp;to=2002#papers"' in html
    one = words(page(client, "/areas/area:top?below=1&from=2002&to=2002"))
    assert "The only one chosen out of 3" in one


@pytest.mark.parametrize("query", ["below=0", "below=1&below=1"])
def test_below_is_one_or_nothing(client: httpx.Client, query: str) -> None:
    """Any other value is the asker's mistake."""
    assert 400 == client.get(f"/areas/area:top?{query}").status_code


def test_an_area_with_neighbours_and_the_way_up(client: httpx.Client) -> None:
    """The page names what is above, the neighbours in both directions, and the newest papers' link."""
    html = page(client, "/areas/area:part")
    crumbs = re.search(r'<nav class="crumbs".*?</nav>', html)
    assert crumbs is not None
    assert "Areas Top &lt;b&gt;" == words(crumbs[0])
    # p3 -> p1 comes from Other, p1 -> p2 goes to Other too
    assert "Other 1 1" in words(re.findall(r"<tbody>.*?</tbody>", html)[0])
    assert "A sample" not in html


def test_a_paper_names_all_its_areas_with_scores(client: httpx.Client) -> None:
    """Its main area comes first, each with how sure the source is."""
    assert "On the map in Number 000 0.99 , and in Number 001 0.5 ." in words(page(client, "/papers/x:p4"))


def test_an_area_that_is_not_there(client: httpx.Client) -> None:
    """An unknown id is not found, and says so."""
    answer = client.get("/areas/area:nowhere")
    assert (404, True) == (answer.status_code, "area:nowhere" in answer.text)
