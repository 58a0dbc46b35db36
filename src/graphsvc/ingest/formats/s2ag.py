"""Reads the bulk data sets of Semantic Scholar (S2AG): papers, abstracts and citations, one JSON object a line.

Each line says by its keys of which data set it is, so one file may hold several. The keys' case has changed between
releases and tools, and is not looked at. The deletes of a diff hold primary keys alone: a corpus id takes back a
paper's record, or its abstract where the file's path says that it is about abstracts; a citation id a statement.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, cast

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_area_id, normal_id
from graphsvc.domain.records import (
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    PaperRecord,
    Record,
    Refused,
    WithdrawnCitation,
    WithdrawnRecord,
)
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import MAX_KEY_CHARACTERS, MAX_LINE_CHARACTERS, Fields, json_object, quoted
from graphsvc.ingest.files import Source, read_lines
from graphsvc.ingest.formats.elements import BLANK, outline
from graphsvc.ingest.formats.pieces import (
    PaperAndAreas,
    Recently,
    author_key,
    fields_of,
    id_text,
    ids_by_scheme,
    memberships,
    nested,
    text_in_list,
    told,
    told_areas,
    unique,
    value_in,
)
from graphsvc.ingest.items import Item

NAME = "s2ag"

SCHEMES: Final = {
    "doi": "doi",
    "arxiv": "arxiv",
    "mag": "mag",
    "pubmed": "pmid",
    "pubmedcentral": "pmcid",
    "dblp": "dblp",
    "acl": "acl",
}
ABSTRACT: Final = "abstract"
_OF_PAPERS: Final = frozenset(("title", "authors", "venue", "year", "externalids", "abstract", "openaccessinfo"))
_NOT_OF_ABSTRACTS: Final = _OF_PAPERS - {"abstract", "openaccessinfo"}  # what those do not have


def recognises(head: bytes) -> bool:
    """Return whether the input begins as lines with corpus ids."""
    keys = {key.lower() for key in outline(head) if "." not in key}
    if not head.lstrip(BLANK).startswith(b"{") or not keys.isdisjoint(("id", "paperid")):
        return False
    return "corpusid" in keys or "citingcorpusid" in keys or keys == {"citationid"}


def read(source: Source) -> Iterator[Item]:
    """Yield papers, citations, and what a diff withdraws; a line of another data set is refused."""
    known = Recently()
    deletes_part = ABSTRACT if "abstract" in source.name.lower() else None
    for line in read_lines(source):
        odd: list[str] = []
        areas: tuple[AreaRecord, ...] = ()
        try:
            values = lowered(json_object(line.data))
            if "citingcorpusid" in values or "citedcorpusid" in values:
                record: Record = _citation(values, odd)
            elif values.keys() == {"corpusid"}:
                record = WithdrawnRecord(corpus_id(values), deletes_part)
            elif values.keys() == {"citationid"}:
                record = _withdrawn_citation(values)
            elif "corpusid" in values and _OF_PAPERS.isdisjoint(values):
                raise BadInput("is of none of the data sets that are read: papers, abstracts, citations")
            else:
                record, areas = paper(values, corpus_id(values), odd)
                if _NOT_OF_ABSTRACTS.isdisjoint(values):
                    record = replace(record, part=ABSTRACT)
        except BadInput as error:
            yield Refused(line.number, str(error), quoted(line.data))
            continue
        beginning = quoted(line.data)
        yield from told_areas(line.number, areas, known, beginning)
        yield from told(line.number, record, odd, beginning)


def lowered(values: dict[str, Any]) -> dict[str, Any]:
    """Return the object with its keys in lower case."""
    return {key.lower(): value for key, value in values.items()}


def corpus_id(values: dict[str, Any], name: str = "corpusid") -> str:
    """Return the id that a corpus id makes; raises BadInput where there is none."""
    try:
        text = id_text(values.get(name))
    except BadInput as error:
        raise BadInput(f"`{name}` {error}") from None
    if not (text.isascii() and text.isdigit()):  # s2: takes any text; a corpus id is a number
        raise BadInput(f"`{name}` is no corpus id: a whole number")
    return normal_id(f"CorpusId:{text}")


def paper(values: dict[str, Any], id_: str, odd: list[str], more_ids: tuple[str, ...] = ()) -> PaperAndAreas:
    """Return the paper that an object with lower-case keys holds, and the areas that it names."""
    fields = fields_of(values, odd)
    external = nested(values, "externalids", odd) or nested(nested(values, "openaccessinfo", odd), "externalids", odd)
    ids = unique((*more_ids, *ids_by_scheme(lowered(external), SCHEMES, odd)))
    types = fields.items("publicationtypes", text_in_list)
    areas = fields.items("s2fieldsofstudy", _area)
    if areas is None:  # older answers, and those that were asked for nothing else, have the names alone
        areas = fields.items("fieldsofstudy", _area)
    record = PaperRecord(
        id=id_,
        ids=tuple(other for other in ids if other != id_),
        title=fields.text("title"),
        abstract=fields.paragraphs("abstract"),
        published=fields.partial_date("publicationdate") or fields.partial_date("year"),
        type=types[0] if types else None,
        venue=fields.text("venue") or fields_of(nested(values, "journal", odd), odd).text("name"),
        authors=fields.items("authors", _author),
        areas=None if areas is None else memberships((area, None) for area in areas),
        source_cited_by_count=fields.count("citationcount"),
    )
    return record, areas or ()


def citation_facts(values: dict[str, Any], odd: list[str]) -> tuple[tuple[str, ...], tuple[str, ...], bool | None]:
    """Return contexts, intents and whether the citation is influential, from an object with lower-case keys."""
    contexts = tuple(_texts(values.get("contexts"), "contexts", MAX_LINE_CHARACTERS, odd))
    intents = tuple(_texts(values.get("intents"), "intents", MAX_KEY_CHARACTERS, odd))
    return unique(contexts), unique(intents), fields_of(values, odd).truth("isinfluential")


def _citation(values: dict[str, Any], odd: list[str]) -> CitationRecord:
    citing = corpus_id(values, "citingcorpusid")
    # null: an entry of the list of references that the source could not match
    cited = None if values.get("citedcorpusid") is None else corpus_id(values, "citedcorpusid")
    return CitationRecord(citing, cited, *citation_facts(values, odd), _statement_id(values))


def _withdrawn_citation(values: dict[str, Any]) -> WithdrawnCitation:
    id_ = _statement_id(values)
    if id_ is None:
        raise BadInput("`citationid` is missing")
    return WithdrawnCitation(id_)


def _statement_id(values: dict[str, Any]) -> str | None:
    """Return what the source calls a citation, so that it can take it back; None where it does not say."""
    if values.get("citationid") is None:
        return None
    try:
        return f"s2:{text_in_list(id_text(values['citationid']))}"
    except BadInput as error:
        raise BadInput(f"`citationid` {error}") from None


def _texts(value: Any, name: str, most: int, odd: list[str]) -> Iterator[str]:
    """Yield the texts of a list, or of a list of lists, without null and empty ones."""
    if value is not None and not isinstance(value, list | str):
        odd.append(f"`{name}` is no list")
        return
    no_texts = too_long = 0
    for item in [value] if isinstance(value, str) else cast("list[Any]", value or ()):
        # one list in the other is the depth that the source has
        for inner in cast("list[Any]", item) if isinstance(item, list) else [item]:
            text = clean_text(inner) if isinstance(inner, str) else ""
            no_texts += inner is not None and not isinstance(inner, str)
            too_long += len(text) > most
            if text and len(text) <= most:
                yield text
    if no_texts:
        odd.append(f"`{name}` has items that are no text: {no_texts:,}")
    if too_long:
        odd.append(f"`{name}` has items that are longer than {most:,} characters: {too_long:,}")


def _author(value: Any) -> AuthorRecord:
    fields = Fields(lowered(cast("dict[str, Any]", value)) if isinstance(value, dict) else {})
    # null: the source knows the name alone
    return AuthorRecord(fields.required_text("name"), author_key("s2-author", value_in(value, "authorId")))


def _area(value: Any) -> AreaRecord:
    category = value if isinstance(value, str) else value_in(value, "category")
    name = clean_text(category) if isinstance(category, str) else ""
    if not name:
        raise BadInput("has no `category`")
    return AreaRecord(normal_area_id(f"area:s2:{name}"), name)
