"""Counts of a paper's citers by year and by area, over HTTP: python -m benchmarks.facets HOME

All of them, those of some years, those of one area; no papers. Floor: the bare driver that counts all citers, by year
and by area, with a plain traversal.
"""

import sys
from functools import partial
from typing import Any

import httpx
import neo4j

from benchmarks.common import ask, filled_store, home_of, medians_ms, print_table, service
from benchmarks.graphs import hub_id
from benchmarks.lists import FILTERS

FACETS = """query ($id: ID!) { paper(id: $id) { citers(first: 0, filter: {%s}) { totalCount undatedCount noAreaCount
  byYear { year count } byArea { count area { name } } } } }"""
BY_YEAR = """MATCH (:Paper {id: $id})<-[:CITES]-(citing:Paper)
WITH citing.published_ymd / 10000 AS year, count(*) AS count
RETURN collect([year, count])"""
BY_AREA = """MATCH (:Paper {id: $id})<-[:CITES]-(citing:Paper)-[:IN_AREA]->(area:Area)
WITH area, count(*) AS count
RETURN collect([area.name, count])"""
ROUNDS = 40
SLOW_ROUNDS, SLOW = 5, 50_000


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
        neo4j.GraphDatabase.driver(
            connection.uri, auth=(connection.user, connection.password), notifications_min_severity="OFF"
        ) as driver,
        driver.session() as session,
    ):
        rows = []
        for citers in degrees:
            id_ = hub_id(citers)
            calls: list[Any] = [partial(ask, client, FACETS % kept, id=id_) for kept in FILTERS.values()]
            ours = medians_ms(*calls, rounds=ROUNDS)
            floor: list[Any] = [lambda q=query, i=id_: session.run(q, id=i).consume() for query in (BY_YEAR, BY_AREA)]
            bare = sum(medians_ms(*floor, rounds=SLOW_ROUNDS if citers >= SLOW else ROUNDS, warm_up=3))
            rows.append((f"{citers:,}", bare, *ours, ours[0] / bare))
        print_table(("citers", "plain traversal, ms", "all, ms", "by years, ms", "by area, ms", "ratio of all"), rows)


if __name__ == "__main__":
    main(sys.argv[1:])
