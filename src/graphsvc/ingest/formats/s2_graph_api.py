"""Reads answers of Semantic Scholar's Graph API: papers, lists of papers, and pages of citations or references.

A page of citations does not say whose citations they are. That is taken from the file's name where it holds one id
(40 hexadecimal digits, or CorpusId and a number); else the page gives its papers alone, and that is told once.
"""

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final, cast

from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import CitationRecord, Located, Odd, PaperRecord, Refused
from graphsvc.domain.text import shown
from graphsvc.ingest.fields import json_object, quoted
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats.elements import outline, read_elements
from graphsvc.ingest.formats.pieces import Recently, id_text, ids_by_scheme, nested, told, told_areas
from graphsvc.ingest.formats.s2ag import SCHEMES, citation_facts, corpus_id, lowered, paper
from graphsvc.ingest.items import Item

NAME = "s2_graph_api"

_LINKS: Final = ("citingPaper", "citedPaper")
_PAPER_ID: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])", re.IGNORECASE | re.ASCII)
_CORPUS_ID: Final = re.compile(r"corpusid[-_: ]?([0-9]+)", re.IGNORECASE | re.ASCII)


def recognises(head: bytes) -> bool:
    """Return whether the input begins as a paper, or a page of papers or of citations."""
    keys = outline(head).keys()
    if "id" in keys or "meta" in keys:
        return False
    pages = {"offset", "data"} <= keys or "data.paperId" in keys
    return pages or "paperId" in keys or any(f"{at}{link}" in keys for link in _LINKS for at in ("", "data."))


def read(source: Source) -> Iterator[Item]:
    """Yield each paper, also those inside another's lists, and the citations whose two ends are known."""
    answers = _Answers(source.name)
    for element in read_elements(source):
        if element.data == b"null":  # asked for many papers at once, the service answers null for an unknown one
            answers.number += 1
            yield Odd(answers.number, "the service knew no paper under the id that was asked for here")
            continue
        try:
            values = json_object(element.data)
        except BadInput as error:
            answers.number += 1
            yield Refused(answers.number, str(error), quoted(element.data))
            continue
        yield from answers.page(values)


