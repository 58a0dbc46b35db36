"""The page of the seed paper in a real browser."""

import itertools

import pytest

from tests.web.conftest import PHONE, SEED_PATH, follow

pytestmark = [pytest.mark.browser, pytest.mark.neo4j]

TITLES = "#built-on-by .papers .name a"


def words(locator):
    return [" ".join(text.split()) for text in locator.all_inner_texts()]


def test_what_the_paper_is(open_page, expected):
    """Title, id with its link, date, category, count and abstract are those of the paper."""
    page, paper = open_page(SEED_PATH), expected["paper"]
    assert [paper["title"]] == words(page.locator("h1"))
    assert "https://arxiv.org/abs/1905.09418" == page.get_by_role("link", name=paper["id"]).get_attribute("href")
    assert paper["firstPosted"] == page.locator(".over time").get_attribute("datetime")
    assert [paper["category"]] == words(page.locator(".over .category"))
    assert ["844"] == words(page.locator(".figure b"))
    assert page.locator(".abstract p").inner_text().startswith(paper["abstractStartsWith"])
    assert f"{paper['title']} · graphsvc" == page.title()


def test_key_facts(open_page):
    """The key facts are one sentence with the date of the data."""
    sentence = (
        "Cited by 844 papers from 2021 to 2026, the most in 2026 so far (196); 110 of them are in an area, "
        "45 in Efficient LLM inference and serving. Data through 7 October 2026."
    )
    assert [sentence] == words(open_page(SEED_PATH).locator(".facts .lead"))


def test_no_reference_list_yet(open_page):
    """A reference list that is not known is said to be just that."""
    assert ["Builds on No reference list yet"] == words(open_page(SEED_PATH).locator("#builds-on"))


def test_bars_by_year(open_page, expected):
    """The bars show the six years with their counts, as high as these, the running one marked with its date."""
    page = open_page(SEED_PATH)
    years = [
        (f"{year['year']}{' to 7 Oct' * year['partial']}", f"{year['count']}") for year in expected["citersByYear"]
    ]
    assert years == list(zip(words(page.locator(".bar .label")), words(page.locator(".bar .count")), strict=True))
    assert ["2026 to 7 Oct"] == words(page.locator(".bar.running .label"))
    heights = [svg.bounding_box()["height"] for svg in page.locator(".bar svg").all()]
    shares = [year["count"] / 196 for year in expected["citersByYear"]]
    assert shares == pytest.approx([height / max(heights) for height in heights], abs=0.01)


def test_table_behind_the_bars(open_page, expected):
    """The bars are silent for a screen reader; the same numbers are a table, opened by keyboard."""
    page = open_page(SEED_PATH)
    assert "true" == page.locator(".bars").get_attribute("aria-hidden")
    page.locator("figure.years summary").focus()
    page.keyboard.press("Enter")
    rows = page.get_by_role("table", name="Papers that cite it by year").locator("tbody tr")
    assert 6 == rows.count()
    assert "2026 to 7 Oct 196 still running: data through 7 October 2026" == words(rows)[-1]
    assert [f"{year['count']}" for year in expected["citersByYear"]] == [
        text.split()[0] for text in words(rows.locator("td"))
    ]


def test_fifty_most_cited(open_page, expected):
    """Twelve papers are shown; the keyboard opens 38 more in place; the fifty are in the order expected."""
    page = open_page(SEED_PATH)
    assert ["50 most cited of 844"] == words(page.locator("#built-on-by .listed h3"))
    visible = [title for title in page.locator(TITLES).all() if title.is_visible()]
    assert 12 == len(visible)
    summary = page.locator("#built-on-by .more > summary")
    assert ["38 more"] == words(summary)
    visible[-1].focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert 50 == sum(title.is_visible() for title in page.locator(TITLES).all())
    shown = zip(
        words(page.locator(TITLES)),
        words(page.locator("#built-on-by .papers time")),
        words(page.locator("#built-on-by .cited b")),
        strict=True,
    )
    assert [(paper["title"], f"{paper['year']}", f"{paper['citedByCount']:,}") for paper in expected["top50"]] == list(
        shown
    )


