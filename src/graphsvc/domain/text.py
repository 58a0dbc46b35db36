"""Text as a person may see it, and the keys that sorting and searching use."""

import re
import unicodedata
from itertools import groupby
from typing import Final

_TITLE_KEY_LENGTH: Final = 100
_MAX_SHOWN: Final = 80


def clean_text(text: str) -> str:
    """One line that can be stored, sent as UTF-8 and shown: NFC, single blanks, nothing unseen that misleads.

    Never raises. Control characters go (databases refuse or cut at NUL), line ends and tabs become blanks,
    halves of surrogate pairs join or become U+FFFD. Overrides, embeddings and isolates of Unicode's
    bidirectional algorithm go, as they let a title draw over its neighbours; joiners and direction marks
    stay, as Persian, Hindi and Hebrew need them.
    """
    if not text.isascii():
        # Removing may bring a letter and its mark together, hence NFC after it.
        text = unicodedata.normalize("NFC", _REMOVED.sub("", _without_surrogates(text)))
    elif not text.isprintable():
        text = _REMOVED.sub("", text)
    elif "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())


def clean_paragraphs(text: str) -> str:
    """What clean_text does, for text of several paragraphs: they stay apart, one empty line between them.

    Never raises. A paragraph ends at an empty line or at U+2029; single line ends become blanks.
    """
    if text.isascii() and text.isprintable():  # one paragraph, and nothing in it to be removed
        return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text
    lines = (clean_text(line) for line in _LINE_END.split(text.replace("\u2029", "\n\n")))
    return "\n\n".join(" ".join(group) for is_filled, group in groupby(lines, key=bool) if is_filled)


def title_key(title: str) -> str:
    """A key that sorts titles as a reader expects: no accents, no case, no quotes or signs at the start.

    Never raises. At most 100 characters; a title of punctuation alone keeps it, only an empty one has no key.
    """
    key = clean_text(title).casefold()
    if not key.isascii():
        # Folding can bring forth marks (İ) and decomposing capitals (𝐀), hence folding on both sides of it.
        key = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", key).casefold())
        # Accents and points have a combining class; the vowel signs of Indian scripts have none, and stay.
        key = " ".join("".join(char for char in key if not unicodedata.combining(char)).split())
    before = _BEFORE_WORD.match(key)
    return ((key[before.end() :] if before else key) or key)[:_TITLE_KEY_LENGTH].rstrip()


def counted(count: int, one: str, many: str | None = None) -> str:
    """Write a count with its noun: `1 paper`, `2,414 papers`; `many` where an s is not enough."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def shown(text: str) -> str:
    """The text as an error message may repeat it: quoted, short, nothing unprintable in it. Never raises."""
    return repr(text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…")


_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# Controls except those that part words or lines; zero-width space, word joiner, BOM; bidi controls.
_REMOVED: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]+")
_LINE_END: Final = re.compile("\r\n|[\n\r\v\f\x85\u2028]")
_BEFORE_WORD: Final = re.compile(r"[\W_]+")


def _without_surrogates(text: str) -> str:
    """JSON can spell one character as two halves, and a half alone too."""
    if _SURROGATE.search(text) is None:
        return text
    joined = _SURROGATE_PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
    return _SURROGATE.sub("\ufffd", joined)
