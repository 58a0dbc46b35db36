"""Readers on what no source meant to write: random bytes, real files that were damaged, compressed data that were cut.

GRAPHSVC_TEST_FUZZ=20000 looks as many times deeper, each time elsewhere; without it the same few inputs are read.
"""

import gzip
import io
import json
import lzma
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphsvc.domain.errors import BadInput
from graphsvc.domain.records import AreaRecord, Located, Odd
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import FORMATS, Format, ReadOptions, reader_for
from graphsvc.ingest.inputs import find_inputs
from graphsvc.ingest.items import Item
from tests.unit.ingest.formats.reading import flaws, json_values, read_until_cut, source
from tests.unit.ingest.formats.samples import LINE_SAMPLES, SAMPLES

DEEPER = os.environ.get("GRAPHSVC_TEST_FUZZ")
fuzz = settings(
    max_examples=int(DEEPER or 20),
    derandomize=not DEEPER,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink),
)
each_format = pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.NAME)
each_of_lines = pytest.mark.parametrize(
    "each", [each for each in FORMATS if each.NAME in LINE_SAMPLES], ids=lambda each: each.NAME
)

WILD_VALUES = [
    None, True, False, 0, -1, 2**63 - 1, 2**63, 2**64, 10**40, -(10**400), 0.5, 1e308, float("nan"), float("-inf"),
    "", " ", "\x00", "\ud800", "a\udc00b", "\u202eabc", "x" * 1_001, "é" * 10_001, "a\u0958" * 6_000, "\ufb2c" * 9_000,
    [], {}, [[]], [None], [[None]], [{}], {"a": []}, [[[[[[1]]]]]], "NaN", "2023-02-30", "0", "10.5555/A", "x:a", "1e5",
    "https://openalex.org/W0001", "https://doi.org/10.48550/arXiv.2101.99999", "\\", "{", "[", '"', "&amp;lt;b&gt;",
    ["x:a", 7, "x:a"], ["a", "a"], [["a", "b"], ["c"]], {"date-parts": [[2016, 2, 30]]}, {"date-parts": [["x"]]},
    {"name": "\x07"}, [{"name": "y" * 20_000}], [{"id": "z" * 2_000, "name": "A"}], "a;b|c", "[1]", '["a"', 10**18,
]  # fmt: skip
WILD_BYTES = [
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"{", b"}", b"[", b"]", b'"', b"\\", b",", b":",
    b"\t", b"\r", b";", b"|", b"#", b"@", b"%", b"=", b"NaN", b"null", b"[" * 2_000, b'"' * 9, b"\\u0000", b"\\ud800",
    b"NumberInt(", b"<p>", b"&#0;", b"&#xd800;", b"1e999", b"-", b"9" * 400, b"{}", b"@misc{a,", b" and ", b"\x1f\x8b",
]  # fmt: skip
WILD_CELLS = ["", " ", "NaN", '"', '""', '"a', "x" * 1_001, "\x00", "\ud800", "é", "10.5/A", "W1", "-1", "2**63", "[1]",
              "1e400", "9" * 30, "2023-02-30", "omid:br/1 doi:10.5/a omid:br/1", "x:a x:b", "=1", "\u202e"]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, data: bytes, *, one_line: bool = False) -> bytes:
    """Data with a few of its bytes, lines, JSON values or CSV cells changed."""
    kinds: list[Callable[..., bytes]] = [other_bytes, other_bytes, other_value, other_value, other_cell]
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(kinds if one_line else [*kinds, other_lines]))
        data = kind(draw, data)
    return data.replace(b"\n", b"") if one_line else data


