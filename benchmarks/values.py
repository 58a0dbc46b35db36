"""A paper's citers filtered by type and venue, with the counts by both, over HTTP: python -m benchmarks.values HOME

12 papers in two orders: of all, of a type, of a venue with many papers and of one with few, and of several things at
once. A venue of few is the worst there is: nearly all citers are looked at until its papers are found.
"""

import sys

import httpx

from benchmarks.common import filled_store, home_of, service
from benchmarks.graphs import VENUES
from benchmarks.lists import asking, print_rows, row

FILTERS = {
    "": "",
    "type": 'types: ["preprint"]',
    "type and years": 'types: ["preprint"], years: {from: 2001, to: 2005}',
    "venue of many": 'venues: ["journal 0"]',
    "venue of few": f'venues: ["Journal {VENUES - 1}"]',
    "unknown venue": 'venues: ["Nowhere"]',
    "type, venue and area": 'types: ["article"], venues: ["Journal 0", "Journal 1"], areas: ["area:7"]',
}
LIST = """query ($id: ID!, $first: Int) { paper(id: $id) { citers(first: $first, sort: %s, filter: {%s}) { totalCount
  byType(first: 8) { type count } byVenue(first: 8) { venue count } noTypeCount noVenueCount
  nodes { id title citedByCount published { year } } } } }"""
SORTS = ("MOST_CITED", "OLDEST")


def main(arguments: list[str]) -> None:
    with (
        filled_store(home_of(arguments, __doc__)) as (connection, degrees),
        service(connection) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        rows = [
            row((sort, name), [asking(client, LIST % (sort, kept), citers, first=12) for citers in degrees], degrees)
            for sort in SORTS
            for name, kept in FILTERS.items()
        ]
        print_rows(("order", "filter"), degrees, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
