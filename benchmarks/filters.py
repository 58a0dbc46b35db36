"""The first page of every order of a paper's citers, alone, by years and by area: python -m benchmarks.filters HOME

12 papers with the total, over HTTP. Floor: the paper with 1,000 citers; goal: at most 3 times that at every degree.
"""

import sys

import httpx

from benchmarks.common import filled_store, home_of, service
from benchmarks.lists import asking, every_list, print_rows, row


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        rows = [
            row((sort, kept), [asking(client, query, citers, first=12) for citers in degrees], degrees)
            for sort, kept, query in every_list()
        ]
        print_rows(("order", "filter"), degrees, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
