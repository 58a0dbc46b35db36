"""Cuts an input into blocks of whole lines, so that several processes can read one file."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphsvc.domain.errors import CutShort
from graphsvc.ingest.files import DAMAGE, MAX_LINE_BYTES, Source

BLOCK_BYTES = 8 * 1024 * 1024
_CHUNK_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole lines of an input; `lines_before` counts those of the input that stand before them."""

    data: bytes
    lines_before: int


def cut_blocks(source: Source, block_bytes: int = BLOCK_BYTES) -> Iterator[Block]:
    """Yield the lines of an input, in blocks a little larger than `block_bytes`; the last line may have no end.

    Of a line longer than MAX_LINE_BYTES its beginning is kept, one byte more than that. Raises CutShort where
    compressed data end too early or are damaged, after the lines that are whole.
    """
    held = bytearray()
    lines_before = 0
    # read() would throw away what it had decompressed before the damage
    read = getattr(source.stream, "read1", source.stream.read)
    failure: Exception | None = None
    is_end = False
    while not is_end:
        try:
            data = read(_CHUNK_BYTES)
        except DAMAGE as error:
            failure, data = error, b""
        is_end = not data
        held += data
        if is_end or len(held) >= block_bytes:
            end = len(held) if is_end and failure is None else held.rfind(b"\n") + 1
            if end:
                yield Block(bytes(held[:end]), lines_before)
                lines_before += held.count(b"\n", 0, end)
                del held[:end]
            elif len(held) > MAX_LINE_BYTES + 1:
                del held[MAX_LINE_BYTES + 1 :]
    if failure is not None:
        where = f"after line {lines_before}"
        raise CutShort(f"{source.name} is cut short or damaged {where}: {failure}") from failure
