"""The report of a load."""

import json

from graphsvc.domain.records import Odd, Refused
from graphsvc.ingest.report import MOST_LISTED, Report


def test_the_exit_status() -> None:
    """0 all loaded, 3 some refused, 4 cut short; what is odd is no failure; cut short weighs more."""
    refused = Refused(1, "no", "")
    report = Report()
    report.note_odd("f", Odd(1, "odd"))
    assert 0 == report.exit_status
    report.refuse("f", refused)
    assert 3 == report.exit_status
    report.cut_short = "f is cut short"
    assert 4 == report.exit_status


def test_long_lists_are_cut_and_counts_are_not() -> None:
    """The first thousand are listed one by one, all are counted."""
    report = Report()
    for number in range(MOST_LISTED + 5):
        report.refuse("f", Refused(number, "no", ""))
        report.note_odd("f", Odd(number, "odd"))
    told = report.as_json()
    assert (1_005, 1_005, 1_000, 1_000) == (
        told["refused"],
        told["odd_values"],
        len(told["refused_lines"]),
        len(told["odd_lines"]),
    )


def test_the_report_is_json() -> None:
    """Each listed line has its file, number and reason."""
    report = Report()
    report.refuse("f", Refused(3, "no", "qu"))
    report.note_odd("g", Odd(4, "odd"))
    told = json.loads(json.dumps(report.as_json()))
    assert [{"file": "f", "line": 3, "reason": "no", "quoted": "qu"}] == told["refused_lines"]
    assert [{"file": "g", "line": 4, "reason": "odd"}] == told["odd_lines"]
