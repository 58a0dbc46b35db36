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

    new: dict[str, Sources] = field(default_factory=dict[str, Sources])
    retold: dict[str, Sources] = field(default_factory=dict[str, Sources])
    gone: set[str] = field(default_factory=set[str])


def statement_source(id_: str | None) -> str:
    """Return the source of a citation that is stated by itself; `id_` is the statement's own, if it has one."""
    return STATED if id_ is None else f"{STATED}:{id_}"


def statement_id(source: str) -> str | None:
    """Return what `statement_source` made a source of."""
    return source.partition(":")[2] or None


def replace_list(known: Mapping[str, Sources], wanted: Iterable[str], source: str) -> ListChange:
    """Return what changes when `source` now lists `wanted` and nothing else."""
    sources = frozenset((source,))
    change = add_to_list(known, dict.fromkeys(wanted, sources))
    targets = set(wanted) if known else ()
    for target, told in known.items():
        if source in told and target not in targets:
            left = told - sources
            if left:
                change.retold[target] = left
            else:
                change.gone.add(target)
    return change


def add_to_list(known: Mapping[str, Sources], wanted: Mapping[str, Sources]) -> ListChange:
    """Return what changes when sources list references beside what was listed before."""
    if not known:
        return ListChange(new=dict(wanted))
    change = ListChange()
    for target, sources in wanted.items():
        told = known.get(target)
        if told is None:
            change.new[target] = sources
        elif not sources <= told:
            change.retold[target] = told | sources
    return change


def stored_sources(sources: Iterable[str], citing: str) -> list[str] | None:
    """Return what the store keeps: nothing where the citing paper's own record alone lists it, as most often."""
    kept = sorted(sources)
    return None if kept == [citing] else kept
