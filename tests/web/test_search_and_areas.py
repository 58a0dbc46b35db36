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
    assert "1 paper found" == page.locator("#found").inner_text()
    assert "multi-head self-attention special" == page.get_by_label("Find a paper", exact=True).input_value()
    page.locator(".papers .name a").click()
    page.wait_for_url(f"**{SEED_PATH}")


def test_nothing_found(open_page):
    """Where nothing is found, what was asked for is shown as text, and what may help."""
    page = open_page("/?q=%3Cb%3Ezzyzx%3C/b%3E")
    assert "No paper found" == page.locator("#found").inner_text()
    assert "<b>zzyzx</b>" in page.locator(".empty").inner_text()


def test_words_that_are_not_searched(open_page):
    """What was not searched is told as text, beside what was found."""
    page = open_page("/?q=the+pruning+of+-%22to+be%22")
    assert 'Not searched: “the”, “of”, “-"to be"”.' in told_quotes(page.locator("#not-searched"))
    assert page.locator(".papers li").count()
    assert 0 == open_page("/?q=pruning").locator("#not-searched").count()


def told_quotes(element):
    """Return the text of an element with the quotes that a browser draws around what is quoted."""
    return element.evaluate(
        """element => [...element.childNodes].map(
            node => node.localName === 'q' ? `“${node.textContent}”` : node.textContent).join('')"""
    )


def test_choosing_among_what_was_found(open_page):
    """Orders, areas and years are links that keep the words and each other, and are taken off again."""
    page = open_page("/?q=attention")
    total = int(page.locator("#found").inner_text().split()[0].replace(",", ""))
    bars = page.locator(".bar .count").all_inner_texts()
    assert total == sum(int(count.replace(",", "")) for count in bars if count) + undated(page)
    area = page.locator(".facet li a").first
    name, count = (area.locator(part).inner_text() for part in (".what", ".count"))
    follow(area)
    assert page.url.partition("&")[0].endswith("/?q=attention")
    assert f"{count} papers found" == page.locator("#found").inner_text()
    follow(page.get_by_role("link", name="Newest"))
    assert "?q=attention&sort=newest&area=" in page.url
    years = page.locator(".papers time").all_inner_texts()
    assert sorted(years, reverse=True) == years
    follow(page.locator(".bar").last)
    assert "&from=" in page.url
    assert {years[0]} == set(page.locator(".papers time").all_inner_texts())
    assert "attention" == page.get_by_label("Find a paper", exact=True).input_value()
    follow(page.get_by_role("link", name=f"Take off: {name}"))
    follow(page.locator(".taken a").first)
    assert page.url.endswith("/?q=attention&sort=newest#found")
    assert f"{total} papers found" == page.locator("#found").inner_text()


def undated(page):
    """Return how many papers the legend says to have no known year."""
    legend = page.locator(".legend")
    words = legend.inner_text().split() if legend.count() else []
    return int(words[words.index("without") - 1]) if "without" in words else 0


def test_every_page_of_what_was_found(open_page):
    """The link to the next page leads to the end, each paper once, in the order chosen; and back to the first."""
    page = open_page("/?q=citing&sort=title&area=area:efficient-inference")
    total = int(page.locator("#found").inner_text().split()[0].replace(",", ""))
    links = page.locator(".papers .name a")
    seen = [link.get_attribute("href") for link in links.all()]
    assert 25 == len(seen) < total
    while page.get_by_role("link", name="Next").count():
        follow(page.get_by_role("link", name="Next"))
        seen += [link.get_attribute("href") for link in links.all()]
    assert total == len(seen) == len(set(seen))
    follow(page.get_by_role("link", name="Back to the first"))
    assert seen[:25] == [link.get_attribute("href") for link in links.all()]


def test_years_by_the_form_keep_the_words(open_page):
    """The form for years sends the words and the order with it."""
    page = open_page("/?q=attention&sort=oldest")
    page.locator("figure.years summary").click()
    page.get_by_label("From").fill("2023")
    follow(page.get_by_role("button", name="Show these years"))
    assert "q=attention&sort=oldest&from=2023" in page.url
    assert page.locator(".papers time").first.inner_text() >= "2023"


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
