"""A real browser."""

import json
import shutil
from collections.abc import Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, sync_playwright

from tests.conftest import SEED_PAGE

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SEED_PATH = "/papers/arxiv:1905.09418"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


# Of a module, not of the session: while Playwright is open, no other test can run an event loop of its own.
@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, seed_url: str) -> Generator[Any]:
    """Opens pages of the seed service; at the end, none of them may have met an error or asked another host."""
    troubles: list[str] = []
    contexts = []

    def open_(path: str, **options: Any) -> Page:
        context = browser.new_context(base_url=seed_url, **{"viewport": DESKTOP, **options})
        contexts.append(context)
        page = context.new_page()
        # Chromium also reports a page's own status here; what a page loads has other addresses.
        page.on("console", lambda said: troubles.append(said.text) if _is_trouble(said, page.url) else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda sent: None if sent.url.startswith(seed_url) else troubles.append(sent.url))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert [] == troubles


def follow(link: Locator) -> None:
    """Click on what leads to another page, and wait until that is there: a click alone does not."""
    with link.page.expect_navigation():
        link.click()


def _is_trouble(said: ConsoleMessage, address: str) -> bool:
    return said.type == "error" and said.location["url"] != address


@pytest.fixture(scope="session")
def expected() -> dict[str, Any]:
    """What the seed page must show."""
    return json.loads((SEED_PAGE / "expected.json").read_text())
