"""What a person types becomes words to look for, and never syntax."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.graph.search import MAX_WORD_CHARACTERS, MAX_WORDS, lucene_query

WORD = r'\+"[^"\\]+"'
LAST = r'(?:\+"[^"\\]+"|\+\("(?P<word>[^"\\]+)" (?P=word)\*\))'
QUERY = re.compile(rf"(?:{WORD} )*{LAST}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("attention", '+("attention" attention*)'),
        ("Attention Is", '+"attention" +("is" is*)'),
        ("  many \t blanks\n", '+"many" +("blanks" blanks*)'),
        ("a AND b", '+"a" +"and" +("b" b*)'),
        ("OR", '+("or" or*)'),
        ("NOT", '+("not" not*)'),
        ("a && b || !c", '+"a" +"b" +"!c"'),
        ('"open', '+("open" open*)'),
        ('"all" you need"', '+"all" +"you" +("need" need*)'),
        ("[1 TO", '+"[1" +("to" to*)'),
        ("{a TO b}", '+"{a" +"to" +"b}"'),
        ("(abc", '+"(abc"'),
        ("C/EBP-alpha: role?", '+"c/ebp-alpha:" +"role?"'),
        ("title:foo", '+"title:foo"'),
        ("foo~2 bar^4", '+"foo~2" +"bar^4"'),
        ("back\\slash", '+"back" +("slash" slash*)'),
        ("wild*", '+"wild*"'),
        ("Ångström", '+("ångström" ångström*)'),
        ("注意力", '+("注意力" 注意力*)'),
        ("x\u0000y", '+("xy" xy*)'),
    ],
)
def test_words_are_taken_as_they_are(text: str, expected: str) -> None:
    """Each word stands in quotes; the last one also counts as a beginning if it is letters and digits alone."""
    assert expected == lucene_query(text)


@pytest.mark.parametrize("text", ["", " ", "*", "?", "-", '"', "\\", "~ ^ /", "[ ] { }", "…", "\u200b", "&& ||"])
def test_without_a_word_there_is_nothing_to_look_for(text: str) -> None:
    """A text without any letter or digit looks for nothing."""
    assert lucene_query(text) is None


@given(st.text(max_size=300) | st.text('abAND OR"\\+-!(){}[]^~*?:/&|', max_size=60))
def test_nothing_typed_is_syntax(text: str) -> None:
    """Any text gives None or quoted words, the last one perhaps with the beginning it may be."""
    query = lucene_query(text)
    if query is None:
        return
    found = QUERY.fullmatch(query)
    assert found is not None, query
    assert found["word"] is None or found["word"].isalnum()


def test_endless_texts_are_cut() -> None:
    """Of very many words the first are taken, of a very long word its beginning."""
    assert MAX_WORDS == (lucene_query("word " * 10_000) or "").count("+")
    assert f'+("{"a" * MAX_WORD_CHARACTERS}" {"a" * MAX_WORD_CHARACTERS}*)' == lucene_query("a" * 1_000_000)
