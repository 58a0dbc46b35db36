r"""Reads BibTeX and BibLaTeX, entry by entry; bibtexparser takes each apart.

Line numbers are those where the entry begins. An entry is named by its DOI, else by its number at arXiv, else by its
URL where that is the address of a known id; the others of these are further ids. An entry with none of them gets `x:`
and its key. BibTeX has no references. `@string` is followed, `crossref` to another entry is not.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from graphsvc.domain.errors import BadInput, CutShort
from graphsvc.domain.records import Located, Odd, PaperRecord, Refused
from graphsvc.domain.text import clean_paragraphs, clean_text
from graphsvc.ingest.fields import MAX_LINE_CHARACTERS, MAX_TEXT_CHARACTERS, QUOTED_CHARACTERS, quoted
from graphsvc.ingest.files import Source, read_lines
from graphsvc.ingest.formats.bibtex_values import MONTHS, authors_of, plain_value, published_in
from graphsvc.ingest.formats.latex import latex_text
from graphsvc.ingest.formats.parts import ids_of, ids_of_address, private_id
from graphsvc.ingest.items import Item

NAME = "bibtex"
MAX_ENTRY_BYTES: Final = 4 * 1024 * 1024
MAX_MACROS: Final = 10_000
_START: Final = re.compile(rb"\s*@\s*\w+\s*[{(]")
_COMMENTED_OUT: Final = re.compile(rb"\s*%\s*@\s*\w+\s*[{(]")  # else bibtexparser would take it for an entry
_BOM: Final = b"\xef\xbb\xbf"
_HEAD: Final = re.compile(
    rb"^[ \t]*@[ \t]*(?:[a-z]+[ \t]*[{(][^\s,{}()=\"']+[ \t]*,|(?:string|preamble|comment)[ \t]*[{(])",
    re.IGNORECASE | re.MULTILINE,
)
_ENTRY_BEGINS: Final = re.compile(r"\s*@\s*(\w+)\s*(?=[{(])")
_END: Final = "Unexpectedly reached end of file."  # what bibtexparser says where a brace is missing
_LONG_FIELDS: Final = ("abstract", "author")
_ARXIV_JOURNAL: Final = re.compile(r"\barxiv:\s*([^\s,;\[\]]+)", re.IGNORECASE)

# What it would log is told as Refused.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)


def recognises(head: bytes) -> bool:
    """Tell whether an input begins like BibTeX. Never raises."""
    return not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[", b"<")) and _HEAD.search(head) is not None


def read(source: Source) -> Iterator[Item]:
    """Yield each entry; a broken one is Refused and the next go on. Raises CutShort where the last has no end."""
    macros = {name: str(number) for number, name in enumerate(MONTHS, start=1)}
    chunk: _Chunk | None = None
    for chunk in _chunks(source):
        yield from _items(chunk, macros)
    if chunk is not None and chunk.is_open:
        raise CutShort(f"{source.name} is cut short: the entry at line {chunk.line} has no end")


@dataclass(slots=True)
class _Chunk:
    """What stands from the beginning of one entry to that of the next."""

    line: int
    data: bytearray
    is_last: bool = False
    is_open: bool = False


def _chunks(source: Source) -> Iterator[_Chunk]:
    chunk: _Chunk | None = None
    line_before = 0
    damage: CutShort | None = None
    lines = read_lines(source)
    while True:
        try:
            line = next(lines, None)
        except CutShort as error:  # the entry before may be whole
            line, damage = None, error
        if line is None:
            break
        if line.data is None or _COMMENTED_OUT.match(line.data):
            continue
        data = line.data.removeprefix(_BOM) if line.number == 1 else line.data
        if _START.match(data):
            if chunk is not None:
                yield chunk
            chunk = _Chunk(line.number, bytearray(data))
        elif chunk is not None and len(chunk.data) <= MAX_ENTRY_BYTES:
            # read_lines leaves out blank lines, which part the paragraphs of an abstract
            chunk.data += b"\n" * (line.number - line_before - 1) + data
        line_before = line.number
    if chunk is not None:
        chunk.is_last = True
        yield chunk
    if damage is not None:
        raise damage


def _items(chunk: _Chunk, macros: dict[str, str]) -> Iterator[Item]:
    if len(chunk.data) > MAX_ENTRY_BYTES:
        yield Refused(
            chunk.line,
            f"the entry is longer than {MAX_ENTRY_BYTES:,} bytes",
            quoted(bytes(chunk.data[: 4 * QUOTED_CHARACTERS])),
        )
        return
    try:
        blocks = Splitter(_ENTRY_BEGINS.sub(r"@\1", _text(bytes(chunk.data)), count=1)).split().blocks
    except Exception as error:
        # somebody else's parser on anybody's input; it raises where it does not trust itself
        yield Refused(
            chunk.line, f"the entry is not BibTeX: {error}", quoted(bytes(chunk.data[: 4 * QUOTED_CHARACTERS]))
        )
        return
    for block in blocks:
        line = chunk.line + (block.start_line or 0)
        if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            block = block.ignore_error_block
        if isinstance(block, String):
            value = plain_value(block.value, macros)
            if len(value) <= MAX_LINE_CHARACTERS and len(macros) < MAX_MACROS:
                macros[block.key.lower()] = value
            else:
                reason = f"@string is longer than {MAX_LINE_CHARACTERS:,} characters, or one of over {MAX_MACROS:,}"
                yield Odd(line, reason)
        elif isinstance(block, Entry):
            yield from _entry_items(line, block, macros)
        elif isinstance(block, ParsingFailedBlock):
            reason = str(getattr(block.error, "abort_reason", block.error))
            if reason == _END and chunk.is_last:
                chunk.is_open = True
                continue
            why = "it has no end" if reason == _END else clean_text(reason)
            yield Refused(line, f"the entry is not BibTeX: {why}", quoted((block.raw or "").encode("utf-8", "replace")))


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _entry_items(line: int, entry: Entry, macros: dict[str, str]) -> Iterator[Item]:
    raw = quoted((entry.raw or "").encode("utf-8", "replace"))
    odd: list[str] = []
    values: dict[str, str] = {}
    for field in entry.fields:
        name = field.key.lower()
        if name in values:
            odd.append(f"`{name}` stands there twice; the first counts")
            continue
        values[name] = plain_value(str(field.value), macros)
        most = MAX_TEXT_CHARACTERS if name in _LONG_FIELDS else MAX_LINE_CHARACTERS
        if len(values[name]) > most:
            values[name] = ""
            odd.append(f"`{name}` is longer than {most:,} characters")
    try:
        paper = _paper(entry, values, odd)
    except BadInput as error:
        yield Refused(line, str(error), raw)
        return
    for reason in odd:
        yield Odd(line, reason)
    yield Located(line, paper, raw)


def _paper(entry: Entry, values: dict[str, str], odd: list[str]) -> PaperRecord:
    def text(*names: str) -> str | None:
        return next((found for name in names if (found := clean_text(latex_text(values.get(name, ""))))), None)

    id_, *others = _ids(values, odd) or [private_id(entry.key)]
    authors = list(authors_of(values.get("author", ""), odd))
    return PaperRecord(
        id=id_,
        ids=tuple(others),
        title=text("title"),
        abstract=clean_paragraphs(latex_text(values.get("abstract", ""))) or None,
        published=published_in(values, odd),
        type=clean_text(entry.entry_type) or None,
        venue=text("journal", "journaltitle", "booktitle"),
        language=text("language", "langid"),
        authors=tuple(authors) or None,
    )


def _ids(values: dict[str, str], odd: list[str]) -> list[str]:
    doi, eprint, url = (_verbatim(values.get(name, "")) for name in ("doi", "eprint", "url"))
    archive = (values.get("archiveprefix") or values.get("eprinttype") or "").strip("{} ").lower()
    cited_as = _ARXIV_JOURNAL.search(values.get("journal", ""))  # "arXiv preprint arXiv:2101.99999"
    candidates: list[tuple[str, Any]] = [("doi", doi)]
    if archive == "arxiv" or eprint.lower().startswith("arxiv:"):
        candidates.append(("arxiv", re.sub(r"^arxiv:\s*", "", eprint, flags=re.IGNORECASE)))
    elif cited_as is not None:
        candidates.append(("arxiv", cited_as[1]))
    return list(dict.fromkeys([*ids_of(candidates, odd), *ids_of_address(url)]))


def _verbatim(text: str) -> str:
    """Return an identifier or an address, in which only what is written as a macro is LaTeX: `--` are two hyphens."""
    return (latex_text(text) if "\\" in text else text.replace("{", "").replace("}", "")).strip()
