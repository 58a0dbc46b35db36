"""Reads tables of papers, or of citations, whose columns somebody else named: Parquet files, and CSV by any delimiter.

A row with a citing and a cited column is a citation, else it is a paper. The mapping of fields to columns says which
is which; without it a column is known by the native record's name for it, or by one that everybody writes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

import orjson

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import AreaMembership, AuthorRecord, CitationRecord, PaperRecord, Record, Refused
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import Fields
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats import opencitations
from graphsvc.ingest.formats.elements import BLANK
from graphsvc.ingest.formats.pieces import fields_of, ids_by_scheme, text_in_list, told, unique
from graphsvc.ingest.formats.rows import PARQUET_MAGIC, Row, header_of, read_rows
from graphsvc.ingest.items import Item

NAME = "tables"

# Names of columns without case, blanks and underscores; the surest first, the others where it is empty.
_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "id": ("id", "paperid", "workid", "identifier"),
    "ids": ("ids", "identifiers", "otherids"),
    "title": ("title", "papertitle"),
    "abstract": ("abstract",),
    "published": ("published", "publicationdate", "publisheddate", "date", "publicationyear", "year"),
    "type": ("type", "doctype", "publicationtype"),
    "venue": ("venue", "journal", "journalname", "containertitle"),
    "language": ("language", "lang"),
    "authors": ("authors", "author", "authornames"),
    "categories": ("categories",),
    "areas": ("areas", "area"),
    "references": ("references", "referencedworks"),
    "sourceCitedByCount": ("sourcecitedbycount", "citedbycount", "citationcount", "ncitation", "timescited"),
    "isRetracted": ("isretracted", "retracted"),
    "citing": ("citing", "citingid", "citingpaperid", "citingdoi", "source", "sourceid", "from", "fromid", "src"),
    "cited": ("cited", "citedid", "citedpaperid", "citeddoi", "target", "targetid", "to", "toid", "dst"),
    "contexts": ("contexts", "context"),
    "intents": ("intents", "intent"),
    "isInfluential": ("isinfluential", "influential"),
    "statement": ("statement",),
}
_SCHEMES: Final[dict[str, tuple[str, ...]]] = {
    "doi": ("doi",),
    "arxiv": ("arxivid", "arxiv"),
    "openalex": ("openalexid", "openalex"),
    "s2": ("corpusid", "s2corpusid", "s2id"),
    "mag": ("magid", "mag"),
    "pmid": ("pmid", "pubmedid"),
    "pmcid": ("pmcid", "pmc"),
    "dblp": ("dblp", "dblpkey"),
    "acl": ("aclid", "acl"),
    "omid": ("omid",),
    "inspire": ("inspireid",),
    "hal": ("halid",),
}
_MAX_NAMES_CHARACTERS: Final = 400
_MISSING: Final = frozenset(("", "NaN", "nan", "None", "null", "NULL", "<NA>"))  # as spreadsheets and pandas write it
_TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_WHOLE: Final = re.compile(r"([0-9]+)(?:\.0+)?", re.ASCII)
_MOMENT: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ].*", re.ASCII | re.DOTALL)
_BETWEEN: Final = re.compile(r"(?<!\.co);", re.IGNORECASE)  # old DOIs of Wiley have a semicolon: …3.0.CO;2-X


def recognises(head: bytes) -> bool:
    """Return whether the input is Parquet, or CSV with a column for an id or columns for both ends of a citation."""
    if head.startswith(PARQUET_MAGIC):
        return True
    if head.lstrip(BLANK)[:1] in (b"", b"{", b"[", b"@", b"%", b"#", b"<") or opencitations.recognises(head):
        return False
    names = header_of(head)
    return _key("merge_into_id") not in map(_key, names) and _Layout(names, {}).has_ids


def read(source: Source, columns: Mapping[str, str] | None = None, scheme: str | None = None) -> Iterator[Item]:
    """Yield the paper or the citation of each row; the ends of citations are papers.

    `columns` maps fields to the names of their columns; `scheme` is the scheme of all ids that are a row's own, its
    ends or its references ("mag"), for ids that do not say it. Raises BadInput where `columns` names no field.
    """
    given = dict(columns or {})
    if unknown := given.keys() - _COLUMNS.keys():
        raise BadInput(f"{', '.join(sorted(unknown))}: no such field; there are {', '.join(_COLUMNS)}")
    layout: _Layout | None = None
    for row in read_rows(source, lambda names: _Layout(names, given).columns()):
        if not isinstance(row, Row):
            yield row
            continue
        if layout is None:
            layout = _Layout(row.names, given)
            if layout.reason:
                yield Refused(row.number, layout.reason, row.quoted)
                return
        odd: list[str] = []
        try:
            record = layout.record(row, _normal_by(scheme), odd)
        except BadInput as error:
            yield Refused(row.number, str(error), row.quoted)
            continue
        yield from told(row.number, record, odd, row.quoted)


class _Layout:
    """Where in a row each field stands."""

    def __init__(self, names: Iterable[str], given: Mapping[str, str]) -> None:
        places: dict[str, str] = {}
        for name in names:
            places.setdefault(_key(name), name)
        taken = set(given.values())
        free = {key: name for key, name in places.items() if name not in taken}
        self._fields = {field: [free[key] for key in keys if key in free] for field, keys in _COLUMNS.items()}
        self._fields |= {field: [name] for field, name in given.items()}
        self._schemes = {scheme: [free[key] for key in keys if key in free] for scheme, keys in _SCHEMES.items()}
        self.is_edges = bool(self._fields["citing"] and self._fields["cited"])
        self.has_ids = self.is_edges or bool(self._fields["id"]) or any(self._schemes.values())
        self.reason = ""
        if missing := sorted(taken - set(names)):
            self.reason = f"the table has no column {_told(missing)}; it has {_told(names)}"
        elif not self.has_ids:
            self.reason = (
                "no column is known to hold the papers' ids, or the two ends of citations; "
                f"say which one does, as id or as citing and cited; the table has {_told(names)}"
            )

    def columns(self) -> set[str]:
        """Return the names of the columns that are looked at."""
        return {name for names in (*self._fields.values(), *self._schemes.values()) for name in names}

    def record(self, row: Row, normal: Callable[[Any], str], odd: list[str]) -> Record:
        """Return what a row holds; raises BadInput where its own ids cannot be read."""
        values = {field: value for field, names in self._fields.items() if (value := _first(row, names)) is not None}
        if self.is_edges:
            return _citation(values, normal, odd, is_exact=row.is_exact)
        schemes = {scheme: value for scheme, names in self._schemes.items() if (value := _first(row, names))}
        return _paper(values, schemes, normal, odd)


def _citation(
    values: dict[str, Any], normal: Callable[[Any], str], odd: list[str], *, is_exact: bool
) -> CitationRecord:
    citing = _end(values, "citing", normal)
    # null where the source could not say which work it is; in the tables of others it is a value that was lost
    cited = None if is_exact and "cited" not in values else _end(values, "cited", normal)
    # a sentence has semicolons, so that one text is a list by JSON alone
    lists = {name: _json_list(values[name]) for name in ("contexts", "intents") if name in values}
    plain = {"isInfluential": _truth(_plain(values.get("isInfluential"))), "statement": values.get("statement")}
    fields = fields_of({**lists, **plain}, odd)
    return CitationRecord(
        citing,
        cited,
        contexts=unique(fields.items("contexts", text_in_list) or ()),
        intents=unique(fields.items("intents", text_in_list) or ()),
        is_influential=fields.truth("isInfluential"),
        id=fields.key("statement"),
    )


def _paper(
    values: dict[str, Any], schemes: dict[str, Any], normal: Callable[[Any], str], odd: list[str]
) -> PaperRecord:
    others = ids_by_scheme({name: _plain(value) for name, value in schemes.items()}, {s: s for s in schemes}, odd)
    if "id" not in values and not others:
        raise BadInput(odd[0] if odd else "`id` is missing")
    id_ = _end(values, "id", normal) if "id" in values else others[0]
    lists = ("ids", "authors", "categories", "areas", "references")
    plain = {name: _listed(value) if name in lists else _plain(value) for name, value in values.items()}
    if isinstance(published := plain.get("published"), str) and (moment := _MOMENT.fullmatch(published)):
        plain["published"] = moment[1]
    plain["isRetracted"] = _truth(plain.get("isRetracted"))
    for name in ("sourceCitedByCount", "published"):
        if isinstance(number := plain.get(name), str) and (whole := _WHOLE.fullmatch(number)) and len(number) < 24:
            plain[name] = int(whole[1])
    fields = fields_of(plain, odd)
    ids = unique((*others, *(fields.items("ids", _any_id) or ())))
    return PaperRecord(
        id=id_,
        ids=tuple(other for other in ids if other != id_),
        title=fields.text("title"),
        abstract=fields.paragraphs("abstract"),
        published=fields.partial_date("published"),
        type=fields.text("type"),
        venue=fields.text("venue"),
        language=fields.text("language"),
        authors=fields.items("authors", _author),
        categories=fields.items("categories", text_in_list),
        areas=fields.items("areas", _membership),
        references=fields.items("references", normal),
        source_cited_by_count=fields.count("sourceCitedByCount"),
        is_retracted=fields.truth("isRetracted"),
    )


def _normal_by(scheme: str | None) -> Callable[[Any], str]:
    def normal(value: Any) -> str:
        text = _plain(value)
        if isinstance(text, int) and not isinstance(text, bool):
            text = str(text)
        if not isinstance(text, str):
            raise BadInput("is neither a text nor a whole number")
        if scheme is not None and not text.lower().startswith(f"{scheme.lower()}:"):
            return normal_id(f"{scheme}:{text}")
        try:
            return normal_id(text)
        except BadInput as error:
            if not _WHOLE.fullmatch(text):
                raise
            raise BadInput(f"{error}; or say of which scheme the ids of the whole table are") from None

    return normal


_any_id: Final = _normal_by(None)


def _end(values: dict[str, Any], name: str, normal: Callable[[Any], str]) -> str:
    if name not in values:
        raise BadInput(f"`{name}` is missing")
    try:
        return normal(values[name])
    except BadInput as error:
        raise BadInput(f"`{name}`: {error}") from None


def _told(names: Iterable[str]) -> str:
    text = clean_text(", ".join(names))
    return (text or "none") if len(text) <= _MAX_NAMES_CHARACTERS else f"{text[:_MAX_NAMES_CHARACTERS]} …"


def _key(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _first(row: Row, names: list[str]) -> Any:
    """Return the first value that is not missing."""
    for name in names:
        value = row.values.get(name)
        if value is None or value != value:  # NaN is the only value that is not itself
            continue
        if not isinstance(value, str) or value.strip() not in (("",) if row.is_exact else _MISSING):
            return value
    return None


def _plain(value: Any) -> Any:
    """Return a text without blanks around it, and a whole number where a column of numbers made it a fraction."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value.strip() if isinstance(value, str) else value


