"""Ids that a source has merged into others: followed wherever they stand, whichever comes first."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphsvc.graph.edges import Run

MOST_STEPS = 50
"""Merges that are followed one after another; longer chains do not occur in real lists."""


@dataclass(slots=True)
class Merges:
    """The merges that concern the ids of one batch: `into` says for each id what it was merged into."""

    into: dict[str, str] = field(default_factory=dict[str, str])

    def find(self, run: Run, ids: Iterable[str]) -> None:
        """Read the merges of these ids and those into them, and of what they lead to."""
        unseen = set(ids)
        for _ in range(MOST_STEPS):
            found: list[Any] = run("find_merges", ids=sorted(unseen))["merges"] if unseen else []
            ends = {end for pair in found for end in pair}
            unseen = ends - self.into.keys() - set(self.into.values()) - unseen
            self.into.update(dict(found))
            if not unseen:
                return

    def current(self, id_: str) -> str:
        """Return what an id has become in the end: itself if it was not merged, or into itself by a loop."""
        at, seen = id_, {id_}
        while at in self.into:
            at = self.into[at]
            if at in seen:
                return id_
            seen.add(at)
        return at

    def has_become_other(self, id_: str) -> bool:
        """Return whether an id stands for another one now."""
        return self.current(id_) != id_

    def is_loop(self, id_: str) -> bool:
        """Return whether the merges of an id lead nowhere."""
        return id_ in self.into and self.current(id_) == id_


def follow(
    merges: Merges,
    run: Run,
    paper_of: Mapping[str, str],
    unresolved: Container[str],
    join: Callable[[str, str, bool], None],
) -> list[str]:
    """Have what is known under merged ids stand under those they became; return ids whose target has no record.

    `unresolved` holds the ids that references wait for; `join(kept, gone, fills_gaps)` makes one paper of two.
    """
    without_target: list[str] = []
    for id_ in sorted(merges.into):
        target = merges.current(id_)
        if target == id_:
            continue
        old, new = paper_of.get(id_), paper_of.get(target)
        if new is None:
            if old is not None:
                without_target.append(id_)
            elif id_ in unresolved:
                run("move_waiting_references", **{"from": id_, "to": target})
        elif old is None:
            run("create_aliases", aliases=[(id_, new)])
            if id_ in unresolved:
                run("resolve_references", rows=[(id_, new)])
        elif old != new:
            join(new, old, False)
    return without_target
