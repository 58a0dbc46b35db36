"""The search: what it finds, in which order, how it counts and pages, and that nothing typed is an error."""

import os
import random
from collections.abc import Generator
from typing import Any

import pytest

from graphsvc.domain.lists import Page
from graphsvc.domain.search import Found, SearchRequest, SearchSort
from graphsvc.graph import search as searching
from graphsvc.graph.connect import Connection, Reader
from graphsvc.graph.search import search_papers
from tests.conftest import Store, emptied

pytestmark = pytest.mark.neo4j

SEARCHES = int(os.environ.get("GRAPHSVC_TEST_SEARCHES", "300"))
SORTS = [sort.name for sort in SearchSort]

# The papers:    heads, rank -> need;   heads -> rank;   role, cold, bare stand alone
#                need: 2017, language     heads: 2019, language and vision     rank: undated, language
#                role: 2001, no area      cold: 2019, vision                   bare: no title, no year, no area
PAPERS: list[dict[str, Any]] = [
    {
        "id": "arxiv:1706.03762",
        "ids": ["doi:10.1000/need"],
        "title": "Attention Is All You Need",
        "abstract": "Dominant sequence transduction models are slow.",
        "published": "2017-06-12",
        "type": "article",
        "authors": [{"name": "Ashish Vaswani"}, {"name": "Noam Shazeer", "id": "orcid:1"}],
        "areas": ["area:language"],
    },
    {
        "id": "x:heads",
        "title": "Analyzing Multi-Head Self-Attention",
        "published": "2019",
        "type": "preprint",
        "authors": [{"name": "Elena Voita"}],
        "areas": ["area:language", "area:vision"],
        "references": ["arxiv:1706.03762", "x:rank"],
    },
    {
        "id": "x:rank",
        "title": "Learning to Rank by Große Ångström",
        "abstract": "More than 1706.03762 we pay attention to the order.",
        "type": "Article",
        "authors": [{"name": "Łukasz Ñandú"}, {"name": "Elena Rossi"}],
        "areas": ["area:language"],
        "references": ["arxiv:1706.03762"],
    },
    {"id": "x:role", "title": "C/EBP-alpha: role? [1 TO 2]", "abstract": "Don't open node.js.", "published": "2001"},
    {"id": "x:cold", "title": "注意力 in the cold", "published": "2019-01", "areas": ["area:vision"]},
    {"id": "x:bare"},
]

