"""The table of a hub's citers: how many there are of each kind. Any filter and any facet can be counted from it.

A kind is a year, a type, a venue, a set of areas and whether the citation is influential. The store keeps the table as
bytes: compressed, a line of JSON that says what the columns' numbers stand for, then column after column of numbers as
short as they can be. So 300,000 citers of as many kinds are some hundred kB, counted in some ten milliseconds.
"""

import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Final, Literal

import orjson

from graphsvc.domain.lists import AreaCount, AreaRef, ListRequest, PaperFilter, ValueCount, value_counts

Kind = tuple[int | None, str | None, str | None, Sequence[int], bool | None, int]
"""A year, a type, a venue, the numbers of areas, whether the citation is influential; how many citers are like that."""

FIELDS: Final = ("venue", "type", "areas", "year", "influential")
Width = Literal["B", "H", "I"]
WIDTHS: Final[tuple[tuple[Width, int], ...]] = (("B", 2**8), ("H", 2**16), ("I", 2**32))
LEVEL: Final = 1
"""Of compression: a higher one takes twice as long for some hundredths less."""


def packed_table(kinds: Iterable[Kind], areas: Mapping[int, tuple[str, str]]) -> bytes:
    """Return the table of some kinds; `areas` has the ids and names of all areas by number."""
    codes: list[dict[Any, int]] = [{} for _ in FIELDS]
    rows = [
        (*(known.setdefault(value, len(known)) for known, value in zip(codes, values, strict=True)), count)
        for *values, count in (
            (venue, type_, tuple(numbers), year, *rest) for year, type_, venue, numbers, *rest in kinds
        )
    ]
    rows.sort()  # equal values stand together then: that is what compresses
    columns: list[Sequence[int]] = list(zip(*rows, strict=True)) if rows else [()] * (len(FIELDS) + 1)
    packed = [_shortest(column) for column in columns]
    values = {field: list(known) for field, known in zip(FIELDS, codes, strict=True)}
    used = sorted({number for numbers in values["areas"] for number in numbers})
    head = {
        "values": values,
        "areas": {str(number): areas[number] for number in used},
        "widths": "".join(column.typecode for column in packed),
        "kinds": len(rows),
    }
    return zlib.compress(b"\n".join((orjson.dumps(head), b"".join(map(_little_endian, packed)))), LEVEL)


def counted_kinds(kinds: Iterable[Kind]) -> Counter[tuple[Any, ...]]:
    """Return how many citers are of each kind, whatever the order they were told in."""
    counts = Counter[tuple[Any, ...]]()
    for year, type_, venue, numbers, influential, count in kinds:
        counts[year, type_, venue, tuple(numbers), influential] += count
    return counts


def unpacked_kinds(packed: bytes) -> Counter[tuple[Any, ...]]:
    """Return what a table says, as `counted_kinds` has it."""
    head, columns = _unpacked(packed)
    named = [[head["values"][field][code] for code in columns[field]] for field in FIELDS]
    venues, types, areas, years, influential = named
    return counted_kinds(zip(years, types, venues, areas, influential, columns["count"], strict=True))


