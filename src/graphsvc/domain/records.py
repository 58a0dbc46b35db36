"""What a reader of dumps hands to the store: records as their source states them, ids in normal form."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from graphsvc.domain.dates import PartialDate

RecordType = TypeVar("RecordType", covariant=True)
TABLE_MARK = b"graphsvc"
"""Stands among the metadata of the tables that graphsvc writes itself: whatever is missing there is null."""


@dataclass(frozen=True, slots=True)
class AuthorRecord:
    """One author in the order of the paper; `id` is the source's own (an ORCID, say), None when it has none."""

    name: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class AreaMembership:
    """One area a record puts its paper in; `score` is how sure the source is, if it says so."""

    id: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """One paper as a source states it.

    A field that is None says nothing: what an earlier record told stays. `references` None means that no
    list is known, an empty tuple that the list is known to be empty. `part` names the part of its source's word on
    the paper where the source tells it in several files (papers and their abstracts, say).
    """

    id: str
    ids: tuple[str, ...] = ()
    title: str | None = None
    abstract: str | None = None
    published: PartialDate | None = None
    type: str | None = None
    venue: str | None = None
    language: str | None = None
    authors: tuple[AuthorRecord, ...] | None = None
    categories: tuple[str, ...] | None = None
    areas: tuple[AreaMembership, ...] | None = None  # the main one first
    references: tuple[str, ...] | None = None
    source_cited_by_count: int | None = None
    is_retracted: bool | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class AreaRecord:
    """One area of the map as a source states it; `parent` is the id of the area it is part of."""

    id: str
    name: str
    description: str | None = None
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class CitationRecord:
    """One citation that is stated by itself, outside of a paper's own reference list.

    `cited` None stands for an entry that its source could not match to a work. Both ends are papers, if only by
    their id, even where no record tells of them. `id` is what the source calls the statement, if it may take it back.
    """

    citing: str
    cited: str | None
    contexts: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    is_influential: bool | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class MergeRecord:
    """A source's word that one of its ids has become another."""

    id: str
    into: str


@dataclass(frozen=True, slots=True)
class WithdrawnRecord:
    """A source's word that it no longer has a record of an id, or no longer one `part` of it."""

    id: str
    part: str | None = None


@dataclass(frozen=True, slots=True)
class WithdrawnCitation:
    """A source's word that it no longer states a citation; `id` is that of the CitationRecord."""

    id: str


Record = PaperRecord | CitationRecord | AreaRecord | MergeRecord | WithdrawnRecord | WithdrawnCitation


@dataclass(frozen=True, slots=True)
class Located(Generic[RecordType]):
    """A record, the line it stands on, and how that line begins."""

    line: int
    record: RecordType
    quoted: str


@dataclass(frozen=True, slots=True)
class Refused:
    """One line that could not be taken: where it stands, why, and how it begins."""

    line: int
    reason: str
    quoted: str


@dataclass(frozen=True, slots=True)
class Odd:
    """A part of a record that was left out because its value makes no sense; the rest was taken."""

    line: int
    reason: str
