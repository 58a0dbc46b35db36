"""Makes the keys and counts of hubs true again, as the last step of a load.

While a load runs, whatever changes the citers of a hub drops the hub's counts, and its lists are read from the
citations themselves, as those of all other papers are. Only where a citing paper's own count has changed since, its
place in an order is that of before until this step.
"""

from collections.abc import Iterator, Sequence

import neo4j

from graphsvc.graph.connect import Writer, run_write
from graphsvc.graph.hubs import stored_counts

HUB_CITERS = 1_000
"""Citers that make a paper a hub: below, its lists take a few milliseconds without any help."""
CITATIONS_AT_ONCE = 30_000


def refresh_hubs(writer: Writer) -> None:
    """Find the hubs, and set their citations' keys and their counts where they are not true."""
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        done = run_write(transaction, "set_hubs", hub_citers=HUB_CITERS)
        run_write(transaction, "set_area_numbers")
        listed = run_write(transaction, "list_hubs")
    this_year: int = listed["this_year"]
    has_changed = bool(done["made"] or done["unmade"])
    for is_counted in (False, True):
        hubs = [(id_, citers) for id_, citers, counted in listed["hubs"] if counted is is_counted]
        for ids in _groups(hubs):
            has_changed |= _refresh(writer, ids, this_year, is_counted=is_counted)
    if has_changed:
        with writer.transaction() as transaction:
            run_write(transaction, "lock_dataset")
            run_write(transaction, "advance_revision")


def _refresh(writer: Writer, ids: Sequence[str], this_year: int, *, is_counted: bool) -> bool:
    """Refresh some hubs, in as many transactions as their citations need; return whether anything was not true."""
    has_changed = False
    while True:
        with writer.transaction() as transaction:
            run_write(transaction, "lock_dataset")
            changed = _set_keys(transaction, ids, this_year, looks_at_all=False)
            if changed < CITATIONS_AT_ONCE and not is_counted:
                changed = _set_keys(transaction, ids, this_year, looks_at_all=True)
            has_changed |= changed > 0
            if changed < CITATIONS_AT_ONCE:
                if not is_counted:
                    cells = run_write(transaction, "read_hub_cells", ids=ids)
                    areas = {number: (id_, name) for number, id_, name in cells["areas"]}
                    hubs = [(id_, *stored_counts(kinds, areas)) for id_, kinds in cells["hubs"]]
                    run_write(transaction, "set_hub_counts", hubs=hubs, this_year=this_year)
                return has_changed or not is_counted


def _set_keys(transaction: neo4j.Transaction, ids: Sequence[str], this_year: int, *, looks_at_all: bool) -> int:
    given = {"ids": ids, "this_year": this_year, "looks_at_all": looks_at_all, "most": CITATIONS_AT_ONCE}
    return run_write(transaction, "set_hub_keys", **given)["changed"]


def _groups(hubs: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    """Cut hubs, as (id, citers), into groups of about as many citations as one transaction takes."""
    group: list[str] = []
    size = 0
    for id_, citers in hubs:
        if group and size + citers > CITATIONS_AT_ONCE:
            yield group
            group, size = [], 0
        group.append(id_)
        size += citers
    if group:
        yield group
