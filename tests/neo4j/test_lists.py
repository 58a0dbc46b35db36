"""Lists: orders, ties, pages both ways, filters and facets over a small graph."""

import json
from typing import Any

import pytest

from tests.conftest import DATA, Store

pytestmark = pytest.mark.neo4j

CASE = json.loads((DATA / "cases" / "27-ties-and-cursors.json").read_text())
TARGET = f"arxiv:{CASE['target']}"
MOST_CITED = [
    "2305.90006", "2101.90007", "2106.90001", "2106.90012", "2108.90002", "2209.90003",
    "2206.90004", "2310.90005", "2401.90008", "2402.90009", "2403.90010", "2404.90011",
]  # fmt: skip
NEWEST = [
    "2403.90010", "2402.90009", "2401.90008", "2310.90005", "2305.90006", "2209.90003",
    "2206.90004", "2108.90002", "2106.90001", "2106.90012", "2101.90007", "2404.90011",
]  # fmt: skip

FORWARD = """query ($id: ID!, $first: Int, $after: String, $sort: PaperSort!) {
  paper(id: $id) { citers(first: $first, after: $after, sort: $sort) {
    totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""
BACKWARD = """query ($id: ID!, $last: Int, $before: String, $sort: PaperSort!) {
  paper(id: $id) { citers(last: $last, before: $before, sort: $sort) {
    totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""


def case_27_records() -> list[dict[str, Any]]:
    """Return the case as native records: each of `citedBy` is that many papers that cite the citer."""
    records: list[dict[str, Any]] = [{"id": TARGET, "title": "Target"}]
    cited_by: dict[int, list[str]] = {}
    for citing in CASE["citing"]:
        records.append(
            {
                "id": f"arxiv:{citing['id']}",
                "title": f"Citer {citing['id']}",
                "published": citing["firstPosted"],
                "references": [TARGET],
            }
        )
        for number in range(citing["citedBy"] or 0):
            cited_by.setdefault(number, []).append(f"arxiv:{citing['id']}")
    records += [{"id": f"x:filler-{number}", "references": cited} for number, cited in cited_by.items()]
    return records


@pytest.fixture(scope="module")
def case_27(neo4j_connection: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from tests.conftest import emptied

    with emptied(neo4j_connection, tmp_path_factory.mktemp("case-27")) as store:
        store.load(case_27_records())
        yield store


def walk(store: Store, sort: str, size: int, *, backward: bool = False) -> list[str]:
    """Page through all citers of the target and return their ids in the order of the list."""
    ids: list[str] = []
    cursor = None
    while True:
        query, variables = (
            (BACKWARD, {"last": size, "before": cursor}) if backward else (FORWARD, {"first": size, "after": cursor})
        )
        citers = store.data(query, id=TARGET, sort=sort, **variables)["paper"]["citers"]
        page = [edge["node"]["id"].removeprefix("arxiv:") for edge in citers["edges"]]
        ids = page + ids if backward else ids + page
        info = citers["pageInfo"]
        assert 12 == citers["totalCount"]
        assert len(ids) <= 12
        if not info["hasPreviousPage" if backward else "hasNextPage"]:
            return ids
        cursor = info["startCursor" if backward else "endCursor"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 13])
def test_most_cited_pages_to_the_end(case_27: Store, size: int) -> None:
    """Tied papers come once each in one order, whatever the page size: most cited, older first, then id."""
    assert MOST_CITED == walk(case_27, "MOST_CITED", size)


@pytest.mark.parametrize("size", [2, 5])
def test_newest_pages_to_the_end(case_27: Store, size: int) -> None:
    """By date, newest first, ties by citations; the undated paper comes last."""
    assert NEWEST == walk(case_27, "NEWEST", size)


@pytest.mark.parametrize("size", [2, 3])
def test_backward_is_the_reverse(case_27: Store, size: int) -> None:
    """Paging from the end backward gives the same list."""
    assert MOST_CITED == walk(case_27, "MOST_CITED", size, backward=True)


@pytest.mark.parametrize("sort", ["OLDEST", "TITLE", "MOST_CITED_PER_YEAR"])
def test_every_order_pages_alike_both_ways(case_27: Store, sort: str) -> None:
    """Each other order gives all twelve once, forward and backward alike."""
    forward = walk(case_27, sort, 5)
    assert sorted(MOST_CITED) == sorted(forward)
    assert forward == walk(case_27, sort, 3, backward=True)
    assert forward == walk(case_27, sort, 100)


@pytest.mark.parametrize("cursor", CASE["badCursors"][:3])
def test_a_broken_cursor_is_an_error(case_27: Store, cursor: str) -> None:
    """A cursor that graphsvc did not give is an error, never page one."""
    answer = case_27.ask(FORWARD, id=TARGET, first=2, after=cursor, sort="MOST_CITED")
    assert (None, "BAD_CURSOR") == (answer["data"]["paper"], answer["errors"][0]["extensions"]["code"])


def test_a_cursor_of_another_sort_is_an_error(case_27: Store) -> None:
    """A cursor is bound to its sort."""
    newest = case_27.data(FORWARD, id=TARGET, first=2, after=None, sort="NEWEST")
    cursor = newest["paper"]["citers"]["pageInfo"]["endCursor"]
    answer = case_27.ask(FORWARD, id=TARGET, first=2, after=cursor, sort="MOST_CITED")
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_a_cursor_of_another_paper_is_an_error(case_27: Store) -> None:
    """A cursor is bound to the paper whose list gave it."""
    other = case_27.data(FORWARD, id=f"arxiv:{MOST_CITED[0]}", first=2, after=None, sort="MOST_CITED")
    cursor = other["paper"]["citers"]["pageInfo"]["endCursor"]
    answer = case_27.ask(FORWARD, id=TARGET, first=2, after=cursor, sort="MOST_CITED")
    assert ["BAD_CURSOR"] == [error["extensions"]["code"] for error in answer["errors"]]


def test_a_first_page_of_none_has_its_counts(case_27: Store) -> None:
    """`first: 0` is an empty page that still counts, and says that the list goes on."""
    citers = case_27.data(FORWARD, id=TARGET, first=0, after=None, sort="NEWEST")["paper"]["citers"]
    assert (12, []) == (citers["totalCount"], citers["edges"])
    nothing_shown = {"hasNextPage": True, "hasPreviousPage": False, "startCursor": None, "endCursor": None}
    assert nothing_shown == citers["pageInfo"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("first: -1", "BAD_INPUT"),
        ("first: 1, last: 1", "BAD_INPUT"),
        ("first: 101", "LIMIT_EXCEEDED"),
        ("last: -1", "BAD_INPUT"),
        ("filter: {years: {from: 2022, to: 2021}}", "BAD_INPUT"),
        ('filter: {areas: [""]}', "BAD_IDENTIFIER"),
    ],
)
def test_bad_arguments_are_clear_errors(case_27: Store, arguments: str, code: str) -> None:
    """Arguments that make no sense are an error of their field, with a code."""
    answer = case_27.ask(f'{{ paper(id: "{TARGET}") {{ citers({arguments}) {{ totalCount }} }} }}')
    assert [(code, ["paper", "citers"])] == [(error["extensions"]["code"], error["path"]) for error in answer["errors"]]