def _truth(value: Any) -> Any:
    """Return true or false where a cell says so in one of the ways that tables have, else what it says."""
    return _TRUTHS.get(str(value).lower(), value) if isinstance(value, str | int) else value


def _json_list(value: Any) -> Any:
    """Return a list that stands in one text as JSON; any other text is the list's only item."""
    if not isinstance(value, str):
        return value
    try:
        listed: Any = orjson.loads(value)
    except orjson.JSONDecodeError:
        return [value]
    return cast("list[Any]", listed) if isinstance(listed, list) else [value]


def _listed(value: Any) -> Any:
    """Return a list that stands in one text: JSON, or parts with | between them, or else with semicolons."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.startswith("[") and text.endswith("]"):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            pass  # a name in brackets, then
    parts = text.split("|") if "|" in text else _BETWEEN.split(text)
    return [part for part in map(str.strip, parts) if part]


def _author(value: Any) -> AuthorRecord:
    fields = Fields(cast("dict[str, Any]", value) if isinstance(value, dict) else {"name": value})
    return AuthorRecord(fields.required_text("name"), fields.key("id"))


def _membership(value: Any) -> AreaMembership:
    fields = Fields(cast("dict[str, Any]", value) if isinstance(value, dict) else {"id": value})
    return AreaMembership(normal_area_id(fields.required_text("id")), fields.number("score"))
