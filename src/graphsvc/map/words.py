"""Finds the words of titles that tell one area from its neighbours, and how people write them.

A word counts the more the larger the share of an area's titles that have it, and the less the larger its share among
all neighbours: TF-IDF with areas in place of documents. Words that differ by plural or hyphen alone are one.
"""

# scikit-learn says little of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

COMMON: Final = 0.02
"""The share of titles from which on a word counts as a common one."""
LONGEST: Final = 3
"""Words of a term at most."""
LONGER_FROM: Final = 0.3
"""The share of a word's titles that must have a longer term for it to stand in the word's place."""
FEWEST: Final = 2
"""Titles of an area that must have a term."""
LOOKED_AT: Final = 30
"""Terms that are looked at for each word that is wanted."""

_STOP: Final = ENGLISH_STOP_WORDS - {"bill", "cry", "de", "fire", "mine", "thick", "thin"} | {
    *("about", "analysis", "approach", "aspect", "aspects", "based", "case", "comment", "comments", "different"),
    *("effect", "effects", "general", "generalized", "introduction", "investigation", "lecture", "lectures", "method"),
    *("methods", "new", "note", "notes", "novel", "overview", "paper", "problem", "problems", "properties", "recent"),
    *("remark", "remarks", "result", "results", "review", "role", "simple", "some", "studies", "study", "survey"),
    *("toward", "towards", "use", "used", "using", "various", "versus"),
}
_COMMAND: Final = re.compile(r"\\(?:cal|bf|rm|it|em|sf|tt|sl|math[a-z]+|text[a-z]*|[hm]box)(?![a-z])|<[^<>]{1,40}>")
_ACCENT: Final = re.compile(r"\\[\"'`^~=.]\{?([^\W\d_])\}?")
_MARKUP: Final = re.compile(r"[\\${}]")
_PART_IN_BRACKETS: Final = re.compile(r"(?<=\w)\(([a-z]{2,})\)")  # M(atrix), string(s)
_WORD: Final = re.compile(r"(?:\d+-?)?[^\W\d_](?:[\w='’]|[-+](?=\w)|\((?:\d|N)\))*")  # N=2, SU(2), 11-dimensional
_JOINT: Final = re.compile(r"[ /]")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word where it stands in a title; `key` is what all its forms share, None for a word that tells nothing."""

    key: str | None
    start: int
    end: int
    is_joined: bool  # to the word before it, so that both may be one term


def telling_words(
    areas: Sequence[Sequence[str]], most: int, case_of: Mapping[str, str] | None = None
) -> list[list[str]]:
    """Return, for each of some neighbouring areas given by their titles, the words that tell most of it, best first.

    A word may be one of two or three words ("black hole"). An area whose titles say nothing has none.
    `case_of` is what word_cases says of more titles than these.
    """
    titles = [[_clean(title) for title in titles] for titles in areas]
    options: dict[str, Any] = {"analyzer": _terms, "binary": True, "min_df": FEWEST, "dtype": np.int32}
    vectorizer = CountVectorizer(**options)
    try:
        counts: Any = vectorizer.fit_transform([title for group in titles for title in group])
    except ValueError:  # no word is in two titles
        return [[] for _ in areas]
    terms: list[str] = list(vectorizer.get_feature_names_out())
    cases = case_of or word_cases(title for group in areas for title in group)
    ends = itertools.accumulate(len(group) for group in titles)
    parts = [(group, counts[end - len(group) : end]) for group, end in zip(titles, ends, strict=True)]
    # area by area: there may be thousands, and each has but few of all words
    mean_share: Any = sum(_title_counts(part) / max(len(group), 1) for group, part in parts) / len(parts)
    words: list[list[str]] = []
    for group, part in parts:
        found = _title_counts(part)
        here = np.flatnonzero(found >= FEWEST)
        scores = found[here] / max(len(group), 1) * np.log1p(COMMON / mean_share[here])
        best = here[np.argsort(-scores, kind="stable")][: LOOKED_AT * most].tolist()
        words.append(_written(_chosen([(terms[at], int(found[at])) for at in best], most), group, cases))
    return words


def _title_counts(part: Any) -> Any:
    """Return how many titles have each term."""
    return np.asarray(part.sum(axis=0)).ravel()


def word_cases(titles: Iterable[str]) -> dict[str, str]:
    """Return how words are written where case says something: within titles that are written as a sentence is."""
    forms: dict[str, Counter[str]] = {}
    for title in map(_clean, titles):
        words = list(_words(title))
        if _is_sentence(title, words):
            for word in words[1:]:
                written = title[word.start : word.end]
                forms.setdefault(written.lower(), Counter())[written] += 1
    return {lower: min(found, key=lambda form: (-found[form], form)) for lower, found in forms.items()}


def _chosen(terms: Iterable[tuple[str, int]], most: int) -> list[str]:
    """Return the first terms that share no word; a longer one stands for words that mostly go together.

    The terms are with how many titles have them.
    """
    chosen: list[str] = []
    count_of: dict[str, int] = {}
    for term, count in terms:
        words = set(term.split())
        near = [other for other in chosen if words & set(other.split()) or _solid(term) == _solid(other)]
        if not near and len(chosen) < most:
            chosen.append(term)
            count_of[term] = count
        elif near and all(_has(term, other) and count >= LONGER_FROM * count_of[other] for other in near):
            chosen[chosen.index(near[0])] = term
            chosen = [other for other in chosen if other not in near]
            count_of[term] = count
    return chosen


def _has(term: str, shorter: str) -> bool:
    return shorter != term and (f" {shorter} " in f" {term} " or _solid(shorter) == _solid(term))


def _solid(term: str) -> str:
    return term.replace(" ", "")


def _written(terms: Sequence[str], titles: Sequence[str], case_of: Mapping[str, str]) -> list[str]:
    """Return terms as most titles write them, each word in the case that it has within a sentence."""
    forms: dict[str, Counter[str]] = {term: Counter() for term in terms}
    for title in titles:
        for term, words in _spans(list(_words(title))):
            if term in forms:
                forms[term][_text(title, words, case_of)] += 1
    return [min(found, key=lambda form: (-found[form], form)) for found in forms.values()]


def _text(title: str, words: Sequence[_Word], case_of: Mapping[str, str]) -> str:
    """Return how words stand in a title, but for their case."""
    text, end = "", words[0].start
    for word in words:
        written = title[word.start : word.end]
        text += title[end : word.start] + case_of.get(written.lower(), _lowered(written))
        end = word.end
    return text


def _lowered(word: str) -> str:
    """Return a word in lower case if only its parts' first letters are upper: `AdS` stays, `Brane-World` not."""
    parts = word.split("-")
    if len(word) <= 3 or any(part[1:] != part[1:].lower() for part in parts):
        return word
    return "-".join(part if len(part) == 1 else part.lower() for part in parts)  # `D-brane` keeps its letter


