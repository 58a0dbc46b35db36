"""What the benchmarks of lists share: the orders and filters, and asking for a page of citers."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import httpx

from benchmarks.common import ask, medians_ms, print_table
from benchmarks.graphs import hub_id

SORTS = ("MOST_CITED", "NEWEST", "OLDEST", "TITLE", "MOST_CITED_PER_YEAR")
FILTERS = {"": "", "years": "years: {from: 2001, to: 2005}", "area": 'areas: ["area:7"]'}
LIST = """query ($id: ID!, $after: String, $first: Int, $last: Int) { paper(id: $id) {
  citers(first: $first, last: $last, sort: %s, after: $after, filter: {%s}) { totalCount pageInfo { endCursor }
    nodes { id title citedByCount published { year } } } } }"""
BASE = 1_000
ROUNDS = 40


def every_list() -> Iterator[tuple[str, str, str]]:
    """Yield each order with each filter: their names, and the query."""
    for sort, (name, kept) in itertools.product(SORTS, FILTERS.items()):
        yield sort, name, LIST % (sort, kept)


def page_of(client: httpx.Client, query: str, citers: int, **where: Any) -> Any:
    """Return a page of the citers of the paper that has so many."""
    return ask(client, query, id=hub_id(citers), **where)["paper"]["citers"]


def asking(client: httpx.Client, query: str, citers: int, **where: Any) -> Callable[[], Any]:
    """Return what asks for a page."""
    return partial(page_of, client, query, citers, **where)


def row(words: Sequence[str], calls: Sequence[Callable[[], Any]], degrees: Sequence[int]) -> tuple[Any, ...]:
    """Measure the same page at each degree."""
    times = medians_ms(*calls, rounds=ROUNDS)
    base = times[degrees.index(BASE)]
    return (*words, *times, max(times) / base)


def print_rows(names: Sequence[str], degrees: Sequence[int], rows: Sequence[Sequence[object]]) -> None:
    """Print the table, the degrees as columns."""
    print_table((*names, *(f"{citers:,}, ms" for citers in degrees), f"most, to {BASE:,}"), rows)
