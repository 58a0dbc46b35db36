"""What the search knows: the index of texts, how it folds them, and the names of authors while these change."""

import unicodedata
from typing import Any

import pytest

from graphsvc.domain.lists import Page
from graphsvc.domain.search import SearchRequest
from graphsvc.graph import hub_refresh
from graphsvc.graph import search as searching
from graphsvc.graph.check import repair_author_names
from graphsvc.graph.connect import Reader
from graphsvc.graph.schema import apply_schema
from graphsvc.graph.search import search_papers
from graphsvc.graph.search_words import STOP_WORDS
from tests.conftest import Store

pytestmark = pytest.mark.neo4j


def ids(store: Store, text: str) -> list[str]:
    """Return the ids of what a search finds, in its order."""

    async def run(reader: Reader) -> list[str]:
        found = await search_papers(reader, SearchRequest(text, page=Page(20)))
        return [listed.paper.id for listed in found.papers.papers]

    return store.read(run)


def test_the_index_leaves_out_the_words_that_we_say(store: Store) -> None:
    """The words that are told not to be searched are Neo4j's own."""
    stop_words = store.rows(
        "CALL db.index.fulltext.listAvailableAnalyzers() YIELD analyzer, stopwords "
        "WHERE analyzer = 'standard-folding' RETURN stopwords"
    )
    assert [sorted(STOP_WORDS)] == [sorted(words) for words in stop_words]


def test_beginnings_are_folded_as_the_index_folds(store: Store) -> None:
    """A beginning with any letter of the Latin, Greek and Cyrillic alphabets finds the word with that letter."""
    blocks = [*range(0xC0, 0x180), *range(0x1EA0, 0x1EFA), *range(0x386, 0x3CF), *range(0x400, 0x460)]
    letters = [chr(code) for code in blocks if unicodedata.category(chr(code))[0] == "L"]
    store.load([{"id": f"x:{ord(letter)}", "title": f"zq{letter}qz"} for letter in letters])

    async def run(reader: Reader) -> list[str]:
        missed: list[str] = []
        for letter in letters:
            found = await search_papers(reader, SearchRequest(f"zq{letter}q", page=Page(100)))
            if f"x:{ord(letter)}" not in {listed.paper.id for listed in found.papers.papers}:
                missed.append(letter)
        return missed

    assert [] == store.read(run)


def names_known(store: Store) -> dict[str, Any]:
    """Return the names that the search knows, by paper."""
    return dict(store.rows("MATCH (paper:Paper) RETURN [paper.id, paper.author_names]"))


def test_the_search_follows_the_authors(store: Store) -> None:
    """Names that a record changes, takes away, or brings to a joined paper are those that are found."""
    store.load([{"id": "x:a", "title": "A", "authors": [{"name": "Ada"}, {"name": "Bob"}]}])
    assert ["x:a"] == ids(store, "ada bob")
    store.load([{"id": "x:a", "title": "A", "authors": [{"name": "Cyd"}]}])
    assert ([], ["x:a"]) == (ids(store, "ada"), ids(store, "cyd"))
    store.load([{"id": "doi:10.1000/b", "authors": [{"name": "Dora"}]}])
    store.load([{"id": "x:a", "ids": ["doi:10.1000/b"], "title": "A", "authors": [{"name": "Cyd"}]}])
    assert [] == store.broken_promises()
    assert [["Dora"]] == [names for names in names_known(store).values() if names]
    store.load([{"id": "x:c", "title": "C", "authors": []}])
    assert names_known(store)["x:c"] is None
    assert [] == store.broken_promises()


def test_wrong_names_are_found_and_repaired(store: Store) -> None:
    """A store whose search knows other names than the papers have is told of, and mended."""
    store.load([{"id": "x:a", "authors": [{"name": "Ada"}, {"name": "Bob"}]}, {"id": "x:b", "title": "B"}])
    store.rows("MATCH (paper:Paper {id: 'x:a'}) SET paper.author_names = ['Bob', 'Ada']")
    store.rows("MATCH (paper:Paper {id: 'x:b'}) SET paper.author_names = ['Eve']")
    assert ["a search knows the names on each paper"] == store.broken_promises()
    assert 2 == repair_author_names(store.writer)
    assert {"x:a": ["Ada", "Bob"], "x:b": None} == names_known(store)
    assert (["x:a"], []) == (ids(store, '"ada"'), ids(store, "eve"))
    assert 0 == repair_author_names(store.writer)
    assert [] == store.broken_promises()


def test_the_index_of_a_former_graphsvc_is_dropped(store: Store) -> None:
    """A store that has the index of titles alone gets the one of all texts in its place."""
    store.rows("CREATE FULLTEXT INDEX paper_title FOR (paper:Paper) ON EACH [paper.title]")
    apply_schema(store.writer)
    names = store.rows("SHOW INDEXES YIELD name, type WHERE type = 'FULLTEXT' RETURN name")
    assert ["hub_text", "paper_text"] == sorted(names)


def test_hubs_are_found_beside_the_best(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all papers are looked at, those that are cited most are: in every order they have their place."""
    monkeypatch.setattr(hub_refresh, "HUB_CITERS", 3)
    # n0 … n4 have a short title with the word, hub a long one; c0 … c2 -> hub
    store.load(
        [
            *({"id": f"x:n{n}", "title": "Nets"} for n in range(5)),
            {"id": "x:hub", "title": "Of long titles with words as many as there are in this one also about nets"},
            *({"id": f"x:c{n}", "references": ["x:hub"]} for n in range(3)),
        ]
    )
    query = '{ search(query: "nets", sort: MOST_CITED, first: 1) { totalCount isExact nodes { id } } }'
    first = [{"id": "x:hub"}]
    assert {"totalCount": 6, "isExact": True, "nodes": first} == store.data(query)["search"]
    monkeypatch.setattr(searching, "MAX_EXAMINED", 2)
    assert {"totalCount": 3, "isExact": False, "nodes": first} == store.data(query)["search"]
