"""The page of a paper as HTML, from made-up papers."""

import re
from html.parser import HTMLParser

import pytest

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.dates import PartialDate
from graphsvc.domain.identifiers import Identifier
from graphsvc.domain.paper import AreaScore, Author, PaperArea, TextFit
from graphsvc.web.lists import Choice, area_choices, shown_list
from graphsvc.web.paper_page import paper_view
from graphsvc.web.responses import page
from graphsvc.web.selection import Selection

EVIL = "<script>alert(1)</script> \"a\" & 'b'"


@pytest.fixture
def html_of(make_list, through):
    """Makes the page of a paper."""

    def make(paper, references=None, citers=None, selection=Selection(), whole=None, names=None):  # noqa: B008
        references, citers = references or make_list({}), citers or make_list({})
        names = {area.area.id: area.area.name for area in citers.areas} | (names or {})
        dataset = Dataset("Data", "1", through, 1, 1, 0)
        return page(
            "paper.html", paper_view(paper, references, citers, whole or citers, selection, names, dataset)
        ).body.decode()

    return make


def text_of(html: str) -> str:
    parts: list[str] = []
    reader = HTMLParser()
    reader.handle_data = parts.append
    reader.feed(html)
    return " ".join(" ".join(parts).split())


def test_everything_is_escaped(html_of, make_paper, make_list):
    """Markup in any text of the data is shown as text."""
    paper = make_paper(
        title=EVIL, abstract=EVIL, venue=EVIL, type=EVIL, categories=(EVIL,), language=EVIL, author_count=1,
        authors=(Author(0, EVIL, None),), identifiers=(Identifier("x", EVIL),),
        areas=(PaperArea("area:1", EVIL, True, None),), references_here=1, references_outside=0,
    )  # fmt: skip
    citers = make_list({2020: 1}, {EVIL: 1}, no_area=0, papers=[paper])
    html = html_of(paper, citers, citers)
    assert "<script" not in html.lower()
    assert "&lt;script&gt;" in html
    assert not re.search(r"<[^>]*'b'", html)


def test_every_text_of_the_data_has_its_own_direction(html_of, make_paper, make_list):
    """Titles, abstracts, names and venues stand in elements with dir=auto."""
    paper = make_paper(
        title="TITLE", abstract="ONE\n\nTWO", venue="VENUE", authors=(Author(0, "AUTHOR", None),), author_count=1,
        areas=(PaperArea("area:1", "AREA", True, None),),
    )  # fmt: skip
    citers = make_list({2020: 1}, {"FACET": 1}, no_area=0, papers=[make_paper("x:2", "LISTED")])
    body = html_of(paper, None, citers).partition("<body>")[2]
    for text in ("TITLE", "ONE", "TWO", "VENUE", "AUTHOR", "AREA", "FACET", "LISTED"):
        elements = re.findall(rf"<([^<>]*)>{text}<", body)
        assert elements, text
        assert [] == [element for element in elements if 'dir="auto"' not in element], text


def test_three_answers_about_references(html_of, make_paper, make_list):
    """No list known, an empty one, and one that points outside read differently."""
    assert "No reference list yet" in text_of(html_of(make_paper()))
    empty = make_paper(references_here=0, references_outside=0)
    assert "Its reference list is empty" in text_of(html_of(empty))
    partly = make_paper(references_here=54, references_outside=8)
    listed = make_list({1996: 54}, papers=[make_paper("x:2")] * 50)
    text = text_of(html_of(partly, listed))
    assert "54 here, 8 more point to works without a record here." in text
    assert "Builds on 62" in text
    assert "50 most cited of 54" in text
    outside = text_of(html_of(make_paper(references_here=0, references_outside=1)))
    assert "0 here, 1 more points to works without a record here." in outside


def test_the_areas_that_its_words_fit_best(html_of, make_paper):
    """Off the map the nearest areas stand with their scores, escaped; on it by its words, that is said."""
    nearest = (AreaScore("area:1", EVIL, 0.218), AreaScore("area:2", "Stars", 0.1))
    html = html_of(make_paper(text_fit=TextFit(nearest, 0.34, by_title_alone=False)))
    text = text_of(html)
    assert "Not on the map. Why? Not on the map: its own abstract did not fit any area." in text
    assert f"The areas that its words fit best, with their scores: {EVIL} 0.21 Stars 0.10" in text
    assert "<script" not in html.lower()
    areas = (PaperArea("area:2", "Stars", True, 0.5, by_text=True),)
    assert "On the map in Stars 0.5 , by its own words." in text_of(html_of(make_paper(areas=areas)))
    assert "by its own words" not in text_of(html_of(make_paper(areas=(PaperArea("area:2", "Stars", True, 0.5),))))


