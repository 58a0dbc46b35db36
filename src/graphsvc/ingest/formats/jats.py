"""Turns text with markup into plain text: JATS abstracts of Crossref, HTML in titles, encoded entities."""

import html
import re
from typing import Final

# No group may run past the next "<": else a text of nothing but beginnings would cost the square of its length.
_TAG: Final = re.compile(
    r"<(/?)((?:jats|mml|m|xhtml|html):)?([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>|<!\[CDATA\[([^\]<]*)\]\]>|<[!?][^<>]*>",
    re.IGNORECASE,
)
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_DROPPED: Final = frozenset(("title", "tex-math", "annotation", "annotation-xml"))
_BLOCK_NAMES: Final = (
    "p sec list list-item disp-formula disp-quote div br break li ul ol h1 h2 h3 h4 h5 h6 tr table blockquote"
)
_INLINE_NAMES: Final = (
    "i b u em strong emph italic bold underline sub sup inf sc scp tt small big span a font monospace roman"
    " inline-formula ext-link xref math mi mo mn mrow msub msup tbody td th title tex-math"
)
_BLOCKS: Final = frozenset(_BLOCK_NAMES.split())
_INLINE: Final = frozenset(_INLINE_NAMES.split())
_HEADINGS_KEPT: Final = frozenset[str]()


def plain_paragraphs(text: str) -> str:
    """Return a text without its markup, paragraphs apart by an empty line. Never raises.

    Titles inside an abstract ("Abstract", "Methods") and the TeX beside a formula go with their text. What only
    looks like a tag stays: `p <0.05`, `<http://example.org>`.
    """
    return _plain(text, _DROPPED)


def plain_line(text: str) -> str:
    """Return a title without its markup. Never raises."""
    return _plain(text, _HEADINGS_KEPT)


def _plain(text: str, dropped: frozenset[str]) -> str:
    if "<" not in text and "&" not in text:
        return text
    plain = _without_tags(text, dropped)
    # publishers deposit markup that is encoded a second time: &lt;em&gt;
    return _without_tags(plain, dropped) if "<" in plain and plain != text else plain


def _without_tags(text: str, dropped: frozenset[str]) -> str:
    parts: list[str] = []
    skipping = ""
    at = 0
    for tag in _TAG.finditer(text):
        if not skipping:
            parts.append(_decoded(text[at : tag.start()]))
        at = tag.end()
        closing, prefix, name, attributes, character_data = tag.groups()
        name = (name or "").lower()
        if skipping:
            skipping = "" if closing and name == skipping else skipping
        elif character_data is not None:
            parts.append(character_data)
        elif name and not _is_markup(bool(prefix), name, attributes):
            parts.append(_decoded(tag[0]))
        elif name in dropped and not closing and not attributes.endswith("/"):
            skipping = name
        elif name in _BLOCKS:
            parts.append("\n\n")
    if skipping:  # never closed: rather a heading too many than half of the text lost
        return _decoded(_TAG.sub(" ", text))
    parts.append(_decoded(text[at:]))
    return "".join(parts)


def _is_markup(has_prefix: bool, name: str, attributes: str) -> bool:
    """Tell a tag from a comparison, as in `a <b and c> d`."""
    if attributes.strip(" \t\r\n/") and "=" not in attributes:
        return False
    return has_prefix or name in _BLOCKS or name in _INLINE


def _decoded(text: str) -> str:
    # only entities with their semicolon: html.unescape alone would also take the &copy of "?a=1&copy=2"
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text) if "&" in text else text
