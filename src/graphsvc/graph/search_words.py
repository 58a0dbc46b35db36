"""Turns what a person types into a query of the text index: words, "phrases" and -words to leave out, never syntax."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from graphsvc.domain.text import clean_text

MAX_WORDS: Final = 20
MAX_WORD_CHARACTERS: Final = 100
MAX_CHARACTERS: Final = 4_000
"""Of a longer text the beginning is read: it holds more words than are searched."""

STOP_WORDS: Final = frozenset(
    (
        *("a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not"),
        *("of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was"),
        *("will", "with"),
    )
)
"""What the index leaves out, as nearly every text has it; a test holds this equal to Neo4j's own list."""

FIELDS: Final = (("title", "^4"), ("author_names", "^2"), ("abstract", ""))
"""The properties that the index holds, and how much more a word counts in some of them."""
PHRASE_BOOST: Final = 8


@dataclass(frozen=True, slots=True)
class SearchWords:
    """A query in Lucene's syntax, None where nothing can be looked for; and the words that are not searched."""

    query: str | None
    not_searched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A word or a phrase as it was typed, cleared of what could be syntax in quotes."""

    text: str
    is_phrase: bool
    is_left_out: bool

    @property
    def shown(self) -> str:
        quoted = f'"{self.text}"' if self.is_phrase else self.text
        return f"-{quoted}" if self.is_left_out else quoted


def search_words(text: str) -> SearchWords:
    """Return the query that finds papers with every word of a text, the last one perhaps not typed to its end.

    Each word stands in quotes, where only the quote and the backslash could mean something (they are taken out), so
    the index cuts it just as it cut the texts, and nothing typed is read as syntax. A quote without a second one and
    a minus sign that begins no word are blanks. Never raises.
    """
    parts = [part for part in _parts(clean_text(text[:MAX_CHARACTERS])) if _pieces(part.text)]
    searched, not_searched = _searched(parts)
    wanted = [part for part in searched if not part.is_left_out]
    if not wanted:
        return SearchWords(None, tuple(dict.fromkeys(part.shown for part in parts)))
    # A last word that may be a beginning: no phrase, nothing to leave out, and no word behind it that is not searched.
    growing = parts[-1] if parts[-1] is searched[-1] and parts[-1] is wanted[-1] and not parts[-1].is_phrase else None
    clauses = [_required(part, may_grow=part is growing) for part in wanted]
    clauses += [f"-({_anywhere(part.text)})" for part in searched if part.is_left_out]
    if len(wanted) > 1:  # a title that has the words in this very order is what was meant
        clauses.append(f'title:"{" ".join(part.text for part in wanted)}"^{PHRASE_BOOST}')
    return SearchWords(" ".join(clauses), tuple(dict.fromkeys(part.shown for part in not_searched)))


_PART: Final = re.compile(r'(?<!\S)(-?)"([^"]*)"|(\S+)')


def _parts(text: str) -> list[_Part]:
    """Cut a text into words and phrases, endless words to their beginning."""
    parts: list[_Part] = []
    for minus, phrase, word in _PART.findall(text.replace("\\", " ")):
        if word:
            is_left_out = word.startswith("-")
            words = word.removeprefix("-").replace('"', " ").split()
            parts += [_Part(each[:MAX_WORD_CHARACTERS], False, is_left_out) for each in words]
        else:
            parts.append(_Part(" ".join(each[:MAX_WORD_CHARACTERS] for each in phrase.split()), True, bool(minus)))
    return parts


def _searched(parts: Sequence[_Part]) -> tuple[list[_Part], list[_Part]]:
    """Return the parts to search, no more words than a search takes, and those that are not searched."""
    searched: list[_Part] = []
    not_searched: list[_Part] = []
    room = MAX_WORDS
    for part in parts:
        words = part.text.split()
        pieces = {piece.lower() for piece in _pieces(part.text)}
        # a phrase to leave out that lacks some of its words would take other papers along
        takes_too_many = part.is_left_out and part.is_phrase and not STOP_WORDS.isdisjoint(pieces)
        if len(words) > room or STOP_WORDS.issuperset(pieces) or takes_too_many:
            not_searched.append(part)
            continue
        room -= len(words)
        searched.append(part)
    return searched, not_searched


def _pieces(text: str) -> list[str]:
    """Return the runs of letters and digits, with the marks that belong to them."""
    return "".join(char if _is_of_word(char) else " " for char in text).split()


def _is_of_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category == "Nd"


def _required(part: _Part, *, may_grow: bool) -> str:
    whole = _anywhere(part.text)
    return f"+({' '.join([whole, *_grown(part.text)])})" if may_grow else f"+({whole})"


def _grown(text: str) -> list[str]:
    """Return the clauses that find words of which the end of a text is the beginning.

    The index cuts words at most signs: `self-att` is `self`, and a word that begins with `att`. At some it does not if
    letters follow: `node.j` may be the beginning of `node.js`.
    """
    found = _TAIL.search(_marked(text))
    tail = text[found.start() :].lstrip(_JOINERS) if found else ""
    tails = [tail] if tail and _is_of_word(tail[0]) else []
    pieces = _pieces(text)
    if pieces and pieces[-1] != tail and text.endswith(pieces[-1]):
        tails.append(pieces[-1])
    clauses: list[str] = []
    for each in tails:
        beginning = " ".join(f"{name}:{_folded(each)}*" for name in _GROWING.get(len(each), _ALL_FIELDS))
        before = _pieces(text[: len(text) - len(each)])
        heads = [f"+({_anywhere(piece)})" for piece in before]
        clauses.append(f"({' '.join(heads)} +({_anywhere(each)} {beginning}))" if heads else beginning)
    return clauses


_ALL_FIELDS: Final = tuple(name for name, _ in FIELDS)
_GROWING: Final = {1: ("author_names",), 2: ("title", "author_names")}
"""Where a beginning of so few characters is looked for: in whole texts it would find nearly every paper, and slowly."""
_JOINERS: Final = ".,'_’"
_TAIL: Final = re.compile(r"w[wj]*\Z|j[wj]*\Z")


def _marked(text: str) -> str:
    """Return for each character whether it is of a word (w), may stand within one (j) or parts words (-)."""
    return "".join("w" if _is_of_word(char) else "j" if char in _JOINERS else "-" for char in text)


def _folded(word: str) -> str:
    """Return a beginning of a word as the index has it: it folds whole words by itself, and beginnings not at all."""
    return "".join(_FOLDED.get(char) or _folded_character(char) for char in word)


# Letters (of either case) that Unicode does not take apart, and the index does.
_FOLDED: Final = {
    **dict(zip("’ıĸŉſŀĿøØǿǾłŁđĐðÐħĦŧŦŋŊƒ", "'iqnslloooollddddhhttnnf", strict=True)),
    **dict.fromkeys("æÆǽǼǣǢ", "ae"),
    **dict.fromkeys("œŒ", "oe"),
    **dict.fromkeys("þÞ", "th"),
    **dict.fromkeys("ßẞ", "ss"),
    **dict.fromkeys("ĳĲ", "ij"),
}


def _folded_character(char: str) -> str:
    is_wide_or_ligature = "\ufb00" <= char <= "\ufb06" or "\uff01" <= char <= "\uff5e"
    apart = unicodedata.normalize("NFKD" if is_wide_or_ligature else "NFD", char)
    base = "".join(part for part in apart if not unicodedata.combining(part))
    if base.isascii() and base.isalnum():
        return base.lower()
    lower = char.lower()
    return lower if len(lower) == 1 else char


def _anywhere(text: str) -> str:
    return " ".join(f'{name}:"{text}"{boost}' for name, boost in FIELDS)