SEARCH = """query ($text: String!, $first: Int, $after: String, $last: Int, $before: String, $sort: SearchSort,
    $filter: PaperFilter) {
  search(query: $text, first: $first, after: $after, last: $last, before: $before, sort: $sort, filter: $filter) {
    totalCount isExact notSearched undatedCount noAreaCount byYear { year count } byArea { count area { id } }
    edges { cursor node { id } } nodes { id title authors { nodes { name } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""


@pytest.fixture(scope="module")
def papers(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    with emptied(neo4j_connection, tmp_path_factory.mktemp("search")) as store:
        assert 0 == store.load(PAPERS).exit_status
        yield store


def search(store: Store, text: str, **arguments: Any) -> dict[str, Any]:
    """Return the answer of a search."""
    return store.data(SEARCH, text=text, **arguments)["search"]


def ids(store: Store, text: str, **arguments: Any) -> list[str]:
    """Return the ids of what a search finds, in its order, without their schemes."""
    return [node["id"].partition(":")[2] for node in search(store, text, **arguments)["nodes"]]


NEED, HEADS, RANK, ROLE, COLD = "1706.03762", "heads", "rank", "role", "cold"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("need", {NEED}),
        ("ALL YOU NEED", {NEED}),
        ("transduction", {NEED}),  # of the abstract
        ("shazeer", {NEED}),
        ("attention vaswani transduction", {NEED}),  # one word in each field
        ("elena", {HEADS, RANK}),
        ("elena voita", {HEADS}),
        ("voita rossi", set()),
        ("attention", {NEED, HEADS, RANK}),
        ("atten", {NEED, HEADS, RANK}),
        ("atten elena", set()),  # only the last word may be a beginning
        ("elena atten", {HEADS, RANK}),
        ("self-att", {HEADS}),
        ("multi-head", {HEADS}),
        ("head multi", {HEADS}),
        ('"head multi"', set()),
        ('"self attention"', {HEADS}),
        ('"learning to rank"', {RANK}),
        ('"learning rank"', set()),
        ("learning to", {RANK}),
        ("attention -elena", {NEED}),
        ('attention -"self attention"', {NEED, RANK}),
        ("-elena", set()),
        ("angstrom", {RANK}),
        ("ÅNGST", {RANK}),
        ("Ångström", {RANK}),
        ("A\u030angstro\u0308m", {RANK}),
        ("grosse", {RANK}),
        ("groß", {RANK}),
        ("lukasz nandu", {RANK}),
        ("Łuk", {RANK}),
        ("C/EBP-alpha: role?", {ROLE}),
        ("c/ebp-al", {ROLE}),
        ('"open', {ROLE}),
        ("[1 TO", {ROLE}),
        ("role AND", {ROLE}),
        ("role OR zzz", set()),
        ("title:role", set()),  # one word, as the index cuts words, and no field
        ("tit*e", set()),
        ("don't", {ROLE}),
        ("don’", {ROLE}),
        ("node.j", {ROLE}),
        ("node", {ROLE}),  # the beginning of node.js, which is one word
        ("node open", set()),
        ("注意", {COLD}),
        ("意注", set()),
        ("", set()),
        ("?! … \\ \"", set()),
        ("the", set()),
    ],
)  # fmt: skip
def test_what_is_found(papers: Store, text: str, expected: set[str]) -> None:
    """All words, in any field, are in a paper; accents and case are no hurdle, and signs are no syntax."""
    found = search(papers, text)
    assert expected == {node["id"].partition(":")[2] for node in found["nodes"]}
    assert (len(expected), True) == (found["totalCount"], found["isExact"])


@pytest.mark.parametrize(
    ("text", "not_searched"),
    [("the need of the", ["the", "of"]), ("-need", ["-need"]), ('"to be" need', ['"to be"']), ("need", []), ("…", [])],
)
def test_words_that_are_not_searched_are_told(papers: Store, text: str, not_searched: list[str]) -> None:
    """What was not searched is told as it was typed."""
    assert not_searched == search(papers, text)["notSearched"]


def test_the_best_match_comes_first(papers: Store) -> None:
    """A word weighs more in a title than in an abstract, and more in a paper that is cited."""
    assert [NEED, HEADS, RANK] == ids(papers, "attention")


@pytest.mark.parametrize(
    "text", ["1706.03762", "arXiv:1706.03762v5", "https://arxiv.org/abs/1706.03762", "10.1000/NEED", "doi:10.1000/need"]
)
def test_an_id_finds_its_paper_first(papers: Store, text: str) -> None:
    """An id in any spelling, also another id of the paper, is found before texts that name it."""
    found = ids(papers, text)
    assert NEED == found[0]
    assert len(set(found)) == len(found)
    if text == "1706.03762":
        assert [NEED, RANK] == found


def test_a_paper_without_a_text_is_found_by_its_id(papers: Store) -> None:
    """An id needs no words."""
    assert ["bare"] == ids(papers, "x:bare")
    assert [] == ids(papers, "x:nobody")


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("MOST_CITED", [NEED, RANK, HEADS]),
        ("NEWEST", [HEADS, NEED, RANK]),
        ("OLDEST", [NEED, HEADS, RANK]),
        ("TITLE", [HEADS, NEED, RANK]),
        ("MOST_CITED_PER_YEAR", [NEED, HEADS, RANK]),
    ],
)
def test_orders(papers: Store, sort: str, expected: list[str]) -> None:
    """The orders are those of every list: unknown years last."""
    assert expected == ids(papers, "attention", sort=sort)


def test_facets_apply_every_filter_but_their_own(papers: Store) -> None:
    """Counts by year and area follow the other filters, and the total all of them."""
    found = search(papers, "attention")
    assert [{"year": 2017, "count": 1}, {"year": 2018, "count": 0}, {"year": 2019, "count": 1}] == found["byYear"]
    assert (1, 0) == (found["undatedCount"], found["noAreaCount"])
    assert [(3, "area:language"), (1, "area:vision")] == areas_of(found)
    kept = search(papers, "attention", filter={"years": {"from": 2018}, "areas": ["area:language"]})
    assert (1, [HEADS]) == (kept["totalCount"], [node["id"].partition(":")[2] for node in kept["nodes"]])
    assert found["byYear"] == kept["byYear"]
    assert [(1, "area:language"), (1, "area:vision")] == areas_of(kept)
    of_type = search(papers, "attention", filter={"types": ["ARTICLE"]})
    assert (2, [(2, "area:language")]) == (of_type["totalCount"], areas_of(of_type))
    none = search(papers, "role cold", filter={"hasArea": False})
    assert (0, []) == (none["totalCount"], none["byYear"])
    assert [ROLE] == ids(papers, "role", filter={"hasArea": False})


def test_types_and_venues_are_counted_and_chosen(papers: Store) -> None:
    """Types count together in any case, each facet applies every filter but its own."""
    query = """query ($filter: PaperFilter) { search(query: "attention", filter: $filter) {
        totalCount byType { type count } byVenue { venue count } noVenueCount } }"""
    by_type = [{"type": "Article", "count": 2}, {"type": "preprint", "count": 1}]
    for kept, total in ((None, 3), ({"types": ["ARTICLE"]}, 2), ({"types": ["preprint", "zzz"]}, 1)):
        found = papers.data(query, filter=kept)["search"]
        assert (total, by_type, [], total) == (
            found["totalCount"], found["byType"], found["byVenue"], found["noVenueCount"],
        )  # fmt: skip
    assert 0 == papers.data(query, filter={"venues": ["Nowhere"]})["search"]["totalCount"]


def areas_of(found: dict[str, Any]) -> list[tuple[int, str]]:
    """Return the area facet."""
    return [(entry["count"], entry["area"]["id"]) for entry in found["byArea"]]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_paging_to_the_end_and_back(papers: Store, sort: str, size: int) -> None:
    """Pages of any size make the whole list in its order, forward and backward, each paper once."""
    whole = ids(papers, "attention", sort=sort)
    for size_name, cursor_name, end, more in (
        ("first", "after", "endCursor", "hasNextPage"),
        ("last", "before", "startCursor", "hasPreviousPage"),
    ):
        paged: list[str] = []
        cursor = None
        for _ in range(4):
            found = search(papers, "attention", sort=sort, **{size_name: size, cursor_name: cursor})
            page = [edge["node"]["id"].partition(":")[2] for edge in found["edges"]]
            paged = [*paged, *page] if size_name == "first" else [*page, *paged]
            assert 3 == found["totalCount"]
            cursor = found["pageInfo"][end]
            if not found["pageInfo"][more]:
                break
        assert whole == paged


@pytest.mark.parametrize(
    "other",
    [
        {"text": "attentio"},
        {"sort": "NEWEST"},
        {"filter": {"hasArea": True}},
        {"after": "nonsense"},
    ],
)
def test_a_foreign_cursor_is_an_error(papers: Store, other: dict[str, Any]) -> None:
    """A cursor belongs to its words, order and filter."""
    cursor = search(papers, "attention", first=1)["pageInfo"]["endCursor"]
    good = {"text": "attention", "sort": "RELEVANCE", "filter": None, "first": 1, "after": cursor}
    assert [] == papers.ask(SEARCH, **good)["errors"]
    answer = papers.ask(SEARCH, **{**good, **other})
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_a_cursor_of_citers_is_an_error(papers: Store) -> None:
    """A cursor of another kind of list is foreign too."""
    citers = papers.data('{ paper(id: "1706.03762") { citers { edges { cursor } } } }')["paper"]["citers"]
    answer = papers.ask(SEARCH, text="attention", after=citers["edges"][0]["cursor"], sort="MOST_CITED")
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_an_empty_page_counts(papers: Store) -> None:
    """`first: 0` counts, and says that the list goes on."""
    found = search(papers, "attention", first=0)
    assert (3, [], True) == (found["totalCount"], found["nodes"], found["pageInfo"]["hasNextPage"])


def test_counts_of_too_many_are_lower_bounds(papers: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more papers have the words than are looked at, the answer says so; an id still comes first."""
    monkeypatch.setattr(searching, "MAX_EXAMINED", 2)
    found = search(papers, "attention")
    assert (2, False) == (found["totalCount"], found["isExact"])
    assert 2 == sum(year["count"] for year in found["byYear"]) + found["undatedCount"]
    assert search(papers, "need")["isExact"]
    assert "bare" == ids(papers, "x:bare")[0]


