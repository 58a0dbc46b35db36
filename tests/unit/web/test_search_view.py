"""The page of a search as HTML, from made-up lists."""

import re
from dataclasses import replace

import pytest

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.search import Found
from graphsvc.web.responses import page
from graphsvc.web.search_page import search_view
from graphsvc.web.search_selection import SearchSelection

EVIL = "<script>alert(1)</script> \"a\" & 'b'"


@pytest.fixture
def html_of(through):
    """Makes the page of a search."""

    def make(papers, selection, *, is_exact=True, not_searched=(), note=None):
        names = {area.area.id: area.area.name for area in papers.areas}
        view = search_view(
            Found(papers, is_exact, not_searched), selection, names, Dataset("Data", "1", through, 1, 1, 0)
        )
        return page("search.html", {**view, "query": selection.text, "note": note}).body.decode()

    return make


def heading(html):
    """Return the heading of the list."""
    return re.findall(r'<h2 id="found">([^<]*)</h2>', html)


def test_everything_is_escaped(html_of, make_paper, make_list):
    """Markup that was typed or that the data have is shown as text."""
    papers = make_list({2020: 1}, {EVIL: 1}, papers=[make_paper(title=EVIL)])
    html = html_of(papers, SearchSelection(text=EVIL, areas=(f"area:{EVIL}",)), not_searched=(EVIL,), note=EVIL)
    assert "<script" not in html.lower()
    assert not re.search(r"<[^>]*'b'", html)


@pytest.mark.parametrize(
    ("years", "is_exact", "selection", "expected"),
    [
        ({}, True, SearchSelection(text="x"), "No paper found"),
        ({}, True, SearchSelection(text="x", first_year=2001), "None of the papers found is like that"),
        ({2001: 1}, True, SearchSelection(text="x"), "1 paper found"),
        ({2001: 1200}, True, SearchSelection(text="x"), "1,200 papers found"),
        ({2001: 10000}, False, SearchSelection(text="x"), "At least 10,000 papers found"),
    ],
)
def test_the_heading_says_no_more_than_is_known(html_of, make_list, years, is_exact, selection, expected):
    """A lower bound is told to be one."""
    html = html_of(make_list(years), selection, is_exact=is_exact)
    assert [expected] == heading(html)
    assert is_exact == ("only those that fit best or are cited most" not in html)


def test_pages_lead_on_and_back(html_of, make_paper, make_list):
    """There is a link to the next page where the list goes on, and to the first one on later pages."""
    papers = make_list({2001: 2}, papers=[make_paper("x:1"), make_paper("x:2")])
    selection = SearchSelection(text="deep nets", first_year=2001)
    alone = html_of(papers, selection)
    assert (False, False) == ("Next</a>" in alone, "Back to the first" in alone)
    middle = html_of(replace(papers, has_next=True, has_previous=True), selection)
    following = selection.page_after(("x:2",)).replace("&", "&amp;")
    assert f'href="/{following}#found" rel="next"' in middle
    assert 'href="/?q=deep%20nets&amp;from=2001#found">Back to the first' in middle


def test_every_link_keeps_the_words(html_of, make_paper, make_list):
    """Orders, years, areas and what takes them off are links to the same words."""
    papers = make_list({2001: 2, 2002: 1}, {"a": 2, "b": 1}, papers=[make_paper()])
    html = html_of(papers, SearchSelection(text="deep nets", areas=("area:a",), first_year=2001))
    links = re.findall(r'href="(/\?[^"]*)"', html)
    assert len(links) > 10
    assert [] == [link for link in links if not link.startswith("/?q=deep%20nets")]
