"""What the readers of several dumps need: ids that are numbers, parts of parts, what was told before."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import AreaMembership, AreaRecord, Located, Odd, PaperRecord, Record
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import MAX_KEY_CHARACTERS, Fields
from graphsvc.ingest.items import Item

Thing = TypeVar("Thing", bound=Hashable)
PaperAndAreas = tuple[PaperRecord, tuple[AreaRecord, ...]]
_REMEMBERED: Final = 200_000


class Recently:
    """What was seen of late: memory stays bounded, at the price of now and then telling a thing again."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: set[Hashable] = set()

    def is_new(self, thing: Hashable) -> bool:
        """Return whether the thing was not seen, and see it."""
        if thing in self._seen:
            return False
        if len(self._seen) >= _REMEMBERED:
            self._seen.clear()
        self._seen.add(thing)
        return True


def told(number: int, record: Record, odd: Iterable[str], quoted: str) -> Iterator[Item]:
    """Yield what was left out of a record, and the record with where it stands."""
    for reason in odd:
        yield Odd(number, reason)
    yield cast("Item", Located(number, record, quoted))


def told_areas(number: int, areas: Iterable[AreaRecord], known: Recently, quoted: str) -> Iterator[Item]:
    """Yield each area when it is met first."""
    for area in areas:
        if known.is_new(area.id):
            yield Located(number, area, quoted)


def nested(values: Mapping[str, Any], name: str, odd: list[str]) -> dict[str, Any]:
    """Return an object inside another; empty where there is none."""
    value = values.get(name)
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if value is not None:
        odd.append(f"`{name}` is no object")
    return {}


def value_in(value: Any, name: str) -> Any:
    """Return a field of what may be an object."""
    return cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None


def fields_of(values: dict[str, Any], odd: list[str]) -> Fields:
    """Return the fields of an object, which note what they leave out in a list that is already there."""
    fields = Fields(values)
    fields.odd = odd
    return fields


def text_in_list(value: Any) -> str:
    """Return an item of a list of texts; raises BadInput where it is none, or longer than what is looked up by."""
    text = clean_text(value) if isinstance(value, str) else ""
    if not text:
        raise BadInput("is not a text")
    if len(text) > MAX_KEY_CHARACTERS:
        raise BadInput(f"is longer than {MAX_KEY_CHARACTERS:,} characters")
    return text


def id_text(value: Any) -> str:
    """Return an id that a dump has as a number or as text; raises BadInput where it is neither, or empty."""
    if isinstance(value, str):
        text = clean_text(value)
        if text:
            return text
    elif isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise BadInput("is missing" if value is None or value == "" else "is neither a number nor a text")


def author_key(prefix: str, value: Any) -> str | None:
    """Return an author's id as a source has it, with its prefix; None where there is none, or none that can be kept."""
    try:
        key = f"{prefix}:{id_text(value)}"
    except BadInput:
        return None
    return key if len(key) <= MAX_KEY_CHARACTERS else None


def ids_by_scheme(values: Mapping[str, Any], schemes: Mapping[str, str], odd: list[str]) -> list[str]:
    """Return the ids that stand under the names of their schemes; null and "" are none."""
    ids: list[str] = []
    for name, scheme in schemes.items():
        value = values.get(name)
        if value is None or value == "":
            continue
        try:
            text = id_text(value)
            has_scheme = text[: len(scheme) + 1].lower() == f"{scheme}:"
            ids.append(normal_id(text if has_scheme else f"{scheme}:{text}"))
        except BadInput as error:
            odd.append(f"`{name}`: {error}")
    return ids


def unique(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Return the things in their order, each once."""
    return tuple(dict.fromkeys(things))


def memberships(areas: Iterable[tuple[AreaRecord, float | None]]) -> tuple[AreaMembership, ...]:
    """Return what a paper says of its areas, each area once."""
    first: dict[str, AreaMembership] = {}
    for area, score in areas:
        first.setdefault(area.id, AreaMembership(area.id, score))
    return tuple(first.values())