def test_papers_below_a_search_have_all_their_fields(papers: Store) -> None:
    """A paper that was found goes on as any other one."""
    node = search(papers, "voita")["nodes"][0]
    assert {"id": "x:heads", "title": PAPERS[1]["title"], "authors": {"nodes": [{"name": "Elena Voita"}]}} == node


def fuzzed(chance: random.Random) -> str:
    """Return a text as a person, a careless program or an enemy may send it."""
    alphabet = chance.choice(
        [
            'ab "\\+-&|!(){}[]^~*?:/',
            "AND OR NOT TO attention title: \t\n",
            "äßıİŁøﬁ注意あアक्षि\u0301\u200d\u202e\U0001f642",
            "".join(
                chr(chance.choice([chance.randrange(0xD800), chance.randrange(0xE000, 0x11000)])) for _ in range(9)
            ),
        ]
    )
    words = ["attention", "to", '"', "-", "self-", "x:", "10.1000/", "*:*", "/./", "a" * 300, "title:", "~2", "[a TO"]
    parts = [
        chance.choice(words) if chance.random() < 0.3 else "".join(chance.choices(alphabet, k=chance.randint(0, 12)))
        for _ in range(chance.choice([1, 1, 2, 3, 5, 8, 40]))
    ]
    return chance.choice(["", " "]).join(parts)


def test_nothing_typed_is_an_error(papers: Store) -> None:
    """Any text is answered, and any that finds something counts what it finds."""

    async def run(reader: Reader) -> int:
        finding = 0
        for number in range(SEARCHES):
            text = fuzzed(random.Random(number))
            found: Found = await search_papers(reader, SearchRequest(text, page=Page(12), wants_years=True))
            assert len(found.papers.papers) == found.papers.total, (number, text)
            finding += found.papers.total > 0
        return finding

    # the texts are worth something only if some of them find papers
    assert SEARCHES / 50 < papers.read(run)


def test_searches_beside_each_other(papers: Store) -> None:
    """Several searches in one query are answered each for itself."""
    answer = papers.data(
        """{ one: search(query: "need") { totalCount }
             other: search(query: "elena") { nodes { citers { totalCount } } } }"""
    )
    counts = [node["citers"]["totalCount"] for node in answer["other"]["nodes"]]
    assert (1, [0, 1]) == (answer["one"]["totalCount"], sorted(counts))
