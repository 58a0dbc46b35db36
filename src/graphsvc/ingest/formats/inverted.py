"""Puts an abstract together that a dump holds as a list of positions for each word."""

from typing import Any, cast

from graphsvc.ingest.fields import Fields
from graphsvc.ingest.formats.jats import plain_paragraphs


def inverted_abstract(index: Any, name: str, odd: list[str]) -> str | None:
    """Return the text of an inverted index, `{"word": [0, 4], …}`; None where there is none.

    Words that share a position keep the order of the index; gaps are skipped, so a wild position costs nothing.
    Positions may be text; what is no position from 0 is left out and told.
    """
    if index is None:
        return None
    if not isinstance(index, dict):
        odd.append(f"`{name}` is no object")
        return None
    placed: list[tuple[int, str]] = []
    wrong = 0
    for word, positions in cast("dict[str, Any]", index).items():
        for position in cast("list[Any]", positions) if isinstance(positions, list) else [positions]:
            at = position if type(position) is int and position >= 0 else _position_of_text(position)
            if at is None:
                wrong += 1
            else:
                placed.append((at, word))
    if wrong:
        odd.append(f"`{name}` has positions that are no whole numbers from 0: {wrong:,}")
    placed.sort(key=lambda place: place[0])
    fields = Fields({name: plain_paragraphs(" ".join(word for _, word in placed))})
    fields.odd = odd
    return fields.paragraphs(name)


def _position_of_text(value: Any) -> int | None:
    is_number = isinstance(value, str) and len(value) <= 18 and value.isascii() and value.isdecimal()
    return int(value) if is_number else None
