"""What ids stand for, as far as a load has looked: kept from one batch to the next while nobody else writes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

MOST_KEPT = 500_000
"""Ids that are kept; some 100 MB."""


@dataclass(slots=True)
class Works:
    """Ids and the papers they belong to, and ids that references wait for.

    It holds for the `revision` of the data at which it was written, and is empty for any other.
    """

    revision: int | None = None
    paper_of: dict[str, str] = field(default_factory=dict[str, str])
    papers: set[str] = field(default_factory=set[str])
    unresolved: set[str] = field(default_factory=set[str])

    def begin(self, revision: int) -> None:
        """Forget everything that may not hold at this revision; nothing holds until `end`, should the writing fail."""
        if self.revision != revision or len(self.paper_of) + len(self.unresolved) > MOST_KEPT:
            self.paper_of.clear()
            self.papers.clear()
            self.unresolved.clear()
        self.revision = None

    def end(self, revision: int) -> None:
        """Say that everything holds for a revision."""
        self.revision = revision

    def not_looked_up(self, ids: Iterable[str]) -> list[str]:
        """Return the ids of which nothing is known."""
        return [id_ for id_ in ids if id_ not in self.paper_of and id_ not in self.unresolved]

    def found(self, papers: Iterable[str], aliases: Iterable[tuple[str, str]], unresolved: Iterable[str]) -> None:
        """Take what the store knows of ids."""
        found = {id_: id_ for id_ in papers} | dict(aliases)
        self.paper_of |= found
        self.papers.update(found.values())
        self.unresolved.update(unresolved)

    def made(self, owner: str, ids: Iterable[str]) -> None:
        """Note that ids belong to a paper."""
        self.paper_of.update(dict.fromkeys(ids, owner))

    def joined(self, kept: str, gone: str) -> None:
        """Note that one paper has become part of another."""
        self.paper_of.update({id_: kept for id_, owner in self.paper_of.items() if owner == gone})
        self.papers.discard(gone)

    def forgotten(self, papers: Iterable[str]) -> None:
        """Note that these are papers no more; references to them wait for a record."""
        gone = set(papers)
        if gone:
            for id_ in [id_ for id_, owner in self.paper_of.items() if owner in gone]:
                del self.paper_of[id_]
            self.papers -= gone
            self.unresolved |= gone

    def no_longer(self, ids: Iterable[str]) -> None:
        """Note that these ids belong to no paper any more, and that nothing waits for them."""
        for id_ in ids:
            self.paper_of.pop(id_, None)
