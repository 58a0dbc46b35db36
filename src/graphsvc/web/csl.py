"""A paper as CSL-JSON, which reference managers and citation processors read."""

from typing import Any, Final

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.paper import Paper
from graphsvc.web.names import parted

DEFAULT_TYPE: Final = "document"
_TYPES: Final = {
    # of OpenAlex, Crossref, Semantic Scholar, arXiv and BibTeX, without signs and in lower case
    "article": "article-journal",
    "journalarticle": "article-journal",
    "articlejournal": "article-journal",
    "letter": "article-journal",
    "letterscommentsandnotes": "article-journal",
    "editorial": "article-journal",
    "erratum": "article-journal",
    "review": "article-journal",
    "preprint": "article",
    "postedcontent": "article",
    "bookchapter": "chapter",
    "booksection": "chapter",
    "incollection": "chapter",
    "inbook": "chapter",
    "monograph": "book",
    "editedbook": "book",
    "referencebook": "book",
    "proceedings": "book",
    "conference": "paper-conference",
    "conferencepaper": "paper-conference",
    "proceedingsarticle": "paper-conference",
    "inproceedings": "paper-conference",
    "dissertation": "thesis",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "techreport": "report",
    "referenceentry": "entry",
    "peerreview": "review",
}
_OWN_TYPES: Final = frozenset(
    ("article-magazine", "article-newspaper", "book", "chapter", "dataset", "document", "entry", "entry-dictionary",
     "entry-encyclopedia", "manuscript", "paper-conference", "patent", "periodical", "post", "post-weblog", "report",
     "review-book", "software", "speech", "standard", "thesis", "webpage")
)  # fmt: skip


def csl_item(paper: Paper) -> dict[str, Any]:
    """Return one item of a CSL-JSON file; what is not known is left out. The paper has its authors and identifiers."""
    ids = {identifier.scheme: identifier.value for identifier in reversed(paper.identifiers)}
    scheme, _, value = paper.id.partition(":")
    # an id of one's own is what stands in the file that it came from
    key = value if scheme == "x" else paper.id
    item = {
        "id": key,
        "citation-key": key,
        "type": csl_type(paper.type),
        "title": paper.title,
        "author": [_author(author.name) for author in paper.authors],
        "issued": None if paper.published is None else {"date-parts": [_date_parts(paper.published)]},
        "container-title": paper.venue,
        "DOI": ids.get("doi"),
        "PMID": ids.get("pmid"),
        "PMCID": ids.get("pmcid"),
        "archive": "arXiv" if "arxiv" in ids else None,
        "number": f"arXiv:{ids['arxiv']}" if "arxiv" in ids else None,
        "URL": next((identifier.url for identifier in paper.identifiers if identifier.url), None),
        "language": paper.language,
        "abstract": paper.abstract,
    }
    return {name: value for name, value in item.items() if value is not None and value != []}


def csl_type(type_: str | None) -> str:
    """Return the type that CSL has for a source's; `document` where it has none."""
    given = (type_ or "").lower()
    plain = "".join(filter(str.isalpha, given))
    return _TYPES.get(plain) or (given if given in _OWN_TYPES else DEFAULT_TYPE)


def _author(name: str) -> dict[str, str]:
    parts = parted(name)
    if parts is None:
        return {"literal": name}
    told = {
        "given": parts.given,
        "non-dropping-particle": parts.particle,
        "family": parts.family,
        "suffix": parts.suffix,
    }
    return {part: text for part, text in told.items() if text}


def _date_parts(date: PartialDate) -> list[int]:
    return [part for part in (date.year, date.month, date.day) if part is not None]
