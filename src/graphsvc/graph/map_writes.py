"""Writes of the map of areas that is built from the citations, and the change from one map to the other.

Memberships in areas of the map in use are IN_AREA, which is what every read follows; those of the other map stand aside
as IN_AREA_ASIDE. Each transaction leaves every paper on one map. What is broken off is ended by doing it again.
"""

import datetime
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphsvc.domain.area_map import BuiltArea, MapName
from graphsvc.domain.errors import ConfigurationError
from graphsvc.graph.area_refresh import refresh_areas
from graphsvc.graph.connect import Writer, run_write
from graphsvc.graph.hub_refresh import refresh_hubs

AT_ONCE = 5_000
BUILT = MapName.CITATIONS.value

Progress = Callable[[int], None]


def use_map(writer: Writer, name: MapName, on_progress: Progress = lambda _: None) -> bool:
    """Let every read follow a map; return whether anything was otherwise before.

    `on_progress` is told how many papers' areas are others now. Raises ConfigurationError where somebody chooses
    another map meanwhile.
    """
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        has_changed = bool(run_write(transaction, "set_map", map=name.value)["is_news"])
        run_write(transaction, "advance_revision")
    after_id, moved = "", 0
    while after_id is not None:
        with writer.transaction() as transaction:
            run_write(transaction, "lock_dataset")
            done = run_write(transaction, "move_area_memberships", map=name.value, after_id=after_id, most=AT_ONCE)
            if not done:
                raise ConfigurationError("another map was chosen meanwhile: say again which one is to be used")
            if done["ids"]:
                run_write(transaction, "delete_hub_counts", ids=done["ids"])
                run_write(transaction, "advance_revision")
        moved += len(done["ids"])
        after_id = done["last_id"]
        on_progress(moved)
    _renew(writer)
    return has_changed or moved > 0


def write_map(
    writer: Writer,
    areas: Sequence[BuiltArea],
    memberships: Iterable[tuple[str, str | None]],
    on_progress: Progress = lambda _: None,
) -> None:
    """Write the map that was built from citations, in place of an earlier one; the map in use stays in use.

    `areas` has each area after the one that it is part of; `memberships` has every paper with the id of its area, or
    None. `on_progress` is told how many papers are done.
    """
    build = secrets.token_hex(8)
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "set_map_built", built=None)
        run_write(transaction, "advance_revision")
    for batch in _batches([_stored(area) for area in areas]):
        with writer.transaction() as transaction:
            run_write(transaction, "lock_dataset")
            run_write(transaction, "upsert_built_areas", map=BUILT, build=build, areas=batch)
            run_write(transaction, "advance_revision")
    done = 0
    for batch in _batches(memberships):
        with writer.transaction() as transaction:
            is_used = run_write(transaction, "lock_dataset")["map"] == BUILT
            kind = "IN_AREA" if is_used else "IN_AREA_ASIDE"
            run_write(transaction, "set_built_memberships", map=BUILT, type=kind, memberships=batch)
            if is_used:
                run_write(transaction, "delete_hub_counts", ids=[id_ for id_, _ in batch])
                run_write(transaction, "advance_revision")
        done += len(batch)
        on_progress(done)
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "delete_built_areas", map=BUILT, build=build)
        run_write(transaction, "set_map_built", built=datetime.datetime.now(datetime.UTC))
        run_write(transaction, "advance_revision")
    _renew(writer)


def _renew(writer: Writer) -> None:
    """Count anew what hubs and areas keep; the areas last, as theirs holds for the version it was counted in alone."""
    refresh_hubs(writer)
    with writer.transaction() as transaction:
        run_write(transaction, "lock_dataset")
        run_write(transaction, "advance_revision")
    refresh_areas(writer)


def _stored(area: BuiltArea) -> dict[str, Any]:
    return {
        "id": area.id,
        "name": area.name,
        "description": area.description,
        "parent": area.parent_id,
        "words": list(area.words),
        "papers": list(area.papers),
        "anchors": ["\n".join(ids) for ids in area.anchors],
        "is_named": area.is_named,
    }


def _batches(rows: Iterable[Any]) -> Iterable[list[Any]]:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch
