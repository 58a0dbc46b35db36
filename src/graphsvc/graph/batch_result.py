"""What writing a batch of records did."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class BatchResult:
    """What one batch did; the counts of the load's report."""

    new: int = 0
    changed: int = 0
    same: int = 0
    merged: int = 0
    stale: int = 0
    """Records of ids that were merged into others."""
    merged_without_target: int = 0
    withdrawn: int = 0
    """Records and statements that their source took back."""
    withdrawn_not_here: int = 0
    citations_new: int = 0
    citations_gone: int = 0
    self_citations: int = 0
    duplicate_references: int = 0
    unmatched: int = 0
    known_by_id: int = 0
    """How many more papers are known by their id alone; fewer, where it is negative."""
    areas_changed: int = 0
    references_outside: int = 0
    """How many more references point to works without a record; fewer, where it is negative."""
    conflicts: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Records that could not be written: place in the batch, reason."""
