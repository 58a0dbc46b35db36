"""What a load tells of itself: on the screen, as JSON, and kept in the store."""

import datetime
from dataclasses import asdict, dataclass, field
from typing import Any

from graphsvc.domain.records import Odd, Refused
from graphsvc.graph.batch_result import BatchResult

MOST_LISTED = 1_000
"""Refused lines and odd values listed one by one; beyond that they are only counted."""


@dataclass(slots=True)
class Report:
    """The counts of one load. A paper's record is new, changed, same or refused."""

    read: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    merged: int = 0
    stale: int = 0
    merged_without_target: int = 0
    refused: int = 0
    odd_values: int = 0
    citations_new: int = 0
    citations_gone: int = 0
    self_citations: int = 0
    duplicate_references: int = 0
    references_outside: int = 0
    unmatched: int = 0
    known_by_id: int = 0
    areas_changed: int = 0
    cut_short: str | None = None
    refused_lines: list[tuple[str, Refused]] = field(default_factory=list[tuple[str, Refused]])
    odd_lines: list[tuple[str, Odd]] = field(default_factory=list[tuple[str, Odd]])
    seconds: float = 0.0

    def add(self, result: BatchResult) -> None:
        """Count what a batch did."""
        self.new += result.new
        self.changed += result.changed
        self.same += result.same
        self.merged += result.merged
        self.stale += result.stale
        self.merged_without_target += result.merged_without_target
        self.citations_new += result.citations_new
        self.citations_gone += result.citations_gone
        self.self_citations += result.self_citations
        self.duplicate_references += result.duplicate_references
        self.references_outside += result.references_outside
        self.unmatched += result.unmatched
        self.known_by_id += result.known_by_id
        self.areas_changed += result.areas_changed

    def refuse(self, file: str, refused: Refused) -> None:
        """Count a refused line, and list it while there is room."""
        self.refused += 1
        if len(self.refused_lines) < MOST_LISTED:
            self.refused_lines.append((file, refused))

    def note_odd(self, file: str, odd: Odd) -> None:
        """Count a value that was left out, and list it while there is room."""
        self.odd_values += 1
        if len(self.odd_lines) < MOST_LISTED:
            self.odd_lines.append((file, odd))

    @property
    def exit_status(self) -> int:
        """0 all loaded; 3 loaded, some records refused; 4 an input was cut short."""
        return 4 if self.cut_short else 3 if self.refused else 0

    def as_json(self) -> dict[str, Any]:
        """Return the report for a machine."""
        counts = {name: value for name, value in asdict(self).items() if not isinstance(value, list)}
        return {
            **counts,
            "refused_lines": [{"file": file, **asdict(refused)} for file, refused in self.refused_lines],
            "odd_lines": [{"file": file, **asdict(odd)} for file, odd in self.odd_lines],
        }

    def load_properties(self, source: str, started: datetime.datetime, *, finished: bool) -> dict[str, Any]:
        """Return what the store keeps of it."""
        return {
            "source": source,
            "started": started,
            "finished": datetime.datetime.now(datetime.UTC) if finished else None,
            "read_count": self.read,
            "new_count": self.new,
            "changed_count": self.changed,
            "same_count": self.same,
            "refused_count": self.refused,
        }
