"""Keeps what is much work to find out of areas with many papers, as the last step of a load.

All of it is kept with the version of the data that it was counted in, and is not looked at in any other one: whatever
changes the data makes it void, and it is counted anew at the end of the load.
"""

from graphsvc.domain.lists import MAX_PAGE_SIZE
from graphsvc.graph.connect import Writer, run_write

MANY_PAPERS = 2_000
"""Papers of an area from which its years and first papers are kept: below, its page takes as long as others."""
MOST_MEMBERSHIPS = 5_000_000
"""The most that are counted for an area and all below it: Neo4j holds each paper of a count in memory."""


def refresh_areas(writer: Writer) -> None:
    """Count the papers of areas with all below them, and keep the years and first papers of those that have many."""
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "set_area_totals", most=MOST_MEMBERSHIPS)
        # one more than a page has says whether the list goes on
        run_write(transaction, "set_area_first_papers", least=MANY_PAPERS, most=MAX_PAGE_SIZE + 1)
