"""Cutting an input into blocks of whole lines changes nothing of what is read in it."""

import gzip
import io
import json
import lzma
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.bulk import blocks
from graphsvc.bulk.blocks import Block, cut_blocks
from graphsvc.domain.errors import CutShort
from graphsvc.ingest import files
from graphsvc.ingest.files import Source, open_source, read_lines
from graphsvc.ingest.formats import PART_READERS, ReadOptions, format_with_lines, native, reader_for
from graphsvc.ingest.items import Item
from tests.unit.ingest.formats.reading import DATA, source

WORK = b'{"id": "https://openalex.org/W%d", "title": "A", "cited_by_count": 1}\n'


def part(block: Block, name: str = "a file") -> Source:
    """Return a block as an open input."""
    stream: Any = io.BytesIO(block.data)
    return Source(name, stream, stream, len(block.data), block.lines_before)


def items_in_blocks(data: bytes, format_: str, block_bytes: int) -> list[Item]:
    """Return what is read in all blocks of an input."""
    cut = cut_blocks(source(data), block_bytes)
    return [item for block in cut for item in PART_READERS[format_](part(block))]


lines = st.lists(
    st.sampled_from([b'{"id": "x:a"}', b'{"id": "x:b", "title": 3}', b"{", b"", b"  ", b"[1]", b'{"id": "nobody"}'])
    | st.integers(0, 30).map(lambda number: b'{"id": "x:%d"}' % number),
    max_size=12,
)


@given(lines=lines, block_bytes=st.integers(1, 200), end=st.sampled_from([b"", b"\n", b"\r\n"]))
def test_blocks_of_any_size_hold_the_same(lines: list[bytes], block_bytes: int, end: bytes) -> None:
    """Records, refusals and odd values, with their lines, do not depend on where an input is cut."""
    data = b"\n".join(lines) + end
    assert list(native.read(source(data))) == items_in_blocks(data, "native", block_bytes)


@pytest.mark.parametrize("name", ["openalex-works.jsonl.gz", "s2ag-papers.jsonl.gz", "s2ag-citations.jsonl.gz"])
def test_blocks_of_real_dumps_hold_the_same(name: str) -> None:
    """What real dumps hold does not depend on where they are cut; areas are told once a block."""
    data = gzip.decompress((DATA / name).read_bytes())
    options = ReadOptions()
    format_ = format_with_lines(data[: files.HEAD_BYTES], options)
    assert format_ is not None
    whole = list(reader_for(source(data), options)(source(data)))
    found = items_in_blocks(data, format_, 5_000)
    assert whole == list(dict.fromkeys(found))


def test_documents_are_not_cut() -> None:
    """A page of an API, an array, a printed object or a table is read in one go, lines of works are not."""
    for whole in (b'[\n{"id": "W1"}\n]', b'{"results": [{"id": "W1"}]}\n', b'{\n "id": "https://openalex.org/W1"\n}\n'):
        assert format_with_lines(whole, ReadOptions("openalex")) is None
    assert format_with_lines(b"citing,cited,oci\n1,2,3\n", ReadOptions()) is None
    assert "openalex" == format_with_lines(WORK % 1 + WORK % 2, ReadOptions())
    assert "openalex" == format_with_lines(b"\xef\xbb\xbf" + WORK % 1 + WORK % 2, ReadOptions())


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, zstd.compress])
def test_what_was_whole_of_a_cut_input_is_there(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    """Of an input that was cut all lines are there that are read without cutting it into blocks, and the same error."""
    data = b"".join(json.dumps({"id": f"x:{number * 7919 % 100_003}"}).encode() + b"\n" for number in range(50_000))
    file = tmp_path / "cut"
    packed = compress(data)
    file.write_bytes(packed[: len(packed) // 2])

    def taken(read: Callable[[Source], Iterable[Any]]) -> tuple[bytes, str]:
        found: list[bytes] = []
        with open_source(str(file)) as opened, pytest.raises(CutShort) as caught:
            found.extend(each.data for each in read(opened))
        return b"".join(found), str(caught.value)

    by_lines, by_blocks = taken(read_lines), taken(lambda opened: cut_blocks(opened, 3_000))
    assert len(by_lines[0]) > 100_000
    assert by_lines == by_blocks


def test_a_line_that_is_too_long_is_refused_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line longer than lines may be does not end the reading, nor fill the memory."""
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 100)
    monkeypatch.setattr(blocks, "MAX_LINE_BYTES", 100)
    monkeypatch.setattr(blocks, "_CHUNK_BYTES", 30)
    data = b'{"id": "x:a"}\n' + b'{"id": "x:%s"}\n' % (b"b" * 1000) + b'{"id": "x:c"}\n'
    assert list(native.read(source(data))) == items_in_blocks(data, "native", 20)
    assert max(len(block.data) for block in cut_blocks(source(data), 20)) < 200
