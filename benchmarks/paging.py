"""A page in the middle of every order of a paper's citers, and the last one: python -m benchmarks.paging HOME

12 papers with the total, over HTTP, half way through the list or 2,000 papers in; and the last 12 of it. Floor: the
paper with 1,000 citers; goal: at most 3 times that at every degree.
"""

import sys

import httpx

from benchmarks.common import filled_store, home_of, service
from benchmarks.lists import asking, every_list, page_of, print_rows, row

FAR = 2_000


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        rows = []
        for sort, kept, query in every_list():
            cursors = [middle(client, query, citers) for citers in degrees]
            pages = zip(degrees, cursors, strict=True)
            calls = [asking(client, query, citers, after=after, first=12) for citers, after in pages]
            rows.append(row((sort, kept, "middle"), calls, degrees))
            rows.append(
                row((sort, kept, "last"), [asking(client, query, citers, last=12) for citers in degrees], degrees)
            )
        print_rows(("order", "filter", "page"), degrees, rows)


def middle(client: httpx.Client, query: str, citers: int) -> str | None:
    """Return the cursor of a paper half way through a list, or some thousands of papers into it."""
    after = None
    for _ in range(min(page_of(client, query, citers, first=0)["totalCount"] // 2, FAR) // 100):
        after = page_of(client, query, citers, after=after, first=100)["pageInfo"]["endCursor"]
    return after


if __name__ == "__main__":
    main(sys.argv[1:])
