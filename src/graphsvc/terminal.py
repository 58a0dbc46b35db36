"""What the command line shows: progress, reports and a paper's page as text."""

import sys
import time
from pathlib import PurePath
from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from graphsvc.domain.dataset import Dataset
from graphsvc.domain.lists import PaperList, YearCount
from graphsvc.domain.paper import Paper
from graphsvc.domain.placement import placement
from graphsvc.domain.records import Odd, Refused
from graphsvc.domain.text import counted
from graphsvc.ingest.files import Source
from graphsvc.ingest.report import MOST_LISTED, Report

PLAIN_LINE_EVERY_S = 5.0
BAR_CELLS = 40
LISTED_REFUSALS = 20


def say(text: str) -> None:
    """Tell a person something; on standard error, so that answers on standard output stay clean."""
    print(text, file=sys.stderr, flush=True)


class LoadProgress:
    """Shows how far a load has come: a bar on a terminal, a plain line now and then elsewhere."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._next_line = 0.0

    def __enter__(self) -> "LoadProgress":
        if sys.stderr.isatty() and not self._quiet:
            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[counts]}"),
            )
            self._bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True))
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, report: Report, source: Source) -> None:
        """Show the state after a batch."""
        counts = f"{counted(report.read, 'record')}, {counted(report.citations_new, 'citation')}"
        name = PurePath(source.name).name
        if self._bar:
            if source.name not in self._tasks:
                self._tasks[source.name] = self._bar.add_task(escape(name), total=source.size_bytes, counts="")
            self._bar.update(self._tasks[source.name], completed=source.done_bytes(), counts=counts)
        elif not self._quiet and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + PLAIN_LINE_EVERY_S
            percent = f" ({100 * source.done_bytes() // source.size_bytes} %)" if source.size_bytes else ""
            say(f"{name}{percent}: {counts}")


def print_report(report: Report) -> None:
    """Print what a load took, refused and left out."""
    rows = (
        ("read", report.read),
        ("new", report.new),
        ("changed", report.changed),
        ("the same as before", report.same),
        ("refused", report.refused),
        ("records of ids that were merged into others", report.stale),
        ("merged ids whose target has no record", report.merged_without_target),
        ("records and statements taken back by their source", report.withdrawn),
        ("taken back that are not here", report.withdrawn_not_here),
        ("papers that turned out to be one with another", report.merged),
        ("citations new", report.citations_new),
        ("citations gone", report.citations_gone),
        ("papers known by their id alone", report.known_by_id),
        ("entries that name no work", report.unmatched),
        ("more references to works without a record", report.references_outside),
        ("self-citations left out", report.self_citations),
        ("duplicate references left out", report.duplicate_references),
        ("areas new or changed", report.areas_changed),
        ("odd values left out", report.odd_values),
    )
    width = max(len(f"{count:,}") for _, count in rows)
    for label, count in rows:
        if count > 0 or label in ("read", "refused"):
            say(f"  {count:>{width},}  {label}")
    for file, odd in sorted(report.odd_lines, key=_place)[:LISTED_REFUSALS]:
        say(f"{file}, line {odd.line}: left out {odd.reason}")
    for file, refused in sorted(report.refused_lines, key=_place)[:LISTED_REFUSALS]:
        say(f"{file}, line {refused.line}: refused, {refused.reason}\n    {refused.quoted}")
    hidden = sum(max(0, count - LISTED_REFUSALS) for count in (report.refused, report.odd_values))
    if hidden:
        say(f"and {hidden:,} more; --report FILE writes up to {MOST_LISTED:,} of each")
    if report.cut_short:
        say(report.cut_short)
    rate = (
        f", {report.citations_new / report.seconds:,.0f} citations a second"
        if report.seconds > 1 and report.citations_new
        else ""
    )
    say(f"done in {report.seconds:.1f} s{rate}")
    if report.dry_run:
        say("A dry run: nothing was written. New and changed is against the store as it is; citations are not counted.")


def print_paper(paper: Paper, citers: PaperList, references: PaperList, dataset: Dataset) -> None:
    """Print a paper's page."""
    console = Console(highlight=False)
    console.print(f"[bold]{escape(paper.title or paper.id)}[/bold]")
    if paper.authors:
        more = paper.author_count - len(paper.authors)
        names = ", ".join(author.name for author in paper.authors)
        console.print(escape(names + (f" and {more:,} more" if more else "")))
    facts = [*map(str, paper.identifiers), paper.published.iso if paper.published else "date unknown"]
    facts += [text for text in (paper.venue, ", ".join(paper.categories)) if text]
    console.print(escape(" · ".join(facts)), style="dim")
    if paper.abstract:
        console.print(f"\n{escape(paper.abstract)}")
    through = f" (data through {dataset.data_through.isoformat()})" if dataset.data_through else ""
    console.print(f"\nCited by [bold]{counted(paper.cited_by_count, 'paper')}[/bold] here{through}.")
    if paper.source_cited_by_count is not None:
        console.print(f"Its source says {paper.source_cited_by_count:,}.")
    console.print(escape(placement(paper, citers).explanation))

    console.print("\n[bold]Builds on[/bold]")
    if paper.references_here is None:
        console.print("No reference list yet.")
    else:
        outside = f", {paper.references_outside:,} more without a record here" if paper.references_outside else ""
        console.print(f"{counted(paper.references_here, 'paper')} here{outside}")
        _print_papers(console, references)

    console.print("\n[bold]Built on by[/bold]")
    largest = max((bar.count for bar in citers.years), default=0)
    for bar in citers.years:
        cells = "█" * round(BAR_CELLS * bar.count / largest) if largest else ""
        console.print(f"{_year_label(bar):>14} {cells} {bar.count:,}")
    if citers.undated:
        console.print(f"{'undated':>14} {citers.undated:,}")
    for entry in citers.areas:
        console.print(f"{entry.count:>6,}  {escape(entry.area.name)}")
    _print_papers(console, citers)


def _print_papers(console: Console, found: PaperList) -> None:
    if not found.papers:
        return
    table = Table(box=None, show_header=True, pad_edge=False, header_style="dim")
    table.add_column("cited by", justify="right")
    table.add_column("year")
    table.add_column(f"{len(found.papers):,} most cited of {found.total:,}")
    for listed in found.papers:
        paper = listed.paper
        year = str(paper.published.year) if paper.published else "–"
        table.add_row(f"{paper.cited_by_count:,}", year, escape(paper.title or paper.id))
    console.print(table)


def _year_label(bar: YearCount) -> str:
    if bar.is_partial and bar.through and bar.through.year == bar.year:
        return f"{bar.year} to {bar.through.day} {bar.through:%b}"
    return f"{bar.year} (ahead)" if bar.is_partial else str(bar.year)


def _place(listed: tuple[str, Odd | Refused]) -> tuple[str, int]:
    file, line = listed
    return file, line.line