def test_area_facet(open_page, expected):
    """The facet counts the citers in each area and in none, the larger first."""
    page = open_page(SEED_PATH)
    facet = [f"{area['area']} {area['count']}" for area in expected["areaFacet"]]
    assert [*facet, f"In no area {expected['citersInNoArea']}"] == words(page.locator(".facet li"))


def test_choosing_and_taking_off(open_page):
    """An area and a year are chosen by links, seen as chosen, kept by each other, and taken off again."""
    page = open_page(SEED_PATH)
    follow(page.get_by_role("link", name="Efficient LLM inference and serving 45"))
    assert page.url.endswith(f"{SEED_PATH}?area=area:efficient-inference#built-on-by")
    assert ["All 45"] == words(page.locator("#built-on-by .listed h3"))
    assert page.locator("#built-on-by-name").evaluate("element => element.getBoundingClientRect().top") < 200
    follow(page.locator(".bar", has_text="2024"))
    assert page.url.endswith("?area=area:efficient-inference&from=2024&to=2024#built-on-by")
    assert ["All 10"] == words(page.locator("#built-on-by .listed h3"))
    assert ["2024"] == words(page.locator(".bar.chosen .label"))
    follow(page.get_by_role("link", name="Newest"))
    assert page.url.endswith("?sort=newest&area=area:efficient-inference&from=2024&to=2024#built-on-by")
    follow(page.get_by_role("link", name="Take off: Efficient LLM inference and serving"))
    follow(page.get_by_role("link", name="Take off: 2024"))
    assert page.url.endswith(f"{SEED_PATH}?sort=newest#built-on-by")
    assert ["50 newest of 844"] == words(page.locator("#built-on-by .listed h3"))
    follow(page.get_by_role("link", name="In no area 734"))
    assert ["50 newest of 734"] == words(page.locator("#built-on-by .listed h3"))


def test_choosing_a_range_of_years(open_page):
    """The form for years keeps the order and the areas that were chosen."""
    page = open_page(f"{SEED_PATH}?sort=title&area=area:vision")
    page.locator("figure.years summary").click()
    page.get_by_label("From").fill("2022")
    page.get_by_label("to", exact=True).fill("2023")
    follow(page.get_by_role("button", name="Show these years"))
    assert page.url.endswith("?sort=title&area=area%3Avision&from=2022&to=2023#built-on-by")
    assert "2022 to 2023 ×" in words(page.locator(".taken li a")).pop()


def test_not_on_the_map(open_page, expected):
    """Why the paper is not on the map is told when asked, with where most of its citers are."""
    page = open_page(SEED_PATH)
    place = page.locator("details.place")
    assert ["Not on the map. Why?"] == words(place)
    place.locator("summary").click()
    where = expected["notOnMap"]
    assert where["mostCitedIn"] in place.inner_text()
    assert f"({where['citersThere']} papers)" in place.inner_text()
    assert where["reason"] in place.inner_text()
    nearest = words(place.locator(".nearest li"))
    assert [where["mostCitedIn"], "Interpretability of language models"] == [
        name.rpartition(" ")[0] for name in nearest[:2]
    ]
    assert all(0 < float(name.rpartition(" ")[2]) < 1 for name in nearest)


def test_all_of_them(open_page):
    """The links to the whole list are there with its length, and those to what a bibliography needs."""
    page = open_page(f"{SEED_PATH}?sort=oldest")
    for ending in ("json", "ndjson", "csv"):
        link = page.get_by_role("link", name=f"All 844 as {ending.upper()}", exact=True)
        assert f"{SEED_PATH}/citers.{ending}?sort=oldest" == link.get_attribute("href")
    assert "All 844 (JSON, NDJSON, CSV)" == page.locator("#built-on-by .all").evaluate(
        "all => [...all.childNodes].map(n => n.lastChild?.textContent ?? n.textContent).join('').trim()"
    )
    for name, ending in (("BibTeX", "bib"), ("CSL-JSON", "csl.json")):
        assert f"{SEED_PATH}.{ending}" == page.get_by_role("link", name=name, exact=True).get_attribute("href")


