"""Cursors: they come back as they went out, and nothing else is one."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphsvc.cursors import decode_cursor, encode_cursor, list_binding
from graphsvc.domain.errors import BadCursor
from graphsvc.domain.identifiers import MAX_ID_LENGTH
from graphsvc.domain.lists import PaperFilter, SortKey

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
INTEGERS = st.integers(-(2**63), 2**63 - 1)
KEYS = st.lists(INTEGERS | TEXTS, min_size=1, max_size=6).map(tuple)
BINDING = list_binding("citers", "newest", PaperFilter())
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@given(KEYS)
def test_a_cursor_comes_back_as_its_key(key: SortKey) -> None:
    """Any key of whole numbers and texts is read back exactly."""
    assert key == decode_cursor(encode_cursor(key, BINDING), BINDING)


@given(KEYS)
def test_a_cursor_needs_no_quoting(key: SortKey) -> None:
    """A cursor holds only characters that stand as they are in an address and in a GraphQL text."""
    assert set(encode_cursor(key, BINDING)) <= set(ALPHABET)


@given(KEYS, TEXTS)
def test_a_cursor_of_another_list_is_refused(key: SortKey, other: str) -> None:
    """A cursor is read with the binding it was made with and with no other."""
    assume(other != BINDING)
    with pytest.raises(BadCursor):
        decode_cursor(encode_cursor(key, BINDING), other[:64])


@given(KEYS, st.data())
def test_a_changed_character_is_refused(key: SortKey, data: st.DataObject) -> None:
    """No character of a cursor can be another one."""
    cursor = encode_cursor(key, BINDING)
    at = data.draw(st.integers(0, len(cursor) - 1))
    other = data.draw(st.sampled_from(ALPHABET + "+/=.é\0 "))
    assume(other != cursor[at])
    with pytest.raises(BadCursor):
        decode_cursor(cursor[:at] + other + cursor[at + 1 :], BINDING)


@given(KEYS, st.data())
def test_a_cut_cursor_is_refused(key: SortKey, data: st.DataObject) -> None:
    """A cursor cut anywhere, at its start or at its end, is none."""
    cursor = encode_cursor(key, BINDING)
    at = data.draw(st.integers(1, len(cursor) - 1))
    for cut in (cursor[:at], cursor[at:]):
        with pytest.raises(BadCursor):
            decode_cursor(cut, BINDING)


@given(KEYS, st.sampled_from([*ALPHABET, "=", "==", " ", "\n", "\0"]))
def test_a_lengthened_cursor_is_refused(key: SortKey, more: str) -> None:
    """A cursor with anything before or behind it is none, padding and white space included."""
    cursor = encode_cursor(key, BINDING)
    for longer in (cursor + more, more + cursor):
        with pytest.raises(BadCursor):
            decode_cursor(longer, BINDING)


@given(st.text(max_size=200) | st.text(ALPHABET, max_size=200))
def test_a_made_up_text_is_refused(text: str) -> None:
    """A text that graphsvc did not give is no cursor, whatever it is."""
    with pytest.raises(BadCursor):
        decode_cursor(text, BINDING)


def test_an_endless_text_is_refused() -> None:
    """A megabyte is refused like any other text that is no cursor."""
    with pytest.raises(BadCursor):
        decode_cursor("A" * 1_000_000, BINDING)


@pytest.mark.parametrize("character", ["a", '"', "é", "中", "𝒜"])
def test_the_longest_ids_have_cursors(character: str) -> None:
    """A cursor that graphsvc gives is one that it takes, also with ids as long as they may be."""
    id_ = "x:" + character * (MAX_ID_LENGTH - 2)
    key = (id_, 0, "中" * 100, -1, 99999999, id_)
    assert key == decode_cursor(encode_cursor(key, BINDING), BINDING)


def test_bindings_tell_lists_apart() -> None:
    """Lists of another kind, sort or filter have other bindings; the same list has the same one."""
    kinds = [
        list_binding(kind, sort, kept)
        for kind in ("citers", "references")
        for sort in ("newest", "oldest")
        for kept in (PaperFilter(), PaperFilter(areas=()), PaperFilter(first_year=1), PaperFilter(last_year=1))
    ]
    assert len(kinds) == len(set(kinds))
    assert list_binding("citers", PaperFilter(types=("a", "b"))) == list_binding(
        "citers", PaperFilter(types=("a", "b"))
    )
