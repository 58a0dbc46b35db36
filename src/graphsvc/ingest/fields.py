"""Takes fields out of a JSON object: what makes no sense is left out and noted, and never stops a load."""

import contextlib
import json
import math
from collections.abc import Callable, KeysView
from typing import Any, TypeVar, cast

import orjson

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.text import clean_paragraphs, clean_text
from graphsvc.ingest.files import MAX_LINE_BYTES

QUOTED_CHARACTERS = 200
MAX_TEXT_CHARACTERS = 1_000_000
MAX_LINE_CHARACTERS = 10_000
MAX_KEY_CHARACTERS = 1_000  # what an index of Neo4j takes, in any script
MAX_ITEMS_TOLD = 100  # a line may hold a list of millions
Item = TypeVar("Item")
MAX_COUNT = 2**63 - 1  # the largest integer that Neo4j holds


def json_object(data: bytes | None) -> dict[str, Any]:
    """Return the JSON object that a line holds; raises BadInput where it holds none."""
    if data is None:
        raise BadInput(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        value: Any = orjson.loads(data)
    except orjson.JSONDecodeError as strict_error:
        value = _lenient_json(data, strict_error)
    if not isinstance(value, dict):
        raise BadInput("the line holds no JSON object")
    return cast("dict[str, Any]", value)


def quoted(data: bytes | None) -> str:
    """Return how a line begins, for a report."""
    # Every record has its beginning with it, and few are told of: most lines need not be looked at any closer.
    text = (data or b"")[:QUOTED_CHARACTERS].rstrip(b"\r\n").replace(b"\t", b" ").decode("latin-1")
    if text.isascii() and text.isprintable() and "  " not in text and text.strip() == text:
        return text
    return clean_text((data or b"")[: 4 * QUOTED_CHARACTERS].decode("utf-8", "replace"))[:QUOTED_CHARACTERS]


class Fields:
    """The fields of one object; `odd` collects the reasons why parts of it were left out."""

    __slots__ = ("_values", "odd")

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self.odd: list[str] = []

    @property
    def names(self) -> KeysView[str]:
        """The names of all fields that are there."""
        return self._values.keys()

    def is_null(self, name: str) -> bool:
        """Return whether a field is there and says null."""
        return name in self._values and self._values[name] is None

    def begins_with(self, name: str, beginning: str) -> bool:
        """Return whether a field is a text that begins so, in any case and after any blanks."""
        value = self._values.get(name)
        return isinstance(value, str) and value[:1000].lstrip()[: len(beginning)].lower() == beginning

    def value(self, name: str) -> Any:
        """Return a value as it stands there, None where there is none."""
        return self._values.get(name)

    def required_text(self, name: str) -> str:
        """Return a text that must be there; raises BadInput where it is not."""
        value = self._values.get(name)
        text = clean_text(value) if isinstance(value, str) else ""
        if not text:
            raise BadInput(f"`{name}` is missing" if value is None else f"`{name}` is no text")
        if len(text) > MAX_LINE_CHARACTERS:
            raise BadInput(f"`{name}` is longer than {MAX_LINE_CHARACTERS:,} characters")
        return text

    def text(self, name: str) -> str | None:
        """Return a text on one line; None where there is none or it is empty."""
        return self._text(name, clean_text, MAX_LINE_CHARACTERS)

    def key(self, name: str) -> str | None:
        """Return a text that is looked up by, such as an author's id."""
        return self._text(name, clean_text, MAX_KEY_CHARACTERS)

    def paragraphs(self, name: str) -> str | None:
        """Return a text that may have paragraphs."""
        return self._text(name, clean_paragraphs, MAX_TEXT_CHARACTERS)

    def partial_date(self, name: str) -> PartialDate | None:
        """Return a date of year, month or day precision; a bare year may be a number."""
        value = self._values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            return self._leave_out(f"`{name}` is no date")
        try:
            return parse_partial_date(value)
        except BadInput as error:
            return self._leave_out(f"`{name}`: {error}")

    def count(self, name: str) -> int | None:
        """Return a whole number from 0."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT:
            return value
        return self._leave_out(f"`{name}` is no count: a whole number from 0 to 2^63-1")

    def number(self, name: str) -> float | None:
        """Return a number, whole or not."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool):
            with contextlib.suppress(OverflowError):  # whole numbers of Python have no end
                if math.isfinite(number := float(value)):
                    return number
        return self._leave_out(f"`{name}` is no number")

    def truth(self, name: str) -> bool | None:
        """Return true or false."""
        value = self._values.get(name)
        return (
            value
            if value is None or isinstance(value, bool)
            else self._leave_out(f"`{name}` is neither true nor false")
        )

    def items(self, name: str, read: Callable[[Any], Item]) -> tuple[Item, ...] | None:
        """Return a list, each item read by `read`, without those that `read` refuses; None where there is no list.

        `read` may be asked for an item a second time, once one was refused.
        """
        values = self._values.get(name)
        if values is None:
            return None
        if not isinstance(values, list):
            return self._leave_out(f"`{name}` is no list")
        try:
            return tuple(map(read, cast("list[Any]", values)))  # quick, and nearly always all
        except BadInput:
            pass
        items: list[Item] = []
        left_out = 0
        for at, value in enumerate(cast("list[Any]", values), start=1):
            try:
                items.append(read(value))
            except BadInput as error:
                left_out += 1
                if left_out <= MAX_ITEMS_TOLD:
                    self.odd.append(f"`{name}`, item {at}: {error}")
        if left_out > MAX_ITEMS_TOLD:
            self.odd.append(f"`{name}`: {left_out - MAX_ITEMS_TOLD:,} more items were left out")
        return tuple(items)

    def objects(self, name: str, read: Callable[["Fields"], Item], short: str) -> tuple[Item, ...] | None:
        """Return a list of objects, each read by `read`; a bare text stands for an object with the field `short`."""

        def read_one(value: Any) -> tuple[Item, list[str]]:
            fields = Fields(cast("dict[str, Any]", value) if isinstance(value, dict) else {short: value})
            return read(fields), fields.odd

        found = self.items(name, read_one)
        if found is None:
            return None
        self.odd += [f"`{name}`: {reason}" for _, odd in found for reason in odd]
        return tuple(item for item, _ in found)

    def ids(self, name: str, normal: Callable[[str], str]) -> tuple[str, ...] | None:
        """Return a list of ids in normal form, as often as they stand there."""

        def read(value: Any) -> str:
            if not isinstance(value, str):
                raise BadInput("is no text; write ids as text")
            return normal(value)

        values = self._values.get(name)
        # lists of ids are most of what is read: those that hold texts alone do not pay for the look at each
        are_texts = isinstance(values, list) and set(map(type, cast("list[Any]", values))) == {str}
        return self.items(name, normal if are_texts else read)

    def _text(self, name: str, clean: Callable[[str], str], most: int) -> str | None:
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            return self._leave_out(f"`{name}` is no text")
        text = clean(value)
        if len(text) > most:
            return self._leave_out(f"`{name}` is longer than {most:,} characters")
        return text or None

    def _leave_out(self, reason: str) -> None:
        self.odd.append(reason)


def _lenient_json(data: bytes, strict_error: Exception) -> Any:
    """Read what real dumps hold beside JSON: lone surrogates, NaN and infinities (these become null)."""
    try:
        return json.loads(data, parse_constant=lambda _: None)
    except RecursionError:
        raise BadInput("the line is nested too deeply") from None
    except ValueError:
        raise BadInput(f"the line is not JSON: {strict_error}") from None
