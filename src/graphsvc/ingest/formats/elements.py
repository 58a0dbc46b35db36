"""Cuts JSON inputs into their records, each as bytes: lines, or the elements of one array that no memory would hold.

A parser of whole documents gives up at the first bad byte. Cutting by brackets and texts alone leaves each record
to be read, or refused, by itself, and lets pass what is not quite JSON (NaN, a trailing comma, a Mongo shell's print).
"""

import itertools
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import orjson

from graphsvc.domain.errors import CutShort
from graphsvc.ingest.files import DAMAGE, MAX_LINE_BYTES, Line, Source, read_lines

CHUNK_BYTES: Final = 256 * 1024
BLANK: Final = b" \t\r\n\xef\xbb\xbf"  # with the byte order mark that some editors write
_OUTLINE_RECORDS: Final = 20
_OUTLINE_DEPTH: Final = 8
_LINES_LOOKED_AT: Final = 10
_QUOTE, _BRACE, _END_OF_ARRAY = b'"{]'

# Possessive, so that a megabyte of text costs one pass and no stack.
_TEXT: Final = rb'"(?:[^"\\]++|\\.)*+"'
_BETWEEN_BRACKETS: Final = re.compile(rb'(?:[^"{}\[\]]++|' + _TEXT + rb")*+", re.DOTALL)
_SCALAR: Final = re.compile(_TEXT[:-1] + rb'(?:"|\\?\Z)|[^,"]++', re.DOTALL)  # a text without an end is one, too
_TOKEN: Final = re.compile(_TEXT + rb'|[{}\[\]:,"]|[^\s{}\[\]:,"]++', re.DOTALL)


def read_records(source: Source) -> Iterator[Line]:
    """Yield the records of JSON lines, numbered by line, or of a JSON array, numbered in their order.

    A record longer than a line may be has no data. Raises CutShort where the input ends too early.
    """
    before, opening = _opening(source)
    if not opening:
        return
    first = opening
    are_lines = has_records_as_lines(source.head())
    if opening != b"[" or are_lines:
        with whole(source, "its first line"):
            first += source.stream.readline(MAX_LINE_BYTES)
    if not are_lines and first.rstrip() in (
        b"[",
        b"{",
    ):
        yield from cut(itertools.chain([first], read_chunks(source)), source.name)
        return
    is_too_long = len(first) > MAX_LINE_BYTES and not first.endswith(b"\n")
    if is_too_long:
        with whole(source, "its first line"):
            while (rest := source.stream.readline(CHUNK_BYTES)) and not rest.endswith(b"\n"):
                pass
    yield Line(before + 1, None if is_too_long else first)
    for line in read_lines(source):
        yield Line(before + 1 + line.number, line.data)


def read_elements(source: Source) -> Iterator[Line]:
    """Yield what a JSON document holds: the elements of an array, else each value, numbered in their order."""
    yield from cut(read_chunks(source), source.name)


def read_chunks(source: Source) -> Iterator[bytes]:
    """Yield the input piece by piece; raises CutShort where compressed data end too early or are damaged."""
    # read() would throw away what it had decompressed before the damage
    read = getattr(source.stream, "read1", source.stream.read)
    with whole(source, "what was read"):
        while data := read(CHUNK_BYTES):
            yield data


