"""The facets of types and venues in a real browser, over papers that have them."""

from collections.abc import Generator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import emptied, served
from tests.web.conftest import DESKTOP, PHONE, follow

pytestmark = [pytest.mark.browser, pytest.mark.neo4j]

# 60 papers cite the hub and are in one area: 24 articles, as many books, 12 without a type; eleven venues, the larger
# the number of a venue the fewer papers it has
PATH = "/papers/x:hub"
VENUES = [f"Journal {at} of “Long & <Odd> Names”" for at in range(11)]


def record(number: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": f"x:{number}",
        "title": f"Paper {number}",
        "references": ["x:hub"],
        "areas": ["area:a"],
    }
    told |= {} if number % 5 == 4 else {"type": "article" if number % 5 < 2 else "Book"}
    return told | {"venue": VENUES[min(number % 11, number % 7, 10)], "published": f"{2000 + number % 8}"}


@pytest.fixture(scope="module")
def address(neo4j_connection: Any, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    folder = tmp_path_factory.mktemp("facets")
    with emptied(neo4j_connection, folder) as store:
        store.load([{"id": "x:hub", "title": "Hub"}, *map(record, range(60))])
        with served(store.connection, folder) as address:
            yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Generator[Page]:
    context = browser.new_context(base_url=address, viewport=DESKTOP)
    yield context.new_page()
    context.close()


def words(locator: Any) -> list[str]:
    return [" ".join(text.split()) for text in locator.all_inner_texts()]


def test_the_facets_are_folded(page: Page) -> None:
    """Both facets are closed at first; opened by keyboard, they show counts, the larger first, and who names none."""
    page.goto(PATH)
    assert ["By type", "By venue"] == words(page.locator(".values summary"))
    assert not page.locator(".values li").first.is_visible()
    page.locator(".values summary").first.focus()
    page.keyboard.press("Enter")
    assert ["Book 24", "article 24"] == words(page.locator(".values details").first.locator("li"))
    assert ["12 name none."] == words(page.locator(".values details").first.locator(".note"))


@pytest.mark.parametrize("path", [PATH, "/areas/area:a"])
def test_choosing_and_taking_off(page: Page, path: str) -> None:
    """Several types and venues are chosen by links, kept in the address and by each other, and taken off again."""
    page.goto(path)
    page.get_by_text("By type").click()
    follow(page.get_by_role("link", name="article 24"))
    assert "?type=article#" in page.url
    assert "All 24" in words(page.locator(".listed h3"))
    assert ["article 24 (chosen; take off) ×", "Book 24"] == sorted(
        words(page.locator(".values details").first.locator("li")), key=str.lower
    )
    follow(page.get_by_role("link", name="Book 24"))
    assert "?type=article&type=Book#" in page.url
    assert "48" in words(page.locator(".listed h3"))[0]
    page.get_by_text("By venue").click()
    link = page.locator(".values details").nth(1).locator("a").first
    count = int(link.locator(".count").inner_text())
    follow(link)
    assert f"All {count}" == words(page.locator(".listed h3"))[0]
    assert f"Take off: {VENUES[0]} ×" in words(page.locator(".taken li"))
    follow(page.get_by_role("link", name="Take off: article"))
    follow(page.get_by_role("link", name=f"Take off: {VENUES[0]}"))
    assert "?type=Book#" in page.url
    follow(page.get_by_role("link", name="Take off: Book"))
    assert "type=" not in page.url


def test_the_export_follows(address: str) -> None:
    """The whole list takes the same parameters, names what was chosen, and has as many papers as the page says."""
    query = httpx.QueryParams([("type", "ARTICLE"), ("venue", VENUES[0]), ("venue", VENUES[1].upper())])
    document = httpx.get(f"{address}{PATH}/citers.json", params=query).json()
    assert {"types": ["ARTICLE"], "venues": [VENUES[0], VENUES[1].upper()]} == {
        name: document["filter"][name] for name in ("types", "venues")
    }
    expected = [
        told["id"] for told in map(record, range(60)) if told.get("type") == "article" and told["venue"] in VENUES[:2]
    ]
    assert sorted(expected) == sorted(paper["id"] for paper in document["papers"])
    assert f"All {len(expected)} as </span>CSV</a>" in httpx.get(f"{address}{PATH}", params=query).text


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_sticks_out(page: Page, viewport: dict[str, int]) -> None:
    """With long names and both facets open, nothing is wider than the screen."""
    page.set_viewport_size(viewport)  # pyright: ignore[reportArgumentType]
    page.goto(f"{PATH}?type=article&venue={VENUES[0].replace('&', '%26')}")
    assert 2 == page.locator(".values details[open]").count()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