def other_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Flip, delete or insert bytes."""
    at = draw(st.integers(0, len(data)))
    put = draw(st.sampled_from(WILD_BYTES) | st.binary(max_size=8))
    return data[:at] + put + data[at + draw(st.sampled_from((0, 1, len(put), 30))) :]


def other_lines(draw: st.DrawFn, data: bytes) -> bytes:
    """Cut a line, or leave it out, repeat it, or let two change places."""
    lines = data.splitlines(keepends=True) or [b""]
    one, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(("cut", "leave out", "repeat", "swap", "join", "end"))):
        case "cut":
            lines[one] = lines[one][: draw(st.integers(0, len(lines[one])))] + b"\n"
        case "leave out":
            del lines[one]
        case "repeat":
            lines.insert(other, lines[one])
        case "swap":
            lines[one], lines[other] = lines[other], lines[one]
        case "join":
            lines[one] = lines[one].rstrip(b"\r\n")
        case _:
            del lines[one + 1 :]
            lines[one] = lines[one][: draw(st.integers(0, len(lines[one])))]
    return b"".join(lines)


def other_value(draw: st.DrawFn, data: bytes) -> bytes:
    """Put another value in the place of one in JSON, or take away a key; the whole document or one line of it."""
    lines = data.splitlines(keepends=True) or [b""]
    at = draw(st.integers(0, len(lines) - 1))
    for text, before, after in ((data, [], []), (lines[at], lines[:at], lines[at + 1 :])):
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            continue
        changed = json.dumps(with_other_value(draw, document), ensure_ascii=draw(st.booleans()))
        return b"".join([*before, changed.encode("utf-8", "surrogatepass"), b"\n", *after])
    return data


def with_other_value(draw: st.DrawFn, value: Any) -> Any:
    """Go down to some place in a value, and change what stands there."""
    if isinstance(value, dict | list) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(list(value))) if isinstance(value, dict) else draw(st.integers(0, len(value) - 1))
        match draw(st.integers(0, 7)):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value.extend([value[key]] * 3)
            case _:
                value[key] = with_other_value(draw, value[key])
        return value
    return draw(st.sampled_from(WILD_VALUES) | json_values)


def other_cell(draw: st.DrawFn, data: bytes) -> bytes:
    """Put another value in the place of one in a line of CSV, or another one beside it."""
    lines = data.split(b"\n")
    at = draw(st.integers(0, len(lines) - 1))
    cells = lines[at].split(b",")
    place = draw(st.integers(0, len(cells) - 1))
    cell = draw(st.sampled_from(WILD_CELLS) | st.text(max_size=5)).encode("utf-8", "surrogatepass")
    cells[place : place + draw(st.integers(0, 1))] = [cell]
    lines[at] = b",".join(cells)
    return b"\n".join(lines)


def check_all(items: list[Item]) -> None:
    """Hold what every reader promises of whatever it yields."""
    assert [] == [flaw for item in items for flaw in flaws(item)]


@each_format
@given(data=st.data())
@fuzz
def test_random_bytes(each: Format, data: st.DataObject) -> None:
    """Bytes of any kind end in records, refusals or a cut, and nobody's recognition stumbles over them."""
    some = data.draw(st.binary(max_size=300) | st.lists(st.sampled_from(WILD_BYTES), max_size=30).map(b"".join))
    check_all(read_until_cut(each.read, some)[0])
    assert all(isinstance(other.recognises(some), bool) for other in FORMATS)
    check_all(read_until_cut(reader_for(source(some), ReadOptions()), some)[0])


@each_format
@given(data=st.data())
@fuzz
def test_damaged_files(each: Format, data: st.DataObject) -> None:
    """A real file with anything changed in it yields only what the store can take."""
    some = data.draw(st.sampled_from(SAMPLES[each.NAME]).flatmap(damaged))
    check_all(read_until_cut(each.read, some)[0])
    assert all(isinstance(other.recognises(some), bool) for other in FORMATS)


@each_of_lines
@given(data=st.data())
@fuzz
def test_one_bad_line_is_one_bad_line(each: Format, data: st.DataObject) -> None:
    """Whatever happens to one line, the records of all the others stay as they were."""
    header, lines = LINE_SAMPLES[each.NAME]
    at = data.draw(st.integers(0, len(lines) - 1))
    changed = [*lines[:at], data.draw(damaged(lines[at], one_line=True)), *lines[at + 1 :]]
    number = header.count(b"\n") + at + 1

    def of_the_others(lines: list[bytes]) -> list[Item]:
        items, _ = read_until_cut(each.read, header + b"\n".join(lines) + b"\n")
        # areas, and what is told once, go to the first line that has them
        return [item for item in items if item.line != number and is_of_its_line(item)]

    assert of_the_others(lines) == of_the_others(changed)


def is_of_its_line(item: Item) -> bool:
    """Whether an item depends on its own line alone."""
    return not isinstance(item, Odd) and not (isinstance(item, Located) and isinstance(item.record, AreaRecord))


def zipped(data: bytes) -> bytes:
    """An archive with these data in it, twice."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", data)
        archive.writestr("b/c.jsonl", data)
    return packed.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, zstd.compress, zipped])
@given(data=st.data())
@fuzz
def test_damaged_compression(pack: Callable[[bytes], bytes], data: st.DataObject, tmp_path_factory: Any) -> None:
    """Compressed files that were cut or changed end as BadInput, CutShort among them, or are read; nothing else."""
    each = data.draw(st.sampled_from(FORMATS))
    packed = pack(data.draw(st.sampled_from(SAMPLES[each.NAME])))
    for _ in range(data.draw(st.integers(0, 3))):
        packed = other_bytes(data.draw, packed)
    path: Path = tmp_path_factory.getbasetemp() / "packed"
    path.write_bytes(packed[: data.draw(st.integers(0, len(packed)) | st.just(len(packed)))])
    items: list[Item] = []
    try:
        for found in find_inputs([str(path)]):
            with open_source(found.path, found.member) as opened:
                for item in (
                    each.read(opened) if data.draw(st.booleans()) else reader_for(opened, ReadOptions())(opened)
                ):
                    items.append(item)
    except BadInput:
        pass
    check_all(items)
