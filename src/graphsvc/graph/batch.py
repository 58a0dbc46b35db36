"""One batch of records on its way into the store: what each id means is looked up once, then written step by step."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    CitationRecord,
    MergeRecord,
    PaperRecord,
    Record,
    WithdrawnRecord,
)
from graphsvc.domain.text import title_key
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.edges import Edges, Run
from graphsvc.graph.merges import Merges, follow

SCHEMES = ("doi", "arxiv", "openalex", "s2", "pmid", "pmcid", "inspire", "dblp", "acl", "hal", "mag", "omid", "x")
"""The rank of sources: whose id a paper keeps when two turn out to be one, and whose record overrides another's."""

Placed = list[tuple[int, PaperRecord]]
"""Records with their places in the batch."""


@dataclass(frozen=True, slots=True)
class Before:
    """What earlier records left of a paper."""

    digests: dict[str, str]
    has_authors: bool
    has_areas: bool

    def outranks(self, id_: str) -> bool:
        """Return whether a record of higher rank than the one with this id has told of the paper."""
        return any(_precedence(other) < _precedence(id_) for other in self.digests if other != id_)


class Batch:
    """One batch; `write` does all of it, then `result` tells of it and `has_changed` whether anything is different."""

    def __init__(self, run: Run, records: Sequence[Record], *, has_merges: bool) -> None:
        self.run = run
        self.records = records
        self.has_merges = has_merges  # whether the store knows of any
        self.merges = Merges()
        self.result = BatchResult()
        self.has_changed = False
        self.paper_of: dict[str, str] = {}  # any id -> id of its paper, those of this batch included
        self.known_papers: set[str] = set()
        self.before: dict[str, Before] = {}  # what the papers of the round at hand were before it
        self.edges = Edges(run, self.paper_of, set(), self.result)

    def write(self) -> None:
        """Write all of it."""
        self._refuse_what_is_not_written()
        self._describe_areas()
        self._write_merges()
        records = [self._current(record) for record in self.records]
        self._find_works(records)
        waiting = [(at, record) for at, record in enumerate(records) if isinstance(record, PaperRecord)]
        while waiting:
            waiting = self._write_round(waiting)
        self._follow_merges()
        stated = [record for record in records if isinstance(record, CitationRecord)]
        self.has_changed |= self.edges.write_statements(stated) if stated else False
        result = self.result
        self.has_changed |= bool(result.new or result.changed or result.areas_changed or result.citations_new)

    def _refuse_what_is_not_written(self) -> None:
        for at, record in enumerate(self.records):
            if isinstance(record, WithdrawnRecord):
                self.result.conflicts.append((at, f"{record.id}: withdrawn ids are not taken yet"))

    def _write_merges(self) -> None:
        """Keep the merges of the batch, and find all that concern its ids."""
        told = {record.id: record.into for record in self.records if isinstance(record, MergeRecord)}
        if told:
            self.has_changed |= bool(self.run("upsert_merges", merges=list(told.items()))["changed"])
        if told or self.has_merges:
            self.merges.find(self.run, _ids_of(self.records))
        for at, record in enumerate(self.records):
            if isinstance(record, MergeRecord) and self.merges.is_loop(record.id):
                self.result.conflicts.append((at, f"{record.id} and {record.into} are merged into each other"))

    def _current(self, record: Record) -> Record | None:
        """Return a record with merged ids as what they have become; None for the record of an id that is no more."""
        if not self.merges.into:
            return record
        current = self.merges.current
        if isinstance(record, PaperRecord):
            if self.merges.has_become_other(record.id):
                self.result.stale += 1
                return None
            references = None if record.references is None else tuple(map(current, record.references))
            return replace(record, ids=tuple(map(current, record.ids)), references=references)
        if isinstance(record, CitationRecord):
            cited = None if record.cited is None else current(record.cited)
            return replace(record, citing=current(record.citing), cited=cited)
        return record

    def _follow_merges(self) -> None:
        if self.merges.into:
            waiting = follow(self.merges, self.run, self.paper_of, self.edges.unresolved, self._join)
            self.result.merged_without_target += len(waiting)

    def _describe_areas(self) -> None:
        # the last record about an area is the one that counts
        areas = {record.id: record for record in self.records if isinstance(record, AreaRecord)}
        if areas:
            rows = [
                {**asdict(area), "parent_name": _area_name(area.parent) if area.parent else None}
                for area in areas.values()
            ]
            self.result.areas_changed = int(self.run("upsert_areas", areas=rows)["changed"])

    def _write_round(self, waiting: Placed) -> Placed:
        """Write the first record of each paper, and return those that must wait for it: they are about it too."""
        owners_of: dict[str, frozenset[str]] = {}
        turn: Placed = []
        taken: set[str] = set()
        later: Placed = []
        for place, record in waiting:
            ids = _all_ids(record)
            owners = frozenset(self.paper_of[id_] for id_ in ids if id_ in self.paper_of)
            if taken.isdisjoint(ids) and taken.isdisjoint(owners):
                turn.append((place, record))
                taken.update(ids, owners)
                owners_of[record.id] = owners
            else:
                later.append((place, record))
        placed = {self._one_paper(owners_of[record.id]) or record.id: (place, record) for place, record in turn}
        written = self._write_papers(placed)
        if written:
            self._write_authors(written)
            self._write_areas(written)
            self.edges.resolve()
            self.edges.write_lists(written, self.known_papers)
            self.known_papers.update(written)
        return later

    def _one_paper(self, owners: frozenset[str]) -> str | None:
        """Return the paper that ids belong to, None if it is new; several papers are made one first."""
        if not owners:
            return None
        kept, *others = sorted(owners, key=_precedence)
        for gone in others:
            self._join(kept, gone, fills_gaps=True)
        return kept

    def _join(self, kept: str, gone: str, fills_gaps: bool) -> None:
        """Make one paper of two; without `fills_gaps` the other's own record is no longer valid, and dropped."""
        self.run("move_citers", kept=kept, gone=gone)
        cited: list[str] = self.run("move_references", kept=kept, gone=gone)["ids"]
        self.run("move_unresolved_references", kept=kept, gone=gone)
        self.run("join_papers", kept=kept, gone=gone, fills_gaps=fills_gaps)
        if not fills_gaps:
            cited += self.run("delete_source", owner=kept, source=gone)["ids"]
        self.run("recount_citers", ids=[kept, *cited])
        self.paper_of.update({id_: kept for id_, owner in self.paper_of.items() if owner == gone})
        self.result.merged += 1

    def _find_works(self, records: Sequence[Record | None]) -> None:
        ids = _ids_of(records) | self.merges.into.keys() | set(self.merges.into.values())
        if not ids:
            return
        found = self.run("find_works", ids=list(ids))
        self.paper_of.update({id_: id_ for id_ in found["papers"]} | dict(found["aliases"]))
        self.known_papers = set(self.paper_of.values())
        self.edges.unresolved.update(found["unresolved"])

    def _write_papers(self, placed: Mapping[str, tuple[int, PaperRecord]]) -> dict[str, PaperRecord]:
        """Write the papers' own properties and ids; return the records, by paper id, that are new or changed."""
        known = [owner for owner in placed if owner in self.known_papers]
        rows: list[Any] = self.run("read_loaded_papers", ids=known)["papers"] if known else []
        self.before = {id_: Before(_digests(marks), *told) for id_, marks, *told in rows}
        written: dict[str, PaperRecord] = {}
        papers: list[dict[str, Any]] = []
        aliases: list[tuple[str, str]] = []
        for owner, (place, record) in placed.items():
            before = self.before.setdefault(owner, Before({}, False, False))
            digest = _digest(self.records[place])  # as it was loaded, before merged ids were followed
            if before.digests.get(record.id) == digest:
                self.result.same += 1
                continue
            self.result.new += not before.digests
            self.result.changed += bool(before.digests)
            written[owner] = record
            papers.append(
                {
                    "id": owner,
                    "properties": _properties(record),
                    "digests": [
                        f"{id_} {mark}" for id_, mark in sorted((before.digests | {record.id: digest}).items())
                    ],
                    "fills_gaps": before.outranks(record.id),
                    "is_alone": not before.digests.keys() - {record.id},
                }
            )
            aliases += [(id_, owner) for id_ in _all_ids(record) if id_ not in self.paper_of and id_ != owner]
            self.paper_of.update(dict.fromkeys(_all_ids(record), owner))
        if papers:
            self.run("upsert_papers", papers=papers)
        if aliases:
            self.run("create_aliases", aliases=aliases)
        return written

    def _write_authors(self, written: Mapping[str, PaperRecord]) -> None:
        stated = [
            (owner, record.authors)
            for owner, record in written.items()
            if record.authors is not None
            and not (self.before[owner].has_authors and self.before[owner].outranks(record.id))
        ]
        if not stated:
            return
        # deleting is for papers that were there before: a new one has no authors
        old = [owner for owner, _ in stated if owner in self.known_papers]
        if old:
            self.run("delete_authorships", ids=old)
        rows = [(owner, at, author) for owner, authors in stated for at, author in enumerate(authors)]
        self.run(
            "create_authorships",
            identified=[(owner, at, author.name, author.id) for owner, at, author in rows if author.id],
            named=[(owner, at, author.name) for owner, at, author in rows if not author.id],
        )

    def _write_areas(self, written: Mapping[str, PaperRecord]) -> None:
        stated = [
            (owner, record.areas)
            for owner, record in written.items()
            if record.areas is not None
            and not (self.before[owner].has_areas and self.before[owner].outranks(record.id))
        ]
        old = [owner for owner, _ in stated if owner in self.known_papers]
        if old:
            self.run("delete_area_memberships", ids=old)
        rows = [
            (owner, id_, at == 0, score, _area_name(id_))
            for owner, areas in stated
            for at, (id_, score) in enumerate(_scores(areas).items())
        ]
        if rows:
            self.run("create_area_memberships", memberships=rows)


