"""Searches as people type them, over HTTP, in the store of benchmarks.build: python -m benchmarks.search HOME [ROUNDS]

Each search asks for a page of 12 with its total, years and areas; a word that a great part of all titles have is asked
for in every order and with filters. Told are the median and the slowest answer. Floor: the bare driver that calls
Neo4j's index with the same query, for 12 ids and nothing else. Goal: none takes more than 200 ms.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import neo4j

from benchmarks.common import ask, filled_store, home_of, print_table, service
from graphsvc.graph.search_words import search_words

ROUNDS, WARM_UP, GOAL_MS = 20, 3, 200
SEARCH = """query ($text: String!) { search(query: $text, sort: %s, filter: {%s}) {
  totalCount isExact undatedCount noAreaCount byYear { year count } byArea { count area { name } }
  nodes { id title citedByCount published { year } } } }"""
FLOOR = "CALL db.index.fulltext.queryNodes('paper_text', $query, {limit: 12}) YIELD node RETURN collect(node.id)"
FREQUENT = "attention"
TEXTS = (
    "openalex:W2000000007",
    "elena gupta",
    "gupta",
    "quantum gauge symmetry",
    "spectral convergence bounds of random graphs 42",
    '"random graphs"',
    "attention -learning",
    "attention learning",
    "attention is all you need",
    "neural networks deep learning models",
    "adaptive attention bounds causal compact convergence deep dense dynamics efficient",
    "self-attention",
    "a",
    "s",
    "st",
    "sto",
    "stoch",
    "deep s",
    "deep st",
    "e",
    "1",
    "the",
    "zzyzx",
    "attention",
)
ORDERS = ("MOST_CITED", "NEWEST", "OLDEST", "TITLE", "MOST_CITED_PER_YEAR")
FILTERS = {"years": "years: {from: 2001, to: 2005}", "area": 'areas: ["area:7"]', "no area": "hasArea: false"}


def main(arguments: list[str]) -> None:
    rounds = int(arguments[1]) if len(arguments) > 1 else ROUNDS
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, _),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
        neo4j.GraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), notifications_min_severity="OFF"
        ) as driver,
        driver.session() as session,
    ):
        papers = ask(client, "{ dataset { paperCount } }")["dataset"]["paperCount"]
        print(f"{papers:,} papers\n")
        asked = [(text, "RELEVANCE", "") for text in TEXTS]
        asked += [(FREQUENT, order, "") for order in ORDERS]
        asked += [(FREQUENT, "RELEVANCE", name) for name in FILTERS]
        rows = [row(client, session, *each, rounds) for each in asked]
        print_table(("search", "order", "filter", "found", "floor, ms", "median, ms", "slowest, ms"), rows)
        print(f"\nThe slowest took {max(each[-1] for each in rows):,.0f} ms; the goal is {GOAL_MS}.")


def row(
    client: httpx.Client, session: neo4j.Session, text: str, order: str, kept: str, rounds: int
) -> tuple[str, str, str, str, float, float, float]:
    """Measure one search."""
    search = partial(ask, client, SEARCH % (order, FILTERS.get(kept, "")), text=text)
    query = search_words(text).query
    floor = times_ms(lambda: session.run(FLOOR, {"query": query}).consume(), rounds) if query else [0.0]
    times = times_ms(search, rounds)
    found = search()["search"]
    count = f"{found['totalCount']:,}{'' if found['isExact'] else ' or more'}"
    return text, order, kept, count, statistics.median(floor), statistics.median(times), max(times)


def times_ms(call: Callable[[], Any], rounds: int) -> list[float]:
    """Return how long each call took, those to warm up left out."""
    times: list[float] = []
    for turn in range(WARM_UP + rounds):
        began = time.perf_counter()
        call()
        if turn >= WARM_UP:
            times.append(1000 * (time.perf_counter() - began))
    return times


if __name__ == "__main__":
    main(sys.argv[1:])
