"""Opening inputs and cutting them into lines."""

import gzip
import io
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphsvc.domain.errors import BadInput, CutShort
from graphsvc.ingest import files
from graphsvc.ingest.files import Line, open_source, read_lines

TEXT = b'{"id": "x:a"}\n{"id": "x:b"}\n'
LINES = [Line(1, b'{"id": "x:a"}\n'), Line(2, b'{"id": "x:b"}\n')]
MANY = b"".join(b'{"id": "x:%d", "title": "%x"}\n' % (number, number * 2654435761 % 2**32) for number in range(20_000))


def lines_of(path: Path, data: bytes) -> list[Line]:
    """Write a file and return its lines."""
    path.write_bytes(data)
    with open_source(str(path)) as source:
        return list(read_lines(source))


class Piped:
    """Standard input with these bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BufferedReader(io.BytesIO(data))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", TEXT),
        ("a.jsonl.gz", gzip.compress(TEXT)),
        ("a.jsonl.xz", lzma.compress(TEXT)),
        ("no-extension", gzip.compress(TEXT)),
        ("members.gz", gzip.compress(TEXT[:14]) + gzip.compress(TEXT[14:])),
        ("named-gz-but-plain.gz", TEXT),
    ],
)
def test_plain_and_compressed_files_give_the_same_lines(tmp_path: Path, name: str, data: bytes) -> None:
    """A file is decompressed by what it holds, whatever its name says."""
    assert LINES == lines_of(tmp_path / name, data)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is standard input; nobody knows how long it is."""
    monkeypatch.setattr(sys, "stdin", Piped(TEXT))
    with open_source("-") as source:
        assert ("standard input", None, 0) == (source.name, source.size_bytes, source.done_bytes())
        assert LINES == list(read_lines(source))


def test_compressed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is piped in is decompressed just as a file is."""
    monkeypatch.setattr(sys, "stdin", Piped(gzip.compress(TEXT)))
    with open_source("-") as source:
        assert LINES == list(read_lines(source))


@pytest.mark.parametrize("data", [b"", gzip.compress(b""), lzma.compress(b"")])
def test_an_empty_file_has_no_lines(tmp_path: Path, data: bytes) -> None:
    """Nothing is nothing, compressed or not."""
    assert [] == lines_of(tmp_path / "empty", data)


def test_blank_lines_count_but_hold_nothing(tmp_path: Path) -> None:
    """A line keeps the number that an editor shows; the last one needs no line end; CRLF ends a line too."""
    data = b'\n{"id": "x:a"}\r\n \t\r\n{"id": "x:b"}'
    assert [(2, b'{"id": "x:a"}'), (4, b'{"id": "x:b"}')] == [
        (line.number, line.data.strip() if line.data else None) for line in lines_of(tmp_path / "a", data)
    ]


@pytest.mark.parametrize("over", [0, 1, 30, 100])
def test_a_line_that_is_too_long_is_told_and_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, over: int
) -> None:
    """However long it is, it is one line without data, and the lines around it are whole."""
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 30)
    data = b"before\n" + b"x" * (31 + over) + b"\nafter\n"
    expected = [Line(1, b"before\n"), Line(2, None), Line(3, b"after\n")]
    assert expected == lines_of(tmp_path / "long", data)


def test_a_line_that_just_fits_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is on the line with its end."""
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 30)
    assert [Line(1, b"x" * 29 + b"\n"), Line(2, b"y\n")] == lines_of(tmp_path / "fits", b"x" * 29 + b"\ny\n")


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_a_cut_file_gives_what_was_whole_and_then_says_so(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    """Every whole line before the cut is there, and the message has the last of their numbers."""
    path = tmp_path / "cut"
    packed = compress(MANY)
    path.write_bytes(packed[: len(packed) // 2])
    taken: list[bytes] = []
    with open_source(str(path)) as source, pytest.raises(CutShort) as caught:
        taken.extend(line.data or b"" for line in read_lines(source))
    assert 2_000 < len(taken) < 20_000
    assert MANY.startswith(b"".join(taken))
    assert f"after line {len(taken)}:" in str(caught.value)


@pytest.mark.parametrize(
    "damaged",
    [
        gzip.compress(TEXT)[:-6] + b"\x00\x00\x00\x00\x00\x00",  # its checksum is wrong
        gzip.compress(TEXT) + b"rubbish",
        gzip.compress(TEXT)[:12] + b"\xff" * 20,
        gzip.compress(TEXT)[:3],
        lzma.compress(TEXT)[:-2],
        lzma.compress(TEXT)[:20] + b"\xff" * 40,
    ],
)
def test_damaged_data_are_cut_short_too(tmp_path: Path, damaged: bytes) -> None:
    """Whatever a damaged file throws is one error that names the file."""
    with pytest.raises(CutShort, match="damaged-file is cut short or damaged"):
        lines_of(tmp_path / "damaged-file", damaged)


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """A missing file and a folder are errors that say what was wrong."""
    with pytest.raises(BadInput, match="missing cannot be read: No such file"), open_source(str(tmp_path / "missing")):
        pass
    with pytest.raises(BadInput, match="is a folder"), open_source(str(tmp_path)):
        pass


def test_how_far_the_reading_has_come(tmp_path: Path) -> None:
    """Progress is in bytes of the file itself, and complete at its end."""
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(MANY))
    with open_source(str(path)) as source:
        assert path.stat().st_size == source.size_bytes
        assert 20_000 == len(list(read_lines(source)))
        assert source.size_bytes == source.done_bytes()


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(head=st.sampled_from([b"", files.GZIP_MAGIC, files.XZ_MAGIC, gzip.compress(TEXT)[:10]]), data=st.binary())
def test_any_bytes_are_lines_or_cut_short(tmp_path: Path, head: bytes, data: bytes) -> None:
    """No bytes whatever break the reading otherwise, and no byte of a plain file is lost."""
    try:
        lines = lines_of(tmp_path / "any", head + data)
    except CutShort:
        assert (head + data).startswith((files.GZIP_MAGIC, files.XZ_MAGIC, files.ZSTD_MAGIC))
    else:
        if not head:
            assert data.split() == b"".join(line.data or b"" for line in lines).split()
