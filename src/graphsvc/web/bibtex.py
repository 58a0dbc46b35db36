r"""A paper as a BibTeX entry; bibtexparser writes it.

It is UTF-8; only what LaTeX takes for itself is escaped. DOIs, numbers at arXiv and addresses stand there as they are,
as BibLaTeX and the styles that know them want it.
"""

import re
from typing import Final

from graphsvc.domain.paper import Author, Paper
from graphsvc.web.names import parted

DEFAULT_TYPE: Final = "misc"
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OWN_TYPES: Final = frozenset(
    ("article", "book", "booklet", "conference", "dataset", "inbook", "incollection", "inproceedings", "manual",
     "mastersthesis", "misc", "online", "patent", "phdthesis", "proceedings", "report", "software", "techreport",
     "thesis", "unpublished")
)  # fmt: skip
_TYPES: Final = {
    # of OpenAlex, Crossref, Semantic Scholar and CSL, without signs and in lower case
    "journalarticle": "article",
    "articlejournal": "article",
    "letter": "article",
    "letterscommentsandnotes": "article",
    "editorial": "article",
    "erratum": "article",
    "review": "article",
    "bookchapter": "incollection",
    "booksection": "incollection",
    "chapter": "incollection",
    "monograph": "book",
    "editedbook": "book",
    "referencebook": "book",
    "proceedingsarticle": "inproceedings",
    "paperconference": "inproceedings",
    "conferencepaper": "inproceedings",
    "dissertation": "phdthesis",
}
_IN_BOOKS: Final = frozenset(("inproceedings", "incollection", "inbook", "conference"))

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "$&%#_"},
}
_ESCAPED: Final = re.compile(r"[\\{}~^$&%#_]|^@|(?<=-)-|(?<=')'|(?<=[`!?])`", re.MULTILINE)
_WORDS: Final = re.compile(r"(\w+)")
_NOT_IN_KEYS: Final = re.compile(r"[\s,{}()=\"'#%~\\@]")
_NOT_PLAIN: Final = re.compile(r"[{}\\]")


def bibtex_entry(paper: Paper) -> str:
    """Return the paper as one entry; what is not known is left out. It has its authors and identifiers."""
    from bibtexparser.library import Library  # here, for few processes are ever asked for it
    from bibtexparser.model import Entry, Field
    from bibtexparser.writer import BibtexFormat, write

    type_ = bibtex_type(paper.type)
    layout = BibtexFormat()
    layout.indent = "  "
    fields = [Field(name, value) for name, value in _fields(paper, type_).items() if value]
    return write(Library([Entry(type_, _key(paper.id), fields)]), layout)


def bibtex_type(type_: str | None) -> str:
    """Return the type of entry for a source's type; `misc` where there is none."""
    given = (type_ or "").lower()
    plain = "".join(filter(str.isalpha, given))
    return given if given in _OWN_TYPES else _TYPES.get(plain, DEFAULT_TYPE)


def _fields(paper: Paper, type_: str) -> dict[str, str]:
    ids = {identifier.scheme: identifier.value for identifier in reversed(paper.identifiers)}
    date = paper.published
    return {
        "author": _braced(" and ".join(_author(author) for author in paper.authors)),
        "title": _braced(_title(paper.title or "")),
        "booktitle" if type_ in _IN_BOOKS else "journal": _braced(latex(paper.venue or "")),
        "year": _braced(f"{date.year}" if date else ""),
        "month": _MONTHS[date.month - 1] if date and date.month else "",
        "day": _braced(f"{date.day}" if date and date.day else ""),
        "doi": _verbatim(ids.get("doi")),
        "eprint": _verbatim(ids.get("arxiv")),
        "archiveprefix": _braced("arXiv" if "arxiv" in ids else ""),
        "url": _verbatim(next((identifier.url for identifier in paper.identifiers if identifier.url), None)),
        "language": _braced(latex(paper.language or "")),
        "abstract": _braced(latex(paper.abstract or "")),
    }


def latex(text: str) -> str:
    r"""Return text as LaTeX prints it: specials escaped, `--` and other pairs that it would join kept apart by `\/`."""

    def escaped(found: re.Match[str]) -> str:
        char = found[0]
        return "{@}" if char == "@" else _SPECIAL.get(char, rf"\/{char}")

    return _ESCAPED.sub(escaped, text)


def _title(text: str) -> str:
    """Return a title with the words in braces that must keep their capitals, whatever a style does with the others."""
    return "".join(
        f"{{{latex(word)}}}" if any(char.isupper() for char in word[1:]) else latex(word) for word in _WORDS.split(text)
    )


def _author(author: Author) -> str:
    parts = parted(author.name)
    if parts is None:
        return f"{{{latex(author.name)}}}"
    if parts.suffix:
        family = f"{parts.particle} {parts.family}".strip()
        return latex(f"{family}, {parts.suffix}, {parts.given}")
    return latex(author.name)


def _key(id_: str) -> str:
    """Return what the entry is cited by: its id, or its key where it is one of a file of one's own."""
    scheme, _, value = id_.partition(":")
    return _NOT_IN_KEYS.sub("_", value if scheme == "x" else id_)


def _braced(text: str) -> str:
    return f"{{{text}}}" if text else ""


def _verbatim(text: str | None) -> str:
    return _braced(text) if text and not _NOT_PLAIN.search(text) else ""
