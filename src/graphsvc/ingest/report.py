"""What a load tells of itself: on the screen, as JSON, and kept in the store."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from graphsvc.domain.records import AreaRecord, Located, Odd, Record, Refused
from graphsvc.graph.batch_result import BatchResult
from graphsvc.ingest.items import Item

MOST_LISTED = 1_000
"""Refused lines and odd values listed one by one; beyond that they are only counted."""


@dataclass(slots=True)
class Report:
    """The counts of one load. A paper's record is new, changed, same or refused.

    A dry run counts records alone: which citations they would make depends on records that it did not write.
    """

    dry_run: bool = False
    read: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    merged: int = 0
    stale: int = 0
    merged_without_target: int = 0
    withdrawn: int = 0
    withdrawn_not_here: int = 0
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

    def after(self, file: str, batch: Iterable[Item], result: BatchResult) -> "Report":
        """Return the report with a batch of a file counted, and what writing its records did."""
        report = replace(self, refused_lines=[*self.refused_lines], odd_lines=[*self.odd_lines])
        located: list[Located[Record]] = []
        for item in batch:
            if isinstance(item, Refused):
                report.read += 1
                report.refuse(file, item)
            elif isinstance(item, Odd):
                report.note_odd(file, item)
            else:
                report.read += not isinstance(item.record, AreaRecord)
                located.append(item)
        report.add(result)
        for place, reason in result.conflicts:
            report.refuse(file, Refused(located[place].line, reason, located[place].quoted))
        return report

    def add(self, result: BatchResult) -> None:
        """Count what writing a batch did."""
        for each in OF_RECORDS if self.dry_run else OF_BATCHES:
            setattr(self, each, getattr(self, each) + getattr(result, each))

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


def report_from_json(values: Mapping[str, Any]) -> Report:
    """Return the report that `as_json` made this of."""
    plain = {name: value for name, value in values.items() if name not in ("refused_lines", "odd_lines")}
    return Report(
        **plain,
        refused_lines=[
            (row["file"], Refused(row["line"], row["reason"], row["quoted"])) for row in values["refused_lines"]
        ],
        odd_lines=[(row["file"], Odd(row["line"], row["reason"])) for row in values["odd_lines"]],
    )


OF_BATCHES = tuple(each.name for each in fields(BatchResult) if each.name != "conflicts")
OF_RECORDS = ("new", "changed", "same", "merged", "stale", "withdrawn", "withdrawn_not_here", "areas_changed")
