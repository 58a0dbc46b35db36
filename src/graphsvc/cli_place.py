"""The command that places papers without an area by their own words."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from graphsvc import app
from graphsvc.domain.errors import Stopped
from graphsvc.domain.text import counted
from graphsvc.graph.connect import open_writer
from graphsvc.place.calibrate import Calibration
from graphsvc.place.models import DEFAULT_MODEL
from graphsvc.place.run import ACCURACY, Counts, PlaceOptions, Placing, place_papers, take_back
from graphsvc.settings import read_settings
from graphsvc.terminal import PLAIN_LINE_EVERY_S, say


@click.command()
@click.option("--model", default=DEFAULT_MODEL, show_default=True, help="The text model, a plug-in's by its name.")
@click.option(
    "--accuracy",
    type=click.FloatRange(0, 1),
    default=ACCURACY,
    show_default=True,
    help="Place what was right at least so often among papers whose area is known.",
)
@click.option("--threshold", type=float, help="Place from this score on, however often that was right.")
@click.option("--dry-run", is_flag=True, help="Measure and count, and write nothing.")
@click.option("--take-back", "takes_back", is_flag=True, help="Only take back what earlier runs placed.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def place(model: str, accuracy: float, threshold: float | None, dry_run: bool, takes_back: bool, as_json: bool) -> None:
    """Put papers without an area where their own title and abstract fit, and leave those that fit nowhere off the map.

    Learns from the papers whose area is known, and holds some of them out to measure how often a score is right. What
    an earlier run placed is placed anew; a source that tells the area of a paper later has the last word.
    """
    if takes_back and (dry_run or threshold is not None):
        raise click.UsageError("--take-back places nothing: leave --dry-run and --threshold out")
    began = time.monotonic()
    options = PlaceOptions(model, accuracy, threshold, dry_run)
    with app.open_database(read_settings(), say) as connection:
        app.prepare_store(connection, say)
        with open_writer(connection) as writer:
            try:
                if takes_back:
                    say(f"{counted(take_back(writer), 'paper')} taken back")
                    return
                placing = place_papers(writer, options, lambda found: None if as_json else _tell(found), _Progress())
            except KeyboardInterrupt:
                raise Stopped("stopped; run the same command again to place the others too") from None
    if as_json:
        click.echo(json.dumps(as_object(placing), indent=2))
        return
    _tell_counts(placing, dry_run=dry_run)
    say(f"done in {time.monotonic() - began:.1f} s")


def as_object(placing: Placing) -> dict[str, Any]:
    """Return all figures under the names that a machine reads."""
    return {
        "areas": placing.areas,
        "learnedFrom": placing.members,
        "withAbstract": _calibration(placing.abstracts, placing.threshold),
        "titleAlone": _calibration(placing.titles, placing.title_threshold),
        **{_camel(name): count for name, count in asdict(placing.counts).items()},
    }


class _Progress:
    """Tells now and then how far the placing has come."""

    def __init__(self) -> None:
        self._next_line = time.monotonic() + PLAIN_LINE_EVERY_S

    def __call__(self, counts: Counts) -> None:
        if time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + PLAIN_LINE_EVERY_S
            say(f"{counts.placed:,} placed, {_not_placed(counts):,} not")


def _tell(placing: Placing) -> None:
    if not placing.members:
        say("No paper has an area to learn from: load areas with the papers, or build some.")
        return
    say(f"Learned from {counted(placing.members, 'paper')} in {counted(placing.areas, 'area')}.")
    _tell_calibration("Papers with an abstract", placing.abstracts, placing.threshold)
    _tell_calibration("Papers with a title alone", placing.titles, placing.title_threshold)


def _tell_calibration(who: str, found: Calibration, threshold: float | None) -> None:
    if not found.is_measured:
        known = f"only {found.held_out:,}" if found.held_out else "none"
        say(f"\n{who}: {known} to hold out, so the threshold is that of the others: {_told(threshold)}")
        return
    say(
        f"\n{who}, measured on {found.held_out:,} held out (the most frequent area would be one of theirs in "
        f"{_percent(found.most_frequent)}, the main one in {_percent(found.main_most_frequent)}):"
    )
    _print_rows(
        ("score from", "placed", "in one of its areas", "in the main one", ""),
        [
            (
                f"{step.threshold:.3f}",
                _percent(step.coverage),
                _percent(step.accuracy),
                _percent(step.main_accuracy),
                "taken" if step.threshold == threshold else "",
            )
            for step in found.steps
        ],
    )
    say(f"threshold {_told(threshold)}")


def _print_rows(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        say("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _tell_counts(placing: Placing, *, dry_run: bool) -> None:
    counts = placing.counts
    rows = (
        ("placed", counts.placed),
        ("fit no area", counts.no_area_fits),
        ("have a title alone that does not suffice", counts.title_too_little),
        ("have neither title nor abstract", counts.without_words),
        ("would change" if dry_run else "changed since the last run", counts.changed),
    )
    width = max(len(f"{count:,}") for _, count in rows)
    say("")
    for label, count in rows:
        say(f"  {count:>{width},}  {label}")
    if dry_run:
        say("A dry run: nothing was written.")


def _calibration(found: Calibration, threshold: float | None) -> dict[str, Any]:
    return {
        "heldOut": found.held_out,
        "threshold": threshold,
        "mostFrequentArea": found.most_frequent,
        "mostFrequentMainArea": found.main_most_frequent,
        "steps": [{_camel(name): value for name, value in asdict(step).items()} for step in found.steps],
    }


def _not_placed(counts: Counts) -> int:
    return counts.no_area_fits + counts.title_too_little + counts.without_words


def _told(threshold: float | None) -> str:
    return "none: no score was right often enough, so nothing is placed" if threshold is None else f"{threshold:.3f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
