"""Writes citations and references to works without a record: the edges of a batch, and the counts they make."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphsvc.domain.records import CitationRecord, PaperRecord
from graphsvc.graph.batch_result import BatchResult
from graphsvc.graph.reference_lists import (
    ListChange,
    Sources,
    add_to_list,
    replace_list,
    statement_source,
    stored_sources,
)
from graphsvc.graph.works import Works

Run = Callable[..., Mapping[str, Any]]
"""Runs a statement of cypher/write in the batch's transaction."""


@dataclass(slots=True)
class Edges:
    """The edges of one batch; `works` is shared with whatever else writes the batch."""

    run: Run
    works: Works
    result: BatchResult

    def resolve(self, ids: Iterable[str]) -> None:
        """Make citations of the references that waited for these ids, as far as papers have them now."""
        waiting = self.works.unresolved
        rows = [
            (id_, self.works.paper_of[id_]) for id_ in sorted(set(ids)) if id_ in waiting and id_ in self.works.paper_of
        ]
        if rows:
            made = self.run("resolve_references", rows=rows)
            waiting.difference_update(id_ for id_, _ in rows)
            self.result.citations_new += made["citations"]
            self.result.self_citations += made["self_citations"]
            self.result.references_outside -= made["references"]

    def write_lists(self, records: Mapping[str, PaperRecord]) -> None:
        """Give papers the reference lists of their records, in place of what those records listed before."""
        stated = {owner: record for owner, record in records.items() if record.references is not None}
        here, outside = self._known_lists([owner for owner in stated if owner in self.works.papers])
        changes_here: dict[str, ListChange] = {}
        changes_outside: dict[str, ListChange] = {}
        for owner, record in stated.items():
            papers, others = self._targets(owner, record.references or ())
            for changes, known, wanted in ((changes_here, here, papers), (changes_outside, outside, others)):
                if owner in known or wanted:
                    changes[owner] = replace_list(known.get(owner, {}), wanted, record.id)
        self._write_citations(changes_here)
        self._write_outside(changes_outside)

    def write_statements(self, records: Sequence[CitationRecord]) -> bool:
        """Write citations that are stated by themselves, and tell whether that changed what is known of them.

        Both ends become papers, if only by their id.
        """
        self.result.unmatched += sum(record.cited is None for record in records)
        ends = dict.fromkeys(id_ for record in records for id_ in (record.citing, record.cited) if id_ is not None)
        unknown = [id_ for id_ in ends if id_ not in self.works.paper_of]
        if unknown:
            self.run("create_papers_known_by_id", ids=unknown)
            self.works.found(unknown, (), ())
            self.result.known_by_id += len(unknown)
            self.resolve(unknown)
        facts, wanted = self._facts(records)
        here, _ = self._known_lists(list(wanted))
        changes = {citing: add_to_list(here.get(citing, {}), ids) for citing, ids in wanted.items()}
        self._write_citations(changes)
        only_themselves = [citing for citing, ids in wanted.items() if not ids]
        if only_themselves:
            self.run("set_references_known", ids=only_themselves)
        told = [
            (citing, cited, list(record.contexts), list(record.intents), record.is_influential)
            for (citing, cited), record in facts.items()
            if record.contexts or record.intents or record.is_influential is not None
        ]
        changed = bool(self.run("join_citation_facts", rows=told)["changed"]) if told else False
        return changed or any(change.new or change.retold for change in changes.values())

    def withdraw_statements(self, ids: Iterable[str]) -> list[str]:
        """Take back citations that were stated by themselves; return the papers they were between."""
        sources = {statement_source(id_) for id_ in ids}
        done = self.run("delete_statements", sources=sorted(sources))
        if done["cited"]:
            self.run("recount_citers", ids=done["cited"])
        self.result.citations_gone += done["gone"]
        found = len(sources.intersection(done["found"]))
        self.result.withdrawn += found
        self.result.withdrawn_not_here += len(sources) - found
        return list(dict.fromkeys(done["ends"]))

    def _facts(
        self, records: Iterable[CitationRecord]
    ) -> tuple[dict[tuple[str, str], CitationRecord], dict[str, dict[str, Sources]]]:
        """Return what is told of each pair of papers, its rows joined, and who states it; self-citations left out."""
        facts: dict[tuple[str, str], CitationRecord] = {}
        sources: dict[str, dict[str, Sources]] = {}
        for record in records:
            if record.cited is None:
                continue
            citing, cited = pair = self.works.paper_of[record.citing], self.works.paper_of[record.cited]
            told = sources.setdefault(citing, {})  # who cites itself alone has references that are known all the same
            if citing == cited:
                self.result.self_citations += 1
                continue
            self.result.duplicate_references += pair in facts
            facts[pair] = _joined(facts[pair], record) if pair in facts else record
            told[cited] = told.get(cited, frozenset()) | {statement_source(record.id)}
        return facts, sources

    def _targets(self, owner: str, references: Iterable[str]) -> tuple[set[str], set[str]]:
        """Return the papers and the works without a record that a list refers to, each once, itself left out."""
        here: set[str] = set()
        outside: set[str] = set()
        paper_of = self.works.paper_of
        for id_ in references:
            cited = paper_of.get(id_)
            if cited == owner:
                self.result.self_citations += 1
                continue
            targets, target = (outside, id_) if cited is None else (here, cited)
            self.result.duplicate_references += target in targets
            targets.add(target)
        return here, outside

    def _known_lists(self, ids: Sequence[str]) -> tuple[dict[str, dict[str, Sources]], dict[str, dict[str, Sources]]]:
        rows: list[Any] = self.run("read_references", ids=list(ids))["lists"] if ids else []
        return (
            {citing: {id_: frozenset(sources) for id_, sources in here} for citing, here, _ in rows},
            {citing: {id_: frozenset(sources) for id_, sources in outside} for citing, _, outside in rows},
        )

    def _write_citations(self, changes: Mapping[str, ListChange]) -> None:
        gone, new, retold = _gone(changes), _new(changes), _retold(changes)
        if gone:
            self.run("delete_citations", rows=gone)
        if new:
            counts = Counter(id_ for _, ids, _ in new for id_ in ids)
            self.run("create_citations", rows=new, counts=list(counts.items()))
        if retold:
            self.run("set_citation_sources", rows=retold)
        self.result.citations_gone += _count(gone)
        self.result.citations_new += _count(new)

    def _write_outside(self, changes: Mapping[str, ListChange]) -> None:
        gone, new, retold = _gone(changes), _new(changes), _retold(changes)
        if gone:
            self.run("delete_unresolved_references", rows=gone)
        if new:
            self.run("create_unresolved_references", rows=new)
            # a later record of this very batch may be the one they wait for
            self.works.unresolved.update(id_ for _, ids, _ in new for id_ in ids)
        if retold:
            self.run("set_unresolved_sources", rows=retold)
        self.result.references_outside += _count(new) - _count(gone)