def test_untitled_unknown_and_retracted(html_of, make_paper):
    """What is missing or withdrawn is said, with a neutral stand-in for a title."""
    assert "Untitled work x:1" in text_of(html_of(make_paper(title=None)))
    unknown = text_of(html_of(make_paper(title=None, is_known=False, published=None)))
    assert "Work x:1" in unknown
    assert "Only the id of this work is known here" in unknown
    assert "Retracted." in text_of(html_of(make_paper(is_retracted=True)))
    assert "Retracted" not in text_of(html_of(make_paper()))


def test_what_a_source_claims_is_apart(html_of, make_paper):
    """A source's own count is labelled as its own."""
    assert "Its source says 263;" in text_of(html_of(make_paper(source_cited_by_count=263)))
    assert "source says" not in text_of(html_of(make_paper()))


def test_many_authors(html_of, make_paper):
    """Of very many authors the first are named and the others counted."""
    authors = tuple(Author(n, f"Author {n}", None) for n in range(10))
    assert "Author 9 and 2,990 more" in text_of(html_of(make_paper(authors=authors, author_count=3000)))


def test_dates_as_far_as_they_are_known(html_of, make_paper):
    """A year alone stays a year, a month a month, and no date is said to be none."""
    assert '<time datetime="2019-05-23">23 May 2019</time>' in html_of(make_paper())
    assert '<time datetime="2019-05">May 2019</time>' in html_of(make_paper(published=PartialDate(2019, 5)))
    assert '<time datetime="2019">2019</time>' in html_of(make_paper(published=PartialDate(2019)))
    assert "no date" in text_of(html_of(make_paper(published=None)))


def test_key_facts_stay_those_of_all_citers(html_of, make_paper, make_list):
    """A filter changes the list, not the facts; the export below has the same filter and order."""
    whole, chosen = make_list({2020: 4, 2021: 8}), make_list({2021: 8}, papers=[make_paper("x:2")] * 8)
    selection = Selection(first_year=2021, last_year=2021)
    html = html_of(make_paper(), None, chosen, selection, whole)
    assert "Cited by 12 papers from 2020 to 2021" in text_of(html)
    assert "All 8 chosen out of 12" in text_of(html)
    assert 'href="/papers/x:1/citers.json?from=2021&amp;to=2021"' in html


def test_headings():
    """The heading says which papers are shown, of how many, and in which order."""
    papers = tuple(range(50))
    sort = Selection().sort
    expected = ["50 most cited of 844", "All 12", "The only one", "None"]
    shown = [shown_list(papers[:n], total, sort) for n, total in ((50, 844), (12, 12), (1, 1), (0, 0))]
    assert expected == [each.heading for each in shown]
    assert (12, 38) == (len(shown[0].first), len(shown[0].rest))


def test_facet_beyond_its_end(make_list):
    """A chosen area that the facet has no room for is there still; its count is told only where it is known."""
    found = make_list({2020: 7}, {"A": 90}, no_area=3)
    names = {"area:A": "A", "area:z": "Z", "area:y": "Y"}
    alone = area_choices(found, names, Selection(areas=("area:z",)), "/p", "#a")
    assert Choice("Z", "/p#a", True, True, 7, "7.778%") == alone[1]
    two = area_choices(found, names, Selection(areas=("area:z", "area:y")), "/p", "#a")
    assert [90, None, None, 3] == [choice.count for choice in two]


def test_facets_keep_each_other(make_list):
    """An area's link keeps order and years; the one for no area takes the place of areas."""
    found = make_list({2020: 7}, {"A": 2, "B": 1}, no_area=3)
    selection = Selection(areas=("area:A",), first_year=2020)
    names = {"area:A": "A", "area:B": "B"}
    expected = ["/p?from=2020#a", "/p?area=area:A&area=area:B&from=2020#a", "/p?no-area=1&from=2020#a"]
    assert expected == [choice.href for choice in area_choices(found, names, selection, "/p", "#a")]