def _area_name(id_: str) -> str:
    """Return the name of an area that no areas file has described yet."""
    return id_.partition(":")[2]


def _all_ids(record: PaperRecord) -> tuple[str, ...]:
    """Return its ids, each once, its own first."""
    return tuple(dict.fromkeys((record.id, *record.ids)))


def _ids_of(records: Iterable[Record | None]) -> set[str]:
    """Return every id of papers that records mention."""
    ids: set[str] = set()
    for record in records:
        if isinstance(record, PaperRecord):
            ids.update(_all_ids(record), record.references or ())
        elif isinstance(record, CitationRecord):
            ids.update(id_ for id_ in (record.citing, record.cited) if id_ is not None)
        elif isinstance(record, MergeRecord):
            ids.update((record.id, record.into))
    return ids


def _precedence(id_: str) -> tuple[int, str]:
    """Return what decides which id a paper keeps that was two: the same whichever of them came first."""
    scheme = id_.partition(":")[0]
    return SCHEMES.index(scheme) if scheme in SCHEMES else len(SCHEMES), id_


def _scores(areas: Iterable[AreaMembership]) -> dict[str, float | None]:
    """Return the score of each area, in order; of an area that is named twice the first mention counts."""
    scores: dict[str, float | None] = {}
    for area in areas:
        scores.setdefault(area.id, area.score)
    return scores


def _digests(marks: Iterable[str]) -> dict[str, str]:
    """Return the digest of each record that was loaded for a paper: one paper may have several, one for each id."""
    pairs = (mark.rpartition(" ") for mark in marks)
    return {id_: digest for id_, _, digest in pairs}


def _properties(record: PaperRecord) -> dict[str, Any]:
    """Return the properties that a record states; what it leaves out is not there."""
    stated: dict[str, Any] = {
        "title": record.title,
        "title_key": title_key(record.title) if record.title is not None else None,
        "abstract": record.abstract,
        "published_ymd": record.published.ymd if record.published else None,
        "type": record.type,
        "venue": record.venue,
        "language": record.language,
        "categories": list(record.categories) if record.categories is not None else None,
        "source_cited_by_count": record.source_cited_by_count,
        "is_retracted": record.is_retracted,
        "references_known": True if record.references is not None else None,
        "is_known": True,
    }
    return {name: value for name, value in stated.items() if value is not None}


def _digest(record: Record) -> str:
    """Return what tells this record from any other one for the same paper."""
    text = json.dumps(asdict(record), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
