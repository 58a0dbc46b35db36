"""Writes of a batch of records, in one transaction that keeps every count true."""

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import neo4j

from graphsvc.domain.records import AreaMembership, AreaRecord, PaperRecord
from graphsvc.domain.text import title_key
from graphsvc.graph.connect import Writer
from graphsvc.graph.statements import statement

Placed = list[tuple[int, PaperRecord]]
"""Records with their places in the batch."""

Rows = dict[str, list[str]]
"""Citing paper id -> ids it refers to."""


@dataclass(slots=True)
class BatchResult:
    """What one batch did; the counts of the load's report."""

    new: int = 0
    changed: int = 0
    same: int = 0
    citations_new: int = 0
    citations_gone: int = 0
    self_citations: int = 0
    duplicate_references: int = 0
    references_outside: int = 0
    """How many more references point to works without a record; fewer, where it is negative."""
    conflicts: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Records that could not be written: place in the batch, reason."""


def write_batch(writer: Writer, records: Sequence[PaperRecord]) -> BatchResult:
    """Write records in one transaction: all of them or, on an error, none."""
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        result = _Batch(transaction, records).write()
        if result.new or result.changed:
            _run(transaction, "advance_revision")
        return result


def write_areas(writer: Writer, areas: Sequence[AreaRecord]) -> int:
    """Make or describe areas in one transaction; return how many were new or changed."""
    rows = [{**asdict(area), "parent_name": area_name_from_id(area.parent) if area.parent else None} for area in areas]
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        changed = int(_run(transaction, "upsert_areas", areas=rows)["changed"])
        if changed:
            _run(transaction, "advance_revision")
        return changed


def write_data_through(writer: Writer, date: datetime.date) -> None:
    """Say through which day the data reach."""
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        if _run(transaction, "set_data_through", data_through=date)["is_news"]:
            _run(transaction, "advance_revision")


def write_dataset_name(writer: Writer, name: str) -> None:
    """Name the data set."""
    with writer.transaction() as transaction:
        _run(transaction, "lock_dataset")
        if _run(transaction, "set_dataset_name", name=name)["is_news"]:
            _run(transaction, "advance_revision")


def area_name_from_id(id_: str) -> str:
    """Return the name of an area that no areas file has described yet."""
    return id_.partition(":")[2]


class _Batch:
    """One batch on its way into the store: what each id means is looked up once, then written step by step."""

    def __init__(self, transaction: neo4j.Transaction, records: Sequence[PaperRecord]) -> None:
        self.transaction = transaction
        self.records = records
        self.result = BatchResult()
        self.paper_of: dict[str, str] = {}  # any id -> id of its paper, those of this batch included
        self.unresolved: set[str] = set()
        self.known_papers: set[str] = set()

    def write(self) -> BatchResult:
        self._find_works()
        waiting = list(enumerate(self.records))
        while waiting:
            waiting = self._write_round(waiting)
        return self.result

    def _write_round(self, waiting: Placed) -> Placed:
        """Write the first record of each paper, and return those that must wait for it: they are about it too."""
        turn: dict[str, PaperRecord] = {}
        taken: set[str] = set()
        later: Placed = []
        for place, record in waiting:
            ids = _all_ids(record)
            if not taken.isdisjoint(ids) or (owner := self._owner(place, record)) in turn:
                later.append((place, record))
            elif owner is not None:
                turn[owner] = record
                taken.update(ids)
        written = self._write_papers(turn)
        if written:
            self._write_authors(written)
            self._write_areas(written)
            self._resolve()
            self._write_references(written)
            self.known_papers.update(written)
        return later

    def _find_works(self) -> None:
        ids = {id_ for record in self.records for id_ in _all_ids(record)}
        for record in self.records:
            ids.update(record.references or ())
        found = _run(self.transaction, "find_works", ids=list(ids))
        self.paper_of = {id_: id_ for id_ in found["papers"]} | dict(found["aliases"])
        self.known_papers = set(self.paper_of.values())
        self.unresolved = set(found["unresolved"])

    def _write_papers(self, records: Mapping[str, PaperRecord]) -> dict[str, PaperRecord]:
        """Write the papers' own properties and ids; return the records, by paper id, that are new or changed."""
        known = [owner for owner in records if owner in self.known_papers]
        digests = dict(_run(self.transaction, "read_paper_digests", ids=known)["digests"]) if known else {}
        written: dict[str, PaperRecord] = {}
        rows: list[dict[str, Any]] = []
        aliases: list[tuple[str, str]] = []
        for owner, record in records.items():
            digest = _digest(record)
            loaded = _loaded_digests(digests.get(owner))
            if loaded.get(record.id) == digest:
                self.result.same += 1
                continue
            self.result.new += owner not in digests
            self.result.changed += owner in digests
            written[owner] = record
            marks = [f"{id_} {mark}" for id_, mark in sorted((loaded | {record.id: digest}).items())]
            rows.append({"id": owner, "properties": {**_properties(record), "record_digests": marks}})
            aliases += [(id_, owner) for id_ in _all_ids(record) if id_ not in self.paper_of and id_ != owner]
            self.paper_of |= dict.fromkeys(_all_ids(record), owner)
        if rows:
            _run(self.transaction, "upsert_papers", papers=rows)
        if aliases:
            _run(self.transaction, "create_aliases", aliases=aliases)
        return written

    def _owner(self, place: int, record: PaperRecord) -> str | None:
        """Return the id of the paper that a record is about, None (and a conflict) if it would be two."""
        owners = {self.paper_of[id_] for id_ in _all_ids(record) if id_ in self.paper_of}
        if len(owners) > 1:
            self.result.conflicts.append((place, f"its ids belong to different papers: {', '.join(sorted(owners))}"))
            return None
        return owners.pop() if owners else record.id

    def _write_authors(self, written: Mapping[str, PaperRecord]) -> None:
        stated = [(owner, record.authors) for owner, record in written.items() if record.authors is not None]
        if not stated:
            return
        # deleting is for papers that were there before: a new one has no authors
        old = [owner for owner, _ in stated if owner in self.known_papers]
        if old:
            _run(self.transaction, "delete_authorships", ids=old)
        rows = [(owner, at, author) for owner, authors in stated for at, author in enumerate(authors)]
        _run(
            self.transaction,
            "create_authorships",
            identified=[(owner, at, author.name, author.id) for owner, at, author in rows if author.id],
            named=[(owner, at, author.name) for owner, at, author in rows if not author.id],
        )

    def _write_areas(self, written: Mapping[str, PaperRecord]) -> None:
        stated = [(owner, record.areas) for owner, record in written.items() if record.areas is not None]
        old = [owner for owner, _ in stated if owner in self.known_papers]
        if old:
            _run(self.transaction, "delete_area_memberships", ids=old)
        rows = [
            (owner, id_, at == 0, score, area_name_from_id(id_))
            for owner, areas in stated
            for at, (id_, score) in enumerate(_scores(areas).items())
        ]
        if rows:
            _run(self.transaction, "create_area_memberships", memberships=rows)

    def _resolve(self) -> None:
        """Make citations of the references that waited for the records of this batch."""
        rows = [(id_, self.paper_of[id_]) for id_ in sorted(self.unresolved) if id_ in self.paper_of]
        if rows:
            made = _run(self.transaction, "resolve_references", rows=rows)
            self.result.citations_new += made["citations"]
            self.result.self_citations += made["self_citations"]
            self.result.references_outside -= made["references"]

    def _write_references(self, written: Mapping[str, PaperRecord]) -> None:
        stated = {owner: record.references for owner, record in written.items() if record.references is not None}
        old_ids = [owner for owner in stated if owner in self.known_papers]
        old = {id_: (set(here), set(outside)) for id_, here, outside in self._read_references(old_ids)}
        new_here: Rows = {}
        new_outside: Rows = {}
        gone_here: Rows = {}
        gone_outside: Rows = {}
        for owner, references in stated.items():
            here, outside = self._targets(owner, references)
            old_here, old_outside = old.get(owner, (set[str](), set[str]()))
            _put(new_here, owner, here - old_here)
            _put(new_outside, owner, outside - old_outside)
            _put(gone_here, owner, old_here - here)
            _put(gone_outside, owner, old_outside - outside)
        if gone_here:
            _run(self.transaction, "delete_citations", rows=list(gone_here.items()))
        if gone_outside:
            _run(self.transaction, "delete_unresolved_references", rows=list(gone_outside.items()))
        if new_here:
            counts = Counter(id_ for ids in new_here.values() for id_ in ids)
            rows = list(new_here.items())
            _run(self.transaction, "create_citations", rows=rows, counts=list(counts.items()))
        if new_outside:
            _run(self.transaction, "create_unresolved_references", rows=list(new_outside.items()))
        self.result.citations_new += sum(map(len, new_here.values()))
        self.result.citations_gone += sum(map(len, gone_here.values()))
        self.result.references_outside += sum(map(len, new_outside.values()))
        self.result.references_outside -= sum(map(len, gone_outside.values()))

    def _targets(self, owner: str, references: Iterable[str]) -> tuple[set[str], set[str]]:
        """Return the papers and the works without a record that a list refers to, each once, itself left out."""
        here: set[str] = set()
        outside: set[str] = set()
        for id_ in references:
            cited = self.paper_of.get(id_)
            if cited == owner:
                self.result.self_citations += 1
                continue
            targets, target = (outside, id_) if cited is None else (here, cited)
            self.result.duplicate_references += target in targets
            targets.add(target)
        return here, outside

    def _read_references(self, ids: list[str]) -> list[tuple[str, list[str], list[str]]]:
        return _run(self.transaction, "read_references", ids=ids)["lists"] if ids else []


def _run(transaction: neo4j.Transaction, name: str, /, **parameters: Any) -> Mapping[str, Any]:
    found = transaction.run(statement(f"write/{name}").text, parameters).single(strict=False)
    return {} if found is None else found.data()


def _all_ids(record: PaperRecord) -> tuple[str, ...]:
    """Return its ids, each once, its own first."""
    return tuple(dict.fromkeys((record.id, *record.ids)))


def _scores(areas: Iterable[AreaMembership]) -> dict[str, float | None]:
    """Return the score of each area, in order; of an area that is named twice the first mention counts."""
    scores: dict[str, float | None] = {}
    for area in areas:
        scores.setdefault(area.id, area.score)
    return scores


def _loaded_digests(marks: Iterable[str] | None) -> dict[str, str]:
    """Return the digest of each record that was loaded for a paper: one paper may have several, one for each id."""
    return dict(mark.split(" ") for mark in marks or ())


def _put(rows: Rows, owner: str, ids: set[str]) -> None:
    # sorted, so that two transactions take locks in one order and a run can be repeated exactly
    if ids:
        rows[owner] = sorted(ids)


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


def _digest(record: PaperRecord) -> str:
    """Return what tells this record from any other one for the same paper."""
    text = json.dumps(asdict(record), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