class TableNumbers:
    """The numbers of one list of a hub's citers, each facet under every filter but its own, counted from its table."""

    def __init__(self, request: ListRequest, packed: bytes) -> None:
        head, self._columns = _unpacked(packed)
        self._request = request
        self._values: dict[str, list[Any]] = head["values"]
        self._area_of: dict[str, tuple[str, str]] = head["areas"]
        self._known: dict[str, list[tuple[Any, int]]] = {}
        self._masks = {name: self._mask(name, keeps) for name, keeps in self._kept_values(request.filter).items()}

    def total(self) -> int:
        """Return how many papers the filter keeps."""
        chosen = self._chosen()
        counts = self._columns["count"]
        return sum(counts if chosen is None else compress(counts, chosen))

    def years(self) -> dict[str, int]:
        """Return the counts by year as text, those of no year under ""."""
        return {"" if year is None else str(year): count for year, count in self._counted("year") if count}

    def areas(self) -> list[AreaCount]:
        """Return the largest counts by area."""
        by_area: dict[int, int] = {}
        for numbers, count in self._counted("areas"):
            for number in numbers:
                by_area[number] = by_area.get(number, 0) + count
        named = ((count, *self._area_of[str(number)]) for number, count in by_area.items() if count)
        ordered = sorted((-count, name, id_) for count, id_, name in named)
        return [AreaCount(AreaRef(id_, name), -less) for less, name, id_ in ordered[: self._request.areas_first]]

    def no_area(self) -> int:
        """Return how many are in no area."""
        return sum(count for numbers, count in self._counted("areas") if not numbers)

    def types(self) -> tuple[tuple[ValueCount, ...], int]:
        """Return the largest counts by type, and how many have none."""
        return counted_values(self._counted("type"), self._request.types_first)

    def venues(self) -> tuple[tuple[ValueCount, ...], int]:
        """Return the largest counts by venue, and how many have none."""
        return counted_values(self._counted("venue"), self._request.venues_first)

    def _kept_values(self, kept: PaperFilter) -> dict[str, Callable[[Any], bool]]:
        """Return for each field that is filtered what its values must be like."""
        tests: dict[str, Callable[[Any], bool]] = {}
        if kept.first_year is not None or kept.last_year is not None:
            first, last = kept.first_year or 0, 9_999 if kept.last_year is None else kept.last_year
            tests["year"] = lambda year: year is not None and first <= year <= last
        for name, texts in (("type", kept.types), ("venue", kept.venues)):
            if texts is not None:
                tests[name] = _is_one_of(texts)
        if kept.areas is not None or kept.has_area is not None:
            tests["areas"] = lambda numbers: self._is_in_areas(numbers, kept)
        if kept.is_influential is not None:
            tests["influential"] = lambda told: told is kept.is_influential
        return tests

    def _is_in_areas(self, numbers: Sequence[int], kept: PaperFilter) -> bool:
        if kept.has_area is not None and kept.has_area is not bool(numbers):
            return False
        return kept.areas is None or any(self._area_of[str(number)][0] in kept.areas for number in numbers)

    def _mask(self, name: str, keeps: Callable[[Any], bool]) -> int:
        """Return one byte for each kind, 1 where its value is kept, as one number: so several are joined at once."""
        flags, column = bytes(map(keeps, self._values[name])), self._columns[name]
        if column.itemsize == 1:
            return int.from_bytes(column.tobytes().translate(flags.ljust(256, b"\0")), "little")
        return int.from_bytes(bytes(map(flags.__getitem__, column)), "little")

    def _chosen(self, but: str = "") -> bytes | None:
        """Return one byte for each kind, 1 where all filters but one keep it; None where they keep all."""
        masks = [mask for name, mask in self._masks.items() if name != but]
        if not masks:
            return None
        joined, *others = masks
        for mask in others:
            joined &= mask
        return joined.to_bytes(len(self._columns["count"]), "little")

    def _counted(self, name: str) -> list[tuple[Any, int]]:
        """Return each value of a field with how many have it, the filter of the field itself aside."""
        if name in self._known:
            return self._known[name]
        values, chosen = self._values[name], self._chosen(but=name)
        totals = [0] * len(values)
        kinds = zip(self._columns[name], self._columns["count"], strict=True)
        for code, count in kinds if chosen is None else compress(kinds, chosen):
            totals[code] += count
        self._known[name] = list(zip(values, totals, strict=True))
        return self._known[name]


def counted_values(counts: Iterable[tuple[str | None, int]], first: int) -> tuple[tuple[ValueCount, ...], int]:
    """Return the `first` largest counts of values, and how many have none."""
    told = [(value, count) for value, count in counts if count]
    known = [(value, count) for value, count in told if value is not None]
    return value_counts(known, first), sum(count for value, count in told if value is None)


def _is_one_of(texts: Iterable[str]) -> Callable[[str | None], bool]:
    wanted = {text.lower() for text in texts}
    return lambda value: value is not None and value.lower() in wanted


def _unpacked(packed: bytes) -> tuple[dict[str, Any], "dict[str, array[int]]"]:
    """Return a table's head, and its columns by field, that of the counts under "count"."""
    line, _, body = zlib.decompress(packed).partition(b"\n")
    head: dict[str, Any] = orjson.loads(line)
    widths: Sequence[Width] = head["widths"]
    columns: dict[str, array[int]] = {}
    start = 0
    for name, width in zip((*FIELDS, "count"), widths, strict=True):
        column = array(width)
        end = start + column.itemsize * head["kinds"]
        column.frombytes(body[start:end])
        columns[name] = _native(column)
        start = end
    return head, columns


def _shortest(column: Sequence[int]) -> "array[int]":
    most = max(column, default=0)
    return array(next(width for width, end in WIDTHS if most < end), column)


def _native(column: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        column.byteswap()
    return column


def _little_endian(column: "array[int]") -> bytes:
    return _native(column[:]).tobytes()
