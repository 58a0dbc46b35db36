"""Compressed inputs that end too early, in every compression that is read."""

import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from backports import zstd

from graphsvc.domain.errors import CutShort
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import aminer, native, openalex


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, zstd.compress])
@pytest.mark.parametrize("reader", [aminer, native, openalex])
def test_a_cut_input_is_named_whatever_compressed_it(
    tmp_path: Path, reader: object, compress: Callable[[bytes], bytes]
) -> None:
    """What was cut, or damaged in its middle, is CutShort and never an error of the decompressor."""
    lines = b"".join(b'{"id": "W%d", "title": "%d"}\n' % (number, number) for number in range(20_000))
    packed = compress(lines)
    for name, data in (
        ("cut", packed[:-20]),
        ("damaged", packed[: len(packed) // 2] + b"\xff" * 4_000 + packed[len(packed) // 2 + 4_000 :]),
    ):
        (tmp_path / name).write_bytes(data)
        with open_source(str(tmp_path / name)) as source, pytest.raises(CutShort):
            list(reader.read(source))  # type: ignore[attr-defined]