def test_without_scripts(open_page):
    """All of it works where scripts are off."""
    page = open_page(SEED_PATH, java_script_enabled=False)
    page.locator("#built-on-by .more > summary").click()
    assert page.locator(TITLES).nth(49).is_visible()
    page.locator("#site-q").fill("1905.09418")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{SEED_PATH}")


@pytest.mark.parametrize(
    "path", [SEED_PATH, "/", "/?q=attention", "/areas", "/areas/area:efficient-inference", "/papers/foo"]
)
def test_phone(open_page, path):
    """On a phone no page is wider than the screen, and what is touched is large enough."""
    page = open_page(path, viewport=PHONE)
    for details in page.locator("details").all():
        details.locator("> summary").click()
    assert PHONE["width"] == page.evaluate("document.documentElement.scrollWidth")
    sizes = page.locator("button:visible, summary:visible, nav a:visible, .papers .name a:visible, td a:visible")
    assert [] == [item.inner_text() for item in sizes.all() if item.bounding_box()["height"] < 17]


def test_dark_and_light(open_page):
    """The ground is dark where the reader's system is."""
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_page(SEED_PATH, color_scheme=scheme).evaluate(ground) for scheme in ("light", "dark"))
    assert ("rgb(251, 250, 247)", "rgb(20, 23, 26)") == (light, dark)


def test_every_title_has_its_own_direction(open_page):
    """Every element that shows a title leaves the direction to the title."""
    page = open_page(SEED_PATH)
    assert "auto" == page.locator("h1").get_attribute("dir")
    assert {"auto"} == {title.get_attribute("dir") for title in page.locator(".papers .name a").all()}


@pytest.mark.parametrize(
    "path", [SEED_PATH, "/", "/?q=attention", "/areas", "/areas/area:efficient-inference", "/nowhere"]
)
def test_structure_for_screen_readers(open_page, path):
    """One h1, landmarks, a language, no level of heading left out, names for all controls, no id twice."""
    page = open_page(path)
    assert (1, 1, 1, 1) == tuple(
        page.locator(name).count() for name in ("h1", "main", "body > header", "body > footer")
    )
    assert "en" == page.locator("html").get_attribute("lang")
    levels = [
        int(name[1]) for name in page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(e => e.localName)")
    ]
    assert [] == [pair for pair in itertools.pairwise(levels) if pair[1] > pair[0] + 1]
    unnamed = "[...document.querySelectorAll('input:not([type=hidden])')].filter(e => !e.labels.length).length"
    assert 0 == page.evaluate(unnamed)
    assert [] == [link for link in page.locator("a, button, summary").all() if not link.text_content().strip()]
    twice = (
        "(ids => ids.filter((id, at) => ids.indexOf(id) !== at))([...document.querySelectorAll('[id]')].map(e => e.id))"
    )
    assert [] == page.evaluate(twice)
    for name in ("aria-labelledby", "aria-describedby"):
        pointing = page.locator(f"[{name}]")
        ids = [element.get_attribute(name) for element in pointing.all()]
        assert [] == [id_ for id_ in ids if not page.locator(f"[id='{id_}']").count()]
    hidden = "[...document.querySelectorAll('[aria-hidden=true] a')].filter(e => e.tabIndex >= 0).length"
    assert 0 == page.evaluate(hidden)


def test_skip_link(open_page):
    """The first stop of the keyboard is a link, then in sight, to the content."""
    page = open_page(SEED_PATH)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("element => element === document.activeElement")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert "content" == page.evaluate("document.activeElement.id")