class _Answers:
    """What must be kept from one answer to the next; `number` counts the papers of the file."""

    def __init__(self, name: str) -> None:
        self.number = 0
        self._areas = Recently()
        self._subject = _subject(name)
        self._is_subject_told = False

    def page(self, values: dict[str, Any]) -> Iterator[Item]:
        """Yield what one answer holds: a page of many things, or one of them."""
        if "data" not in values or "paperId" in values:
            yield from self._entry(values)
        elif isinstance(values["data"], list):
            for entry in cast("list[Any]", values["data"]):
                yield from self._entry(entry)
        else:
            self.number += 1
            yield Refused(self.number, "`data` is no list", _beginning(values))

    def _entry(self, value: Any) -> Iterator[Item]:
        if not isinstance(value, dict):
            self.number += 1
            yield Refused(self.number, "the page holds what is no object", "")
            return
        values = cast("dict[str, Any]", value)
        link = next((name for name in _LINKS if name in values), None)
        if all(isinstance(values.get(name), dict) for name in _LINKS):
            yield from self._pair(values, nested(values, "citingPaper", []), nested(values, "citedPaper", []))
        elif link is None:
            yield from self._paper(values, with_lists=True)
        else:
            yield from self._link(values, is_citing=link == "citingPaper", other=nested(values, link, []))

    def _pair(self, values: dict[str, Any], citing: dict[str, Any], cited: dict[str, Any]) -> Iterator[Item]:
        """Yield a citation that somebody wrote down with both of its ends."""
        (citing_id, _), (cited_id, _) = _ids(citing), _ids(cited)
        yield from self._paper(citing)
        if cited_id is not None:
            yield from self._paper(cited)
        if citing_id is not None:
            odd: list[str] = []
            citation = CitationRecord(citing_id, cited_id, *citation_facts(lowered(values), odd))
            yield from told(self.number, citation, odd, _beginning(citing))

    def _link(self, values: dict[str, Any], *, is_citing: bool, other: dict[str, Any]) -> Iterator[Item]:
        if not self._is_subject_told:
            self._is_subject_told = True
            if self._subject is None:
                reason = (
                    "the page does not say whose citations or references these are, so its papers are taken without "
                    "them; name the file after the paper, by its 40 hexadecimal digits, to have them"
                )
                yield Odd(self.number + 1, reason)
            else:  # a paper whose citations somebody asked for is more than a work outside
                yield Located(self.number + 1, PaperRecord(self._subject), _beginning(other))
        id_, _ = _ids(other)
        if self._subject is None or id_ is not None or is_citing:
            yield from self._paper(other)
        else:
            self.number += 1  # an entry that the source could not match
        if self._subject is None or (id_ is None and is_citing):
            return
        odd: list[str] = []
        citing, cited = (id_, self._subject) if is_citing and id_ else (self._subject, id_)
        citation = CitationRecord(citing, cited, *citation_facts(lowered(values), odd))
        yield from told(self.number, citation, odd, _beginning(other))

    def _paper(self, values: dict[str, Any], *, with_lists: bool = False) -> Iterator[Item]:
        self.number += 1
        number, beginning = self.number, _beginning(values)
        id_, more_ids = _ids(values)
        if id_ is None:
            what = f": {shown(values['error'])}" if isinstance(values.get("error"), str) else ""
            yield Refused(number, f"the paper has no `paperId` and no other id{what}", beginning)
            return
        odd: list[str] = []
        record, areas = paper(lowered(values), id_, odd, more_ids)
        lists = {name: self._list(values, name, odd) for name in ("references", "citations")} if with_lists else {}
        references = lists.get("references")
        if references is not None and (references or not values.get("referenceCount")):
            # an empty list beside a count is one that a publisher does not let the service show
            ids = tuple(dict.fromkeys(found for entry in references if (found := _ids(entry)[0]) is not None))
            record = dataclasses.replace(record, references=ids)
        yield from told_areas(number, areas, self._areas, beginning)
        yield from told(number, record, odd, beginning)
        for entry in references or ():
            if _ids(entry)[0] is None:
                self.number += 1
                yield Located(self.number, CitationRecord(id_, None), _beginning(entry))
            else:
                yield from self._paper(entry)
        for entry in lists.get("citations") or ():
            yield from self._paper(entry)
            if (citing := _ids(entry)[0]) is not None:
                yield Located(self.number, CitationRecord(citing, id_), _beginning(entry))

    @staticmethod
    def _list(values: dict[str, Any], name: str, odd: list[str]) -> list[dict[str, Any]] | None:
        entries = values.get(name)
        if entries is None:
            return None
        if not isinstance(entries, list):
            odd.append(f"`{name}` is no list")
            return None
        papers = [cast("dict[str, Any]", entry) for entry in cast("list[Any]", entries) if isinstance(entry, dict)]
        if len(papers) < len(cast("list[Any]", entries)):
            odd.append(f"`{name}` has items that are no papers")
        return papers


def _ids(values: dict[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """Return a paper's id and the others that the service itself gives it."""
    external = lowered(nested(values, "externalIds", []))
    ids: list[str] = []
    for found in ({"corpusid": values.get("corpusId")}, external):
        try:
            ids.append(corpus_id(found))
            break
        except BadInput:
            continue  # few ask for it
    try:
        text = id_text(values.get("paperId"))
        ids.extend([normal_id(f"s2:{text}")] if _PAPER_ID.fullmatch(text) else [])
    except BadInput:
        pass  # null: the service has no record of the work
    ids = ids or ids_by_scheme(external, SCHEMES, [])[:1]
    return (ids[0], tuple(ids[1:])) if ids else (None, ())


def _subject(name: str) -> str | None:
    """Return the paper that a file is named after, None where its name holds no id or several."""
    base = PurePath(name).name
    ids = [normal_id(f"s2:{match[0]}") for match in _PAPER_ID.finditer(base)]
    ids += [normal_id(f"CorpusId:{match[1]}") for match in _CORPUS_ID.finditer(base)]
    return ids[0] if len(ids) == 1 else None


def _beginning(values: dict[str, Any]) -> str:
    """Return how a paper inside a document may be told from the others: its first fields that are no lists."""
    scalars = {key: value for key, value in values.items() if not isinstance(value, dict | list)}
    return quoted(json.dumps(scalars, ensure_ascii=False).encode("utf-8", "surrogatepass"))