def cut(chunks: Iterable[bytes], name: str) -> Iterator[Line]:
    """Yield the values of a document, those of an outermost array one by one; raises CutShort where it has no end."""
    held = bytearray()
    begin = at = depth = number = enough = 0  # held[begin:] is not yet told of, held[at:] not yet looked at
    is_in_array = is_dropped = False
    for chunk in itertools.chain(chunks, [b""]):
        held += chunk
        if chunk and len(held) < enough:
            continue
        while True:
            end = _end_of_match(held, at)
            if end == len(held) or held[end] == _QUOTE:
                # The closing quote of a long text is looked for from its start: only once there is much more.
                enough, at = min(end + 2 * (len(held) - end), begin + MAX_LINE_BYTES + 1), end
                break
            is_opening, at = held[end] in b"{[", end + 1
            if depth:
                depth += 1 if is_opening else -1
                if not depth:
                    number += 1
                    yield Line(number, None if is_dropped else bytes(held[begin:at]))
                    begin, is_dropped = at, False
                continue
            for scalar in _scalars(held[begin:end]):
                number += 1
                yield Line(number, scalar)
            begin = end
            if is_opening and (held[end] == _BRACE or is_in_array):
                depth = 1
            elif is_opening:
                is_in_array, begin = True, at
            elif is_in_array and held[end] == _END_OF_ARRAY:
                is_in_array, begin = False, at
            else:
                number, begin = number + 1, at
                yield Line(number, bytes(held[end:at]))
        if len(held) - begin > MAX_LINE_BYTES:
            if not depth:
                number += 1
                yield Line(number, None)
            is_dropped = bool(depth)
            held[:at] = b""
            if held:  # in the middle of a text: what it still needs is its quote, and whether a sign is escaped
                held = bytearray(b'"\\' if (len(held) - len(held.rstrip(b"\\"))) % 2 else b'"')
            begin = at = enough = 0
        elif begin:
            del held[:begin]
            begin, at, enough = 0, at - begin, max(0, enough - begin)
    if depth or is_in_array:
        raise CutShort(f"{name} is cut short after record {number}")
    for scalar in _scalars(held):
        number += 1
        yield Line(number, scalar)


@contextmanager
def whole(source: Source, after: str) -> Generator[None]:
    """Raise CutShort where compressed data end too early, or are damaged, in what is done inside."""
    try:
        yield
    except DAMAGE as error:
        raise CutShort(f"{source.name} is cut short or damaged after {after}: {error}") from error


def has_records_as_lines(head: bytes) -> bool:
    """Tell whether the lines after the first are an object each; then a first line that is broken changes nothing."""
    _, *others = [line for line in head.split(b"\n")[: _LINES_LOOKED_AT + 1] if line.strip()] or [b""]
    if len(others) < _LINES_LOOKED_AT and not head.endswith(b"\n"):
        del others[-1:]  # it may go on
    return len(others) > 1 and all(map(_is_object, others))


def outline(head: bytes) -> dict[str, str]:
    """Return the keys of the first records, as `data.citingPaper.title`, each with its first value if it is no list.

    Empty where the input does not begin as JSON does. Never raises, and takes a head that ends anywhere.
    """
    found: dict[str, str] = {}
    if head.lstrip(BLANK)[:1] not in (b"{", b"["):
        return found
    stack: list[tuple[bytes, str]] = []  # the open brackets, each with the key that it is the value of
    key, before, records = "", b"", 0
    for token in (match[0] for match in _TOKEN.finditer(head)):
        if token == b'"':
            break
        if token in (b"{", b"["):
            stack.append((token, key))
            key = ""
        elif token in (b"}", b"]"):
            if stack:
                stack.pop()
            at_top = token == b"}" and len(stack) <= _OUTLINE_DEPTH
            records += at_top and all(bracket == b"[" for bracket, _ in stack)
            if records >= _OUTLINE_RECORDS:
                break
            key = ""
        elif stack and stack[-1][0] == b"{" and len(stack) <= _OUTLINE_DEPTH:
            if token == b":":
                key = before.decode("utf-8", "replace").strip('"')
                found.setdefault(_path(stack, key), "")
            elif token == b",":
                key = ""
            elif key and not found[(path := _path(stack, key))]:
                found[path] = token.decode("utf-8", "replace").strip('"')
        before = token
    return found


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(orjson.loads(line), dict)
    except orjson.JSONDecodeError:
        return False


def _path(stack: list[tuple[bytes, str]], key: str) -> str:
    return ".".join([*(name for _, name in stack if name), key])


def _end_of_match(held: bytearray, at: int) -> int:
    found = _BETWEEN_BRACKETS.match(held, at)
    return at if found is None else found.end()


def _scalars(between: bytes | bytearray) -> Iterator[bytes]:
    """Yield what stands between the brackets of records beside commas: values that are no records."""
    if between.strip(BLANK + b","):
        for match in _SCALAR.finditer(between):
            if scalar := match[0].strip(BLANK):
                yield bytes(scalar)


def _opening(source: Source) -> tuple[int, bytes]:
    """Return how many lines are blank before the first sign that is not, and that sign, b"" where there is none."""
    lines = 0
    with whole(source, "its first line"):
        while (sign := source.stream.read(1)) and sign in BLANK:
            lines += sign == b"\n"
    return lines, sign
