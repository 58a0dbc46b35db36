"""Text that is shown is clean, and the keys for sorting and searching are what a reader expects."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.text import clean_paragraphs, clean_text, counted, shown, title_key

TEXTS = st.one_of(
    st.text(st.characters()),  # lone surrogates too
    st.text("ab e\u0301\u200b\u200d\ufeff\u202e\u2066\n\r\t\x00\x1c\x85\u2028\u2029\u00a0\ud83d\ude42"),
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("", ""),
        ("A plain title", "A plain title"),
        ("  two \t blanks\r\n and lines ", "two blanks and lines"),
        ("Cafe\u0301 graphs", "Café graphs"),
        ("zero\x00byte and \x01 and \x85", "zerobyte and and"),
        ("lone \ud83d surrogate", "lone \ufffd surrogate"),
        ("lone at the end \ud83d", "lone at the end \ufffd"),
        ("wrong way \ude42\ud83d", "wrong way \ufffd\ufffd"),
        ("paired \ud83d\ude42 ok", "paired 🙂 ok"),
        ("evil \u202egnp.exe override \u2066x\u2069", "evil gnp.exe override x"),
        ("\ufeffmark at the start and zero\u200bwidth", "mark at the start and zerowidth"),
        ("e\u200b\u0301", "é"),
        ("ＡＢＣ fullwidth", "ＡＢＣ fullwidth"),
        ("no\u00a0break\u3000wide", "no break wide"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("left\u200e and right\u200f", "left\u200e and right\u200f"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_text_is_made_clean(text: str, clean: str) -> None:
    """What misleads or cannot be stored goes, what scripts need stays."""
    assert clean == clean_text(text)


@given(TEXTS)
def test_clean_text_can_be_stored_and_sent(text: str) -> None:
    """Clean text is UTF-8, NFC, of one line, without controls, and clean already."""
    clean = clean_text(text)
    assert clean == clean.encode().decode()
    assert clean == unicodedata.normalize("NFC", clean)
    assert clean == " ".join(clean.split())
    assert not [char for char in clean if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")]
    assert clean == clean_text(clean)


@given(TEXTS)
def test_both_spellings_of_an_accent_are_one(text: str) -> None:
    """Composed and decomposed text come to the same."""
    assert clean_text(unicodedata.normalize("NFC", text)) == clean_text(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("", ""),
        ("  One\n  line.\n", "One line."),
        ("One.\n\nTwo\r\nlines.\r\n \r\n\r\nThree.", "One.\n\nTwo lines.\n\nThree."),
        ("One.\n\u200b\nTwo.", "One.\n\nTwo."),
        ("One.\u2029Two.\u2028Still two.", "One.\n\nTwo. Still two."),
        ("\n\n\x00\n\n", ""),
    ],
)
def test_paragraphs_stay_apart(text: str, clean: str) -> None:
    """An abstract keeps its paragraphs, and nothing else of its line ends."""
    assert clean == clean_paragraphs(text)


@given(TEXTS)
def test_paragraphs_have_the_words_of_clean_text(text: str) -> None:
    """Taken as one line, paragraphs are what clean_text gives, and they are clean already."""
    clean = clean_paragraphs(text)
    assert clean_text(text) == clean_text(clean)
    assert clean == clean_paragraphs(clean)


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("", ""),
        ("A Title", "a title"),
        ("“Quoted” title", "quoted” title"),
        ("(Re)thinking", "re)thinking"),
        ("  ... and   then", "and then"),
        ("$\\alpha$-stable", "alpha$-stable"),
        ("¿Qué es?", "que es?"),
        ("Éclair", "eclair"),
        ("Straße İstanbul ﬁne", "strasse istanbul fine"),
        ("ＡＢＣ 𝐁old", "abc bold"),
        ("Ἀρχή", "αρχη"),
        ("\u202eevil", "evil"),
        ("3D graphs", "3d graphs"),
        ("???", "???"),
        ("हिंदी", "हिंदी"),
        ("x" * 300, "x" * 100),
        ("x" * 99 + " yz", "x" * 99),
    ],
)
def test_a_title_sorts_where_a_reader_looks(title: str, key: str) -> None:
    """Case, accents and leading signs do not count in the order of titles."""
    assert key == title_key(title)


@given(TEXTS)
def test_every_title_has_a_key(title: str) -> None:
    """Any title gives a key of at most 100 characters that can be stored."""
    key = title_key(title)
    assert len(key) <= 100
    assert key == key.encode().decode()
    assert key == " ".join(key.split())


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("a", "'a'"), ("a\x00\ud83d", "'a\\x00\\ud83d'"), ("x" * 81, "'" + "x" * 79 + "…'")],
)
def test_a_message_repeats_text_safely(text: str, quoted: str) -> None:
    """What a message repeats is short and printable."""
    assert quoted == shown(text)


@pytest.mark.parametrize(("count", "told"), [(0, "0 papers"), (1, "1 paper"), (2414, "2,414 papers")])
def test_a_count_and_its_noun_agree(count: int, told: str) -> None:
    """One is singular, none and many are plural, thousands are parted."""
    assert told == counted(count, "paper")
