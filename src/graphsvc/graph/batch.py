"""One batch of records on its way into the store: what each id means is looked up once, then written step by step."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from graphsvc.domain.area_map import MapName
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    CitationRecord,
    MergeRecord,
    PaperRecord,
    Record,
    WithdrawnCitation,
    WithdrawnRecord,
)
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.edges import Edges, Run
from graphsvc.graph.merges import Merges, follow
from graphsvc.graph.paper_properties import digest_of, is_of, mark_of, property_names, stored_properties, told_fields
from graphsvc.graph.tellers import Known, joined, known_from_store, precedence, taken_from
from graphsvc.graph.works import Works

KEYS = frozenset(("title", "published_ymd", "areas", "type", "venue"))
"""Fields of a citing paper that hubs keep: where it stands among their citers, and what it counts for."""
NOTHING_KNOWN = Known()
Written = tuple[PaperRecord, Mapping[str, Any]]
"""A record, and the fields for which it counts."""

Placed = list[tuple[int, PaperRecord]]
"""Records with their places in the batch."""


class Batch:
    """One batch; `write` does all of it, then `result` tells of it and `has_changed` whether anything is different."""

    def __init__(self, run: Run, records: Sequence[Record], works: Works, *, has_merges: bool, map_in_use: str) -> None:
        self.run = run
        self.records = records
        self.works = works
        self.has_merges = has_merges  # whether the store knows of any
        # what sources say stands aside while another map of areas is in use
        self.membership_type = "IN_AREA" if map_in_use == MapName.SOURCE.value else "IN_AREA_ASIDE"
        self.merges = Merges()
        self.replaced: list[str] = []  # ids that others were said to be merged into before
        self.result = BatchResult()
        self.has_changed = False
        self.edges = Edges(run, works, self.result)

    def write(self) -> None:
        """Write all of it."""
        self._describe_areas()
        self._write_merges()
        records = [self._current(record) for record in self.records]
        self._find_works(records)
        waiting = [(at, record) for at, record in enumerate(records) if isinstance(record, PaperRecord)]
        while waiting:
            waiting = self._write_round(waiting)
        stated = [record for record in records if isinstance(record, CitationRecord)]
        self.has_changed |= self.edges.write_statements(stated) if stated else False
        self._follow_merges()
        self._withdraw()
        result = self.result
        self.has_changed |= bool(
            result.new
            or result.changed
            or result.areas_changed
            or result.citations_new
            or result.known_by_id
            or result.withdrawn
        )

    def _write_merges(self) -> None:
        """Keep the merges of the batch, and find all that concern its ids."""
        told = {record.id: record.into for record in self.records if isinstance(record, MergeRecord)}
        if told:
            done = self.run("upsert_merges", merges=list(told.items()))
            self.has_changed |= bool(done["changed"])
            self.replaced = list(done["replaced"])
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
            follow(self.merges, self.edges, self._give)
        self._forget_aliases({self.works.paper_of[id_] for id_ in self.replaced if id_ in self.works.paper_of})

    def _forget_aliases(self, owners: Collection[str]) -> None:
        """Take ids from papers that no record tells of and that only a merge gave them which another one replaced."""
        if not owners:
            return
        papers: list[tuple[str, list[str]]] = self.run("list_untold_aliases", ids=sorted(owners))["papers"]
        self.merges.find(self.run, {id_ for owner, ids in papers for id_ in (owner, *ids)})
        current = self.merges.current
        stray = [id_ for owner, ids in papers for id_ in ids if current(id_) != current(owner)]
        if stray:
            self.run("delete_aliases", ids=stray)
            self.works.no_longer(stray)

    def _give(self, id_: str, target: str) -> None:
        """Take back the record of a merged id, and make its paper one with that of the id it was merged into."""
        owner = self.works.paper_of[id_]
        untold = self._take_back({owner: [id_]})
        if target in self.works.paper_of:
            self._join(self.works.paper_of[target], owner)
            return
        self._forget(list(untold))
        self.result.merged_without_target += 1
        if owner in self.works.paper_of:  # others tell of it too
            self.run("create_aliases", aliases=[(target, owner)])
            self.works.made(owner, [target])

    def _withdraw(self) -> None:
        """Take back what sources no longer have a record of, as if they had never told it."""
        marks_of: dict[str, list[str]] = {}
        for record in self.records:
            if isinstance(record, WithdrawnRecord):
                owner = self.works.paper_of.get(record.id)
                if owner is None:
                    self.result.withdrawn_not_here += 1
                else:
                    marks_of.setdefault(owner, []).append(mark_of(record))
        if marks_of:
            untold = self._take_back(marks_of)
            self.result.withdrawn += sum(untold.values())
            self._forget(list(untold))
        ids = [record.id for record in self.records if isinstance(record, WithdrawnCitation)]
        if ids:
            self._forget(self.edges.withdraw_statements(ids))

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
            owners = frozenset(self.works.paper_of[id_] for id_ in ids if id_ in self.works.paper_of)
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
            self.edges.resolve(id_ for record, _ in written.values() for id_ in _all_ids(record))
            self.edges.write_lists({owner: record for owner, (record, _) in written.items()})
            self.works.papers.update(written)
        return later

    def _one_paper(self, owners: frozenset[str]) -> str | None:
        """Return the paper that ids belong to, None if it is new; several papers are made one first."""
        if not owners:
            return None
        kept, *others = sorted(owners, key=precedence)
        for gone in others:
            self._join(kept, gone)
        return kept

    def _join(self, kept: str, gone: str) -> None:
        """Make one paper of two."""
        known = self._read_known([kept, gone])
        taken = taken_from(known[kept], known[gone])
        left = joined(known[kept], known[gone], taken)
        self.run("move_citers", kept=kept, gone=gone)
        cited: list[str] = self.run("move_references", kept=kept, gone=gone)["ids"]
        self.run("move_unresolved_references", kept=kept, gone=gone)
        self.run(
            "join_papers",
            kept=kept,
            gone=gone,
            fields=property_names(taken),
            takes_authors="authors" in taken,
            takes_areas="areas" in taken,
            digests=left.stored_digests(),
            told_by=left.stored_tellers(),
        )
        self.run("recount_citers", ids=[kept, *cited])
        self.run("delete_hub_counts", ids=[kept])
        self.works.joined(kept, gone)
        self.result.merged += 1

    def _take_back(self, marks_of: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """Take back the word of records, named by their marks, of papers; return of which, and how many each."""
        counts: dict[str, int] = {}
        for owner, known in self._read_known(list(marks_of)).items():
            marks = [mark for mark in known.digests if any(is_of(mark, wanted) for wanted in marks_of[owner])]
            if not marks:
                continue
            left, untold = known.without(marks)
            self.run("delete_hub_counts", ids=[owner])
            for source in sorted(set(marks_of[owner])):
                cited: list[str] = self.run("delete_source", owner=owner, source=source)["ids"]
                if cited:
                    self.run("recount_citers", ids=cited)
                self.result.citations_gone += len(cited)
            self.run(
                "delete_fields",
                owner=owner,
                fields=property_names(untold),
                deletes_authors="authors" in untold,
                deletes_areas="areas" in untold,
                digests=left.stored_digests(),
                told_by=left.stored_tellers(),
            )
            counts[owner] = len(marks)
        return counts

    def _forget(self, ids: Sequence[str]) -> None:
        """Let papers that no record tells of any more be what they would be had none ever been there."""
        done = self.run("delete_untold_papers", ids=ids)
        self.works.forgotten(done["gone"])
        self.result.citations_gone += done["citations"]
        self.result.references_outside += done["citations"]

    def _read_known(self, ids: Sequence[str]) -> dict[str, Known]:
        rows: list[Any] = self.run("read_loaded_papers", ids=list(ids))["papers"] if ids else []
        return {id_: known_from_store(*columns) for id_, *columns in rows}

    def _find_works(self, records: Sequence[Record | None]) -> None:
        merged = {*self.merges.into.keys(), *self.merges.into.values(), *self.replaced}
        ids = self.works.not_looked_up(_ids_of(records) | merged)
        if ids:
            self.works.found(**self.run("find_works", ids=ids))

    def _write_papers(self, placed: Mapping[str, tuple[int, PaperRecord]]) -> dict[str, Written]:
        """Write the papers' own properties and ids; return, by paper id, the records that are no repeats."""
        before = self._read_known([owner for owner in placed if owner in self.works.papers])
        written: dict[str, Written] = {}
        papers: list[dict[str, Any]] = []
        aliases: list[tuple[str, str]] = []
        for owner, (place, record) in placed.items():
            known, mark = before.get(owner, NOTHING_KNOWN), mark_of(record)
            digest = digest_of(self.records[place])  # as it was loaded, before merged ids were followed
            if known.digests.get(mark) == digest:
                self.result.same += 1
                continue
            told = told_fields(record)
            won = known.won_by(mark, told) if known.tellers else told
            after = known.with_record(mark, digest, won)
            self.result.new += not known.digests
            self.result.known_by_id -= owner in before and not known.digests
            self.result.changed += bool(known.digests)
            written[owner] = record, won
            papers.append(
                {
                    "id": owner,
                    "properties": stored_properties(won, record),
                    "digests": after.stored_digests(),
                    "told_by": after.stored_tellers(),
                }
            )
            ids = _all_ids(record)
            aliases += [(id_, owner) for id_ in ids if id_ not in self.works.paper_of and id_ != owner]
            self.works.made(owner, ids)
        if papers:
            self.run("upsert_papers", papers=papers)
        told_anew = [id_ for id_, (_, won) in written.items() if id_ in self.works.papers and not KEYS.isdisjoint(won)]
        if told_anew:
            self.run("delete_hub_counts", ids=told_anew)
        if aliases:
            self.run("create_aliases", aliases=aliases)
        return written

    def _write_authors(self, written: Mapping[str, Written]) -> None:
        stated = [(owner, record.authors or ()) for owner, (record, won) in written.items() if "authors" in won]
        if not stated:
            return
        # deleting is for papers that were there before: a new one has no authors
        old = [owner for owner, _ in stated if owner in self.works.papers]
        if old:
            self.run("delete_authorships", ids=old)
        rows = [(owner, at, author) for owner, authors in stated for at, author in enumerate(authors)]
        self.run(
            "create_authorships",
            identified=[(owner, at, author.name, author.id) for owner, at, author in rows if author.id],
            named=[(owner, at, author.name) for owner, at, author in rows if not author.id],
        )

    def _write_areas(self, written: Mapping[str, Written]) -> None:
        stated = [(owner, record.areas or ()) for owner, (record, won) in written.items() if "areas" in won]
        old = [(owner, bool(areas)) for owner, areas in stated if owner in self.works.papers]
        if old:
            self.run("delete_area_memberships", owners=old)
        rows = [
            (owner, id_, at == 0, score, _area_name(id_))
            for owner, areas in stated
            for at, (id_, score) in enumerate(_scores(areas).items())
        ]
        if rows:
            self.run("create_area_memberships", memberships=rows, type=self.membership_type)


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
        elif isinstance(record, WithdrawnRecord):
            ids.add(record.id)
    return ids


def _scores(areas: Iterable[AreaMembership]) -> dict[str, float | None]:
    """Return the score of each area, in order; of an area that is named twice the first mention counts."""
    scores: dict[str, float | None] = {}
    for area in areas:
        scores.setdefault(area.id, area.score)
    return scores
