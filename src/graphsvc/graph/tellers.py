"""Which record told what of a paper: the rule by which several records about one paper make one, in any order.

What a record of higher rank tells counts, the others fill its gaps. Of publication dates the earliest year counts,
whoever tells it, and a paper is retracted if any record says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

SCHEMES = ("doi", "arxiv", "openalex", "s2", "pmid", "pmcid", "inspire", "dblp", "acl", "hal", "mag", "omid", "x")
"""The rank of sources: whose id a paper keeps when two turn out to be one, and whose record overrides another's."""

TOLD: frozenset[str] = frozenset(
    (
        "title",
        "abstract",
        "published_ymd",
        "type",
        "venue",
        "language",
        "authors",
        "categories",
        "areas",
        "source_cited_by_count",
        "is_retracted",
    )
)
"""The fields that records tell; whatever else a paper has is made of them, or says how the store keeps it."""


def precedence(id_: str) -> tuple[int, str]:
    """Return what decides which of two ids, or of two records by their marks, comes first: smaller ones do."""
    scheme = id_.partition(":")[0]
    return SCHEMES.index(scheme) if scheme in SCHEMES else len(SCHEMES), id_


@dataclass(frozen=True, slots=True)
class Known:
    """What earlier records left of a paper.

    `digests` has the digest of each record by its mark, `tellers` the mark of the record that told each field; the
    two values are what decides between records beside their rank.
    """

    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    tellers: Mapping[str, str] = field(default_factory=dict[str, str])
    published_ymd: int | None = None
    is_retracted: bool | None = None

    def won_by(self, mark: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return what of a record counts: an empty list says nothing against the word of another record."""
        return {name: value for name, value in told.items() if self._is_won(name, value, mark)}

    def _is_won(self, name: str, value: Any, mark: str) -> bool:
        if name not in self.tellers:
            return True
        teller = self.tellers[name]
        if teller == mark:
            return True
        if _is_empty(value):
            return False
        if teller not in self.digests:  # its record is no longer valid
            return True
        if name == "published_ymd" and self.published_ymd is not None:
            years = value // 10_000, self.published_ymd // 10_000
            if years[0] != years[1]:
                return years[0] < years[1]
        if name == "is_retracted" and value != self.is_retracted:
            return bool(value)
        return precedence(mark) < precedence(teller)

    def with_record(self, mark: str, digest: str, won: Mapping[str, Any]) -> "Known":
        """Return what is known after the record was written; of the two values nothing more is asked then."""
        tellers = {**self.tellers, **dict.fromkeys(won, mark)}
        told = {name: teller for name, teller in tellers.items() if name not in won or not _is_empty(won[name])}
        return Known({**self.digests, mark: digest}, told)

    def without(self, marks: Iterable[str]) -> tuple["Known", set[str]]:
        """Return what is known without the word of records, and the fields that nobody tells any more then."""
        gone = set(marks)
        untold = {name for name, teller in self.tellers.items() if teller in gone}
        digests = {mark: digest for mark, digest in self.digests.items() if mark not in gone}
        tellers = {name: teller for name, teller in self.tellers.items() if name not in untold}
        return Known(digests, tellers, self.published_ymd, self.is_retracted), untold

    def stored_digests(self) -> list[str]:
        """Return the digests as the store keeps them."""
        return [f"{mark} {digest}" for mark, digest in sorted(self.digests.items())]

    def stored_tellers(self) -> list[str] | None:
        """Return the tellers as the store keeps them: nothing where a single record told everything, as most often."""
        if set(self.tellers.values()) <= self.digests.keys() and len(self.digests) <= 1:
            return None
        return [f"{name} {mark}" for name, mark in sorted(self.tellers.items())]


def known_from_store(
    digests: Iterable[str],
    told_by: Iterable[str] | None,
    fields: Iterable[str],
    published_ymd: int | None,
    is_retracted: bool | None,
) -> Known:
    """Return what the store knows: `told_by` None means that the only record told all the `fields` that are there."""
    by_mark = {mark: digest for mark, _, digest in (text.rpartition(" ") for text in digests)}
    if told_by is not None:
        tellers = {name: mark for name, _, mark in (text.partition(" ") for text in told_by)}
    else:
        tellers = dict.fromkeys(TOLD.intersection(fields), next(iter(by_mark), ""))
    return Known(by_mark, tellers, published_ymd, is_retracted)


def taken_from(kept: Known, gone: Known) -> set[str]:
    """Return the fields that a paper takes from another one that turned out to be the same."""
    told: dict[str, dict[str, Any]] = {}
    values = {"published_ymd": gone.published_ymd, "is_retracted": gone.is_retracted}
    for name, mark in gone.tellers.items():
        if mark in gone.digests:
            told.setdefault(mark, {})[name] = values.get(name, True)
    return {name for mark, fields in told.items() for name in kept.won_by(mark, fields)}


def joined(kept: Known, gone: Known, taken: Iterable[str]) -> Known:
    """Return what is known of a paper after it took fields from another one."""
    tellers = {**kept.tellers, **{name: gone.tellers[name] for name in taken}}
    return Known({**gone.digests, **kept.digests}, tellers)


def _is_empty(value: Any) -> bool:
    return value in ((), [])
