"""What a new reference list changes: which citations are new, told by one more or one fewer source, or gone.

Several sources may list the same citation: a paper's record of one source, that of another, a file of citations. A
citation is gone when the last one of them no longer has it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

STATED = "stated"
"""The source of citations that are stated by themselves; they are never taken back by a list."""

Sources = frozenset[str]


@dataclass(slots=True)
class ListChange:
    """The changes for one citing paper, by the id of what it refers to."""

    new: set[str] = field(default_factory=set[str])
    retold: dict[str, Sources] = field(default_factory=dict[str, Sources])
    gone: set[str] = field(default_factory=set[str])


def replace_list(known: Mapping[str, Sources], wanted: Iterable[str], source: str) -> ListChange:
    """Return what changes when `source` now lists `wanted` and nothing else."""
    change = add_to_list(known, wanted, source)
    targets = set(wanted)
    for target, sources in known.items():
        if source in sources and target not in targets:
            left = sources - {source}
            if left:
                change.retold[target] = left
            else:
                change.gone.add(target)
    return change


def add_to_list(known: Mapping[str, Sources], wanted: Iterable[str], source: str) -> ListChange:
    """Return what changes when `source` lists `wanted` beside what it listed before."""
    change = ListChange()
    for target in wanted:
        sources = known.get(target)
        if sources is None:
            change.new.add(target)
        elif source not in sources:
            change.retold[target] = sources | {source}
    return change


def stored_sources(sources: Iterable[str], citing: str) -> list[str] | None:
    """Return what the store keeps: nothing where the citing paper's own record alone lists it, as most often."""
    kept = sorted(sources)
    return None if kept == [citing] else kept