def _is_sentence(title: str, words: Sequence[_Word]) -> bool:
    """Return whether a title is written as a sentence is, so that upper case says something."""
    long = [title[word.start : word.end] for word in words[1:] if word.end - word.start > 3]
    return sum(word[0].islower() for word in long) * 2 > len(long)


def _terms(title: str) -> Iterator[str]:
    return (term for term, _ in _spans(list(_words(title))))


def _spans(words: Sequence[_Word]) -> Iterator[tuple[str, Sequence[_Word]]]:
    """Yield the terms of a title, each as the keys of its words, with these."""
    for first in range(len(words)):
        keys: list[str] = []
        for last in range(first, min(first + LONGEST, len(words))):
            word = words[last]
            if word.key is None or (keys and not word.is_joined):
                break
            keys.append(word.key)
            yield " ".join(keys), words[first : last + 1]


def _words(title: str) -> Iterator[_Word]:
    end = -1
    for found in _WORD.finditer(title):
        text = re.sub(r"['’]s?$", "", found[0])
        is_joined = end + 1 == found.start() and _JOINT.match(title[end]) is not None
        end = found.start() + len(text)
        yield _Word(_key(text), found.start(), end, is_joined)


def _key(word: str) -> str | None:
    """Return what the forms of a word share; None for one that tells nothing."""
    lower = word.lower()
    if len(lower) < 2 or lower in _STOP:
        return None
    lower = lower.replace("-", "")
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith("s") and len(lower) > 3 and lower[-2] not in "su'":
        return lower[:-1]
    return lower


def _clean(title: str) -> str:
    plain = _MARKUP.sub("", _ACCENT.sub(r"\1", _COMMAND.sub(" ", title)))
    return " ".join(_PART_IN_BRACKETS.sub(r"\1", plain).split())
