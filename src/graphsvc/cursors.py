"""Cursors: where a paper stands in a list, as text that is opaque to clients and bound to the list it came from."""

import base64
import binascii
import hashlib
from typing import Any

import orjson

from graphsvc.domain.errors import BadCursor
from graphsvc.domain.lists import SortKey

CHECK_BYTES = 6
MAX_CURSOR_CHARACTERS = 16_000  # two ids of 1,000 characters of 4 bytes, and a title's key


def list_binding(*parts: Any) -> str:
    """Return a short text that is the same for the same list: its owner, kind, sort and filter."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=CHECK_BYTES).hexdigest()


def encode_cursor(key: SortKey, binding: str) -> str:
    """Return the cursor of the paper that stands at `key`."""
    body = orjson.dumps(key)
    return base64.urlsafe_b64encode(_check(body, binding) + body).decode().rstrip("=")


def decode_cursor(cursor: str, binding: str) -> SortKey:
    """Return where a cursor points; raises BadCursor for one that is broken or was given for another list."""
    if len(cursor) > MAX_CURSOR_CHARACTERS:
        raise _bad()
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _bad() from None
    check, body = data[:CHECK_BYTES], data[CHECK_BYTES:]
    if not body or check != _check(body, binding):
        raise _bad()
    key = tuple(orjson.loads(body))
    if encode_cursor(key, binding) != cursor:  # the same bytes have one spelling only
        raise _bad()
    return key


def _check(body: bytes, binding: str) -> bytes:
    bound = hashlib.blake2b(binding.encode()).digest()  # of one length, however long the sort and filter are
    return hashlib.blake2b(bound + body, digest_size=CHECK_BYTES).digest()


def _bad() -> BadCursor:
    return BadCursor(
        "the cursor is broken or belongs to another list, sort or filter: pass one that this very list returned, "
        "with the same sort and filter"
    )
