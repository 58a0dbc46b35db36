"""The search and the pages of areas in a real browser."""

import pytest

from tests.web.conftest import SEED_PATH, follow

pytestmark = [pytest.mark.browser, pytest.mark.neo4j]


def test_first_page(open_page):
    """The first page says what the data is, how much, and through which date."""
    lead = open_page("/").locator(".lead").inner_text()
    assert "2,427 papers and 49,882 citations between them. Data through 7 October 2026." in lead


@pytest.mark.parametrize("text", ["1905.09418", "arXiv:1905.09418v2", " https://arxiv.org/abs/1905.09418 "])
def test_an_id_goes_straight_to_its_page(open_page, text):
    """An id in any spelling leads to its page."""
    page = open_page("/")
    page.get_by_label("Find a paper", exact=True).fill(text)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{SEED_PATH}")


def test_words_of_a_title(open_page):
    """Words find titles, the last word as a beginning too, and what was typed stays in the field."""
    page = open_page("/?q=multi-head+self-attention+special")
    assert "1 title has all of these words" == page.locator("#found").inner_text()
    assert "multi-head self-attention special" == page.get_by_label("Find a paper", exact=True).input_value()
    page.locator(".papers .name a").click()
    page.wait_for_url(f"**{SEED_PATH}")


def test_nothing_found(open_page):
    """Where nothing is found, what was asked for is shown as text, and what may help."""
    page = open_page("/?q=%3Cb%3Ezzyzx%3C/b%3E")
    assert "No title has all of these words" == page.locator("#found").inner_text()
    assert "<b>zzyzx</b>" in page.locator(".empty").inner_text()


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("arxiv:1905.99999", "No paper here has the id arxiv:1905.99999."),
        ("9711200", "'9711200' is a number and could be several works; write openalex:W9711200"),
        ("area:none", "No area here has the id area:none."),
    ],
)
def test_what_looks_like_an_id(open_page, text, note):
    """An id that leads nowhere is said to, and its words are searched."""
    assert note in open_page(f"/?q={text}").locator(".notice").inner_text()


def test_from_areas_to_a_paper(open_page):
    """The areas lead to an area with its papers, and these to theirs."""
    page = open_page("/areas")
    assert 4 == page.locator(".areas li").count()
    follow(page.get_by_role("link", name="Efficient LLM inference and serving"))
    assert "Efficient LLM inference and serving" == page.locator("h1").inner_text()
    assert "45" == page.locator(".figure b").inner_text()
    assert "All 45" == page.locator("#papers .listed h3").first.inner_text()
    follow(page.get_by_role("link", name="Oldest"))
    assert page.url.endswith("/areas/area:efficient-inference?sort=oldest#papers")
    assert "2021" == page.locator("#papers .papers time").first.inner_text()
    follow(page.locator("#papers .papers .name a").first)
    assert "On the map in" in page.locator(".place").inner_text()
