"""Ids that a source has merged into others: followed wherever they stand, whichever comes first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from graphsvc.graph.edges import Edges, Run

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


def follow(merges: Merges, edges: Edges, give: Callable[[str, str], None]) -> None:
    """Have what is known under merged ids stand under those they became.

    `give(id, target)` takes back the record of a merged id, and makes its paper one with that of the id `target`, if
    there is one.
    """
    pairs = [(id_, merges.current(id_)) for id_ in sorted(merges.into) if merges.has_become_other(id_)]
    works = edges.works
    for id_, target in pairs:
        owner, new_owner = works.paper_of.get(id_), works.paper_of.get(target)
        if owner is not None and owner != new_owner:
            give(id_, target)
    for id_, target in pairs:  # now that the targets are papers, as far as they can be
        new_owner = works.paper_of.get(target)
        if id_ not in works.paper_of and new_owner is not None:
            edges.run("create_aliases", aliases=[(id_, new_owner)])
            works.made(new_owner, [id_])
    edges.resolve(id_ for pair in pairs for id_ in pair)
    for id_, target in pairs:
        if id_ in works.unresolved:
            edges.run("move_waiting_references", **{"from": id_, "to": target})
            works.unresolved.remove(id_)
            works.unresolved.add(target)
