"""What a person types becomes words to look for, and never syntax."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.graph.search_words import MAX_WORD_CHARACTERS, MAX_WORDS, SearchWords, search_words

FIELDS = ("title", "author_names", "abstract")
PHRASE = r'(?:title|author_names|abstract):"[^"\\]+"(?:\^\d)?'
BEGINNING = r"(?:title|author_names|abstract):(?P<beginning>[^\s\"\\+!(){}\[\]^~*?:/&|-]+)\*"
CLAUSE = rf"(?:{PHRASE}|{BEGINNING.replace('?P<beginning>', '?:')})"


def required(text: str) -> str:
    """Return the clause that asks for a word in any of the fields."""
    return f"+({anywhere(text)})"


def anywhere(text: str) -> str:
    """Return what finds a word in any of the fields, most of all in the title."""
    return f'title:"{text}"^4 author_names:"{text}"^2 abstract:"{text}"'


def begun(word: str) -> str:
    """Return what finds words with a beginning in any of the fields, a short one in those that are short."""
    fields = {1: ["author_names"], 2: ["title", "author_names"]}.get(len(word), FIELDS)
    return " ".join(f"{field}:{word}*" for field in fields)


def in_title(*words: str) -> str:
    """Return the clause that puts titles first that have the words in this order."""
    return f'title:"{" ".join(words)}"^8'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("attention", f"+({anywhere('attention')} {begun('attention')})"),
        ("Attention", f"+({anywhere('Attention')} {begun('attention')})"),
        ("ne", f"+({anywhere('ne')} title:ne* author_names:ne*)"),
        ("n", f"+({anywhere('n')} author_names:n*)"),
        ("  deep \t nets\n", f"{required('deep')} +({anywhere('nets')} {begun('nets')}) {in_title('deep', 'nets')}"),
        ('"all you need"', required("all you need")),
        (
            '"deep nets" "a priori"',
            f"{required('deep nets')} {required('a priori')} {in_title('deep nets', 'a priori')}",
        ),
        ("deep -nets", f"{required('deep')} -({anywhere('nets')})"),
        ('deep -"neural nets"', f"{required('deep')} -({anywhere('neural nets')})"),
        ("-deep nets", f"+({anywhere('nets')} {begun('nets')}) -({anywhere('deep')})"),
    ],
)
def test_words_phrases_and_words_to_leave_out(text: str, expected: str) -> None:
    """A paper has every word and phrase in some field, the last word perhaps as a beginning, and no word left out."""
    assert SearchWords(expected) == search_words(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("C/EBP-alpha: role?", ["C/EBP-alpha:", "role?"]),
        ("[1 TOP]", ["[1", "TOP]"]),
        ("x && y || !z)", ["x", "y", "!z)"]),
        ("title:foo)", ["title:foo)"]),
        ("foo~2 bar^4)", ["foo~2", "bar^4)"]),
        ("wild*", ["wild*"]),
        ("back\\slash /re/", ["back", "slash", "/re/"]),
        ("+must", ["+must"]),
    ],
)
def test_signs_of_lucene_are_plain_text(text: str, words: list[str]) -> None:
    """What would be syntax stands in quotes, where it means nothing; each word is asked for."""
    query = search_words(text).query or ""
    assert words == re.findall(r'\+\(title:"([^"]*)"\^4 ', query)


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("Ångst", "angst"),
        ("ŁÓD", "lod"),
        ("Ære", "aere"),
        ("straß", "strass"),
        ("İsta", "ista"),
        ("注意", "注意"),
        ("हिन्दी", "हिन्दी"),
        ("Сеть", "сеть"),
        ("ｗｉｄｅ", "wide"),
        ("don’", "don'"),
        ("node.j", "node.j"),
    ],
)
def test_beginnings_are_folded_as_the_index_folds_words(text: str, beginning: str) -> None:
    """The index takes beginnings as they are, so accents and case are taken off before."""
    assert f"title:{beginning}*" in (search_words(text).query or "")


def test_a_word_of_several_parts_grows_at_its_end() -> None:
    """Of `self-att` the first part is a word, and the second the beginning of one."""
    expected = f"+({anywhere('self-att')} (+({anywhere('self')}) +({anywhere('att')} {begun('att')})))"
    assert SearchWords(expected) == search_words("self-att")


@pytest.mark.parametrize("text", ["the -x", '"deep nets', "deep nets)", 'nets"'])
def test_growth_ends_where_a_word_ends(text: str) -> None:
    """Only a last word that ends in a letter or digit, is wanted and stands in no quotes may be a beginning."""
    grown = {"the -x": None, '"deep nets': "nets", "deep nets)": None, 'nets"': "nets"}[text]
    found = re.findall(r"title:([^\s\"*]+)\*", search_words(text).query or "")
    assert found == ([] if grown is None else [grown])


@pytest.mark.parametrize(
    "text", ["", " ", "*", "?", "-", '"', '""', "\\", "~ ^ /", "[ ] { }", "…", "\u200b", "&& ||", "🙂"]
)
def test_without_a_word_there_is_nothing_to_look_for(text: str) -> None:
    """A text without any letter or digit looks for nothing, and has no word that could be told of."""
    assert SearchWords(None) == search_words(text)


@pytest.mark.parametrize(
    ("text", "not_searched"),
    [
        ("the", ("the",)),
        ("a AND", ("a", "AND")),
        ("Attention Is", ("Is",)),
        ('"to be" or not', ('"to be"', "or", "not")),
        ("-only", ("-only",)),
        ('-"not this" -the', ('-"not this"', "-the")),
        ("the deep the", ("the",)),
        # without "in" it would leave out all black holes
        ('"black holes" -"black holes in"', ('-"black holes in"',)),
        (" ".join(f"word{n}" for n in range(22)), ("word20", "word21")),
    ],
)
def test_words_that_are_not_searched_are_told(text: str, not_searched: tuple[str, ...]) -> None:
    """Words that the index leaves out, words too many, and words to leave out of nothing are told once each."""
    assert not_searched == search_words(text).not_searched


def test_a_phrase_keeps_words_that_are_not_searched_alone() -> None:
    """In a phrase with other words `to` has its place."""
    assert SearchWords(required("learning to rank")) == search_words('"learning to rank"')


@given(st.text(max_size=300) | st.text("abAND OR\"\\+-!(){}[]^~*?:/&|.'", max_size=60))
def test_nothing_typed_is_syntax(text: str) -> None:
    """Any text gives None or a query of quoted texts and plain beginnings in groups, and nothing else."""
    query = search_words(text).query
    if query is None:
        return
    left = re.sub(CLAUSE, "c", query)
    assert re.fullmatch(r"[c +()-]*", left) is not None, query
    for group in re.findall(r"[+-]?\(|\)", left):
        assert group in ("+(", "-(", "(", ")")
    assert left.count("(") == left.count(")")
    assert "+(c" in left


def test_endless_texts_are_cut() -> None:
    """Of very many words the first are taken, of a very long word its beginning."""
    assert MAX_WORDS == (search_words("word " * 10_000).query or "").count("+(")
    long = "a" * MAX_WORD_CHARACTERS
    assert SearchWords(f"+({anywhere(long)} {begun(long)})") == search_words("a" * 1_000_000)
