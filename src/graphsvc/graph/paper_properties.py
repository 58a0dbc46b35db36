"""A paper's record as the store keeps it: the properties that it states, and what tells it from any other record."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

from graphsvc.domain.records import PaperRecord, Record, WithdrawnRecord
from graphsvc.domain.text import title_key

EDGES: Final = frozenset(("authors", "areas"))
"""Fields that are edges in the store, no properties."""
KEPT_BESIDE: Final = {"title": "title_key", "authors": "author_names"}
"""Properties that stand beside a field: what titles are sorted by, and the names on the paper, for the search."""


def told_fields(record: PaperRecord) -> dict[str, Any]:
    """Return the fields that a record states, by their names in the store; what it leaves out is not there."""
    told: dict[str, Any] = {
        "title": record.title,
        "abstract": record.abstract,
        "published_ymd": record.published.ymd if record.published else None,
        "type": record.type,
        "venue": record.venue,
        "language": record.language,
        "authors": record.authors,
        "categories": record.categories,
        "areas": record.areas,
        "source_cited_by_count": record.source_cited_by_count,
        "is_retracted": record.is_retracted,
    }
    return {name: value for name, value in told.items() if value is not None}


def stored_properties(told: Mapping[str, Any], record: PaperRecord) -> dict[str, Any]:
    """Return the properties that the fields of a record make in the store; authors and areas are edges there.

    The names of the authors are told beside their edges: a search looks for all words of a paper in one place.
    """
    properties = {name: value for name, value in told.items() if name not in EDGES}
    if "title" in properties:
        properties["title_key"] = title_key(properties["title"])
    if "authors" in told:
        properties["author_names"] = [author.name for author in told["authors"]] or None
    if record.references is not None:
        properties["references_known"] = True
    return properties


def property_names(fields: Iterable[str]) -> list[str]:
    """Return the names of the properties that hold fields."""
    given = set(fields)
    return sorted((given - EDGES) | {KEPT_BESIDE[name] for name in given & KEPT_BESIDE.keys()})


def mark_of(record: PaperRecord | WithdrawnRecord) -> str:
    """Return the name of a record among those of its paper: its id, and which part of the source's word it is."""
    return record.id if record.part is None else f"{record.id}#{record.part}"


def is_of(mark: str, wanted: str) -> bool:
    """Return whether a record is the one with the mark `wanted`, or a part of its word."""
    return mark == wanted or mark.startswith(f"{wanted}#")


def digest_of(record: Record) -> str:
    """Return what tells this record from any other one with its mark."""
    return hashlib.blake2b(orjson.dumps(record), digest_size=16).hexdigest()
