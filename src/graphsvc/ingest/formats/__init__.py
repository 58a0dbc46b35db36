"""The formats that graphsvc reads: one module each, a generator of records, and how one is chosen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from graphsvc.domain.errors import BadInput
from graphsvc.ingest.files import Source
from graphsvc.ingest.formats import (
    aminer,
    arxiv,
    bibtex,
    crossref,
    csl,
    native,
    openalex,
    openalex_merges,
    opencitations,
    s2_graph_api,
    s2ag,
    snap,
    tables,
)
from graphsvc.ingest.items import Item

Reader = Callable[[Source], Iterator[Item]]


class Format(Protocol):
    """What the module of a format offers."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """What `--format` calls it."""
        ...

    def recognises(self, head: bytes) -> bool:
        """Tell from how an input begins whether it is of this format."""
        ...

    def read(self, source: Source) -> Iterator[Item]:
        """Yield the records of an input."""
        ...


# No real file is claimed by two of them; those that look closest come first.
FORMATS: tuple[Format, ...] = (
    openalex_merges,
    opencitations,
    openalex,
    s2ag,
    s2_graph_api,
    arxiv,
    crossref,
    csl,
    aminer,
    bibtex,
    snap,
    tables,
    native,
)
# What a reader tells once an input (an area, a name that no field has), these tell once a part.
PART_READERS: Mapping[str, Reader] = {
    native.NAME: native.read,
    s2ag.NAME: s2ag.read,
    openalex.NAME: openalex.read_part,
    arxiv.NAME: arxiv.read_part,
}
NAMES = tuple(sorted(each.NAME for each in FORMATS))


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a person may say of the input: its format, and what only tables and edge lists need to be told.

    `columns` maps the fields of a record to the columns of a table, `scheme` is the one of bare ids in it, `archive`
    the arXiv archive of the numbers of an edge list.
    """

    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict[str, str])
    scheme: str | None = None
    archive: str | None = None


def reader_for(source: Source, options: ReadOptions) -> Reader:
    """Return what reads an input: by the format that was named, else by how it begins; raises BadInput."""
    name = options.format or _recognised(source.head()).NAME
    if name == tables.NAME:
        return partial(tables.read, columns=options.columns or None, scheme=options.scheme)
    if name == snap.NAME:
        return partial(snap.read, archive=options.archive)
    chosen = next((each for each in FORMATS if name == each.NAME), None)
    if chosen is None:
        raise BadInput(f"there is no format {name!r}: {', '.join(NAMES)}")
    return chosen.read


def format_with_lines(head: bytes, options: ReadOptions) -> str | None:
    """Return the format of an input that begins so if each of its lines stands by itself, None for any other.

    Parts of it, of whole lines, can be read by PART_READERS.
    """
    name = options.format or _recognised(head).NAME
    has_lines = {openalex.NAME: openalex.has_lines, arxiv.NAME: arxiv.has_lines}.get(name)
    return name if name in PART_READERS and (has_lines is None or has_lines(head)) else None


def _recognised(head: bytes) -> Format:
    # what nobody knows is read as native, which says line by line what it misses
    return next((each for each in FORMATS if each.recognises(head)), native)
