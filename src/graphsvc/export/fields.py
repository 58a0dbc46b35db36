"""Records as plain objects, under the names that the native format has for their fields."""

from typing import Any

from graphsvc.domain.records import AreaRecord, CitationRecord, MergeRecord, PaperRecord, Record


def fields_of(record: Record) -> dict[str, Any]:
    """Return the fields that a record states; what it says nothing of is not there."""
    match record:
        case PaperRecord():
            fields = _paper(record)
        case CitationRecord():
            # null is what a citation says of a work that is not known
            return {"citing": record.citing, "cited": record.cited, **_stated(_facts(record))}
        case AreaRecord():
            fields = {
                "id": record.id,
                "name": record.name,
                "description": record.description,
                "parent": record.parent,
            }
        case MergeRecord():
            fields = {"id": record.id, "mergedInto": record.into}
        case _:
            raise TypeError(f"{type(record).__name__} is never read from a store")
    return _stated(fields)


def _paper(record: PaperRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "ids": record.ids or None,
        "title": record.title,
        "abstract": record.abstract,
        "published": record.published.iso if record.published else None,
        "type": record.type,
        "venue": record.venue,
        "language": record.language,
        "authors": None
        if record.authors is None
        else [_stated({"name": author.name, "id": author.id}) for author in record.authors],
        "categories": record.categories,
        "areas": None
        if record.areas is None
        else [area.id if area.score is None else {"id": area.id, "score": area.score} for area in record.areas],
        "references": record.references,
        "sourceCitedByCount": record.source_cited_by_count,
        "isRetracted": record.is_retracted,
    }


def _facts(record: CitationRecord) -> dict[str, Any]:
    return {
        "contexts": record.contexts or None,
        "intents": record.intents or None,
        "isInfluential": record.is_influential,
        "statement": record.id,
    }


def _stated(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