def _count(rows: Iterable[Sequence[Any]]) -> int:
    return sum(len(ids) for _, ids, *_ in rows)


# each in a fixed order, so that a run can be repeated exactly
def _gone(changes: Mapping[str, ListChange]) -> list[tuple[str, list[str]]]:
    return [(citing, sorted(change.gone)) for citing, change in changes.items() if change.gone]


def _new(changes: Mapping[str, ListChange]) -> list[tuple[str, list[str], list[str] | None]]:
    rows: list[tuple[str, list[str], list[str] | None]] = []
    for citing, change in changes.items():
        by_sources: dict[Sources, list[str]] = {}
        for id_, sources in change.new.items():
            by_sources.setdefault(sources, []).append(id_)
        rows += [(citing, sorted(ids), stored_sources(sources, citing)) for sources, ids in by_sources.items()]
    return rows


def _retold(changes: Mapping[str, ListChange]) -> list[tuple[str, str, list[str] | None]]:
    return [
        (citing, target, stored_sources(sources, citing))
        for citing, change in changes.items()
        for target, sources in sorted(change.retold.items())
    ]


def _joined(one: CitationRecord, other: CitationRecord) -> CitationRecord:
    """Return what two rows tell of one citation: all contexts and intents once, influential if either says so."""
    said = [row.is_influential for row in (one, other) if row.is_influential is not None]
    return replace(
        one,
        contexts=tuple(dict.fromkeys(one.contexts + other.contexts)),
        intents=tuple(dict.fromkeys(one.intents + other.intents)),
        is_influential=any(said) if said else None,
    )
