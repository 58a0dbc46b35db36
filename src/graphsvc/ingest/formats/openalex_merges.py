"""Reads OpenAlex's lists of merged works: CSV with `merge_date,id,merge_into_id`.

Chains and loops of merges are given on as they stand; the store follows them.
"""

import csv
from collections.abc import Iterator
from typing import Final

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import Located, MergeRecord, Odd, Refused
from graphsvc.ingest.fields import quoted
from graphsvc.ingest.files import MAX_LINE_BYTES, Line, Source, read_lines
from graphsvc.ingest.items import Item

NAME = "openalex_merges"
_HEADER: Final = ("merge_date", "id", "merge_into_id")


def recognises(head: bytes) -> bool:
    """Tell whether an input begins with the header of a list of merges. Never raises."""
    try:
        first = head.lstrip(b"\xef\xbb\xbf\r\n").partition(b"\n")[0]
        return set(_HEADER) <= set(_header(_cells(Line(1, first))))
    except BadInput:
        return False


def read(source: Source) -> Iterator[Item]:
    """Yield each merge; one of an id into itself is told and left out. Raises CutShort."""
    columns = {name: at for at, name in enumerate(_HEADER)}
    is_first = True
    for line in read_lines(source):
        try:
            cells = _cells(line)
            if is_first and "id" in _header(cells):
                columns = {name: at for at, name in enumerate(_header(cells))}
                continue
            merge = MergeRecord(_work(cells, columns, "id"), _work(cells, columns, "merge_into_id"))
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        finally:
            is_first = False
        if merge.id == merge.into:
            yield Odd(line.number, f"{merge.id} is said to be merged into itself; this changes nothing")
        else:
            yield Located(line.number, merge, quoted(line.data))


def _cells(line: Line) -> list[str]:
    if line.data is None:
        raise BadInput(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    text = line.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").rstrip("\r\n")
    if '"' not in text:
        return text.split(",") if text else []
    try:
        rows = list(csv.reader([text]))
    except csv.Error as error:
        raise BadInput(f"the line is not CSV: {error}") from None
    return rows[0] if rows else []


def _header(cells: list[str]) -> list[str]:
    return [cell.strip().lower() for cell in cells]


def _work(cells: list[str], columns: dict[str, int], name: str) -> str:
    at = columns.get(name)
    if at is None or at >= len(cells):
        raise BadInput(f"`{name}` is missing")
    id_ = normal_id(cells[at])
    if not id_.startswith("openalex:"):
        raise BadInput(f"{id_} is not a work of OpenAlex")
    return id_
