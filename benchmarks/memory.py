"""The memory of one worker of the service: python -m benchmarks.memory HOME

After its start, after thousands of pages and lists of every order and degree for 8 clients, and after as many queries
that are all different. Floor: itself at its start; goal: less than 250 MB.
"""

import itertools
import sys

import psutil

from benchmarks.clients import hammer
from benchmarks.common import filled_store, home_of, print_table, service
from benchmarks.graphs import hub_id
from benchmarks.lists import every_list
from benchmarks.page import QUERY

OTHERS = 3_000


def main(arguments: list[str]) -> None:
    with filled_store(home_of(arguments, __doc__)) as (connection, degrees), service(connection) as address:
        url = f"{address}/graphql"
        queries = [QUERY, *(query for _, _, query in every_list())]
        asked = [
            {"query": query, "variables": {"id": hub_id(citers), "first": 100}}
            for query, citers in itertools.product(queries, degrees)
        ]
        different = [
            {"query": QUERY.replace("query (", f"query Q{number} ("), "variables": {"id": hub_id(degrees[0])}}
            for number in range(OTHERS)
        ]
        marks = [("at its start", worker_mb())]
        marks.append((f"after {len(hammer(url, asked, seconds=20).times_ms):,} answers", worker_mb()))
        hammer(url, different, seconds=15)
        marks.append(("after queries that are all different", worker_mb()))
        least = marks[0][1]
        print_table(("", "MB", "ratio"), [(when, size, size / least) for when, size in marks])


def worker_mb() -> float:
    """Return the resident memory of the largest of our child processes that serve, in MB."""
    children = psutil.Process().children(recursive=True)
    return max(child.memory_info().rss for child in children if "serve" in child.cmdline()) / 1e6


if __name__ == "__main__":
    main(sys.argv[1:])
