"""Addresses of pages: made from ids, and read back into ids."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from starlette.requests import Request

from graphsvc.domain.errors import BadInput


@dataclass(frozen=True, slots=True)
class Address:
    """What a path asks for: the id as it was written, and the file below it (`citers.json`), if one.

    A file of the paper itself is the end of its name, `.json`: then an id that ends like that may be meant as well.
    """

    id: str
    file: str | None


def paper_path(id_: str) -> str:
    """Return the address of a paper's page; all of the id is one segment, its slashes encoded.

    So is the last full stop of an id that ends like the name of a file of the paper, or the beginning of such an end.
    """
    path = quote(id_, safe=":")
    return f"/papers/{_ENDING.sub(r'%2E', path)}"


def area_path(id_: str) -> str:
    """Return the address of an area's page."""
    return f"/areas/{quote(id_, safe=':')}"


def read_address(request: Request, prefix: str, files: Collection[str] = (), endings: Collection[str] = ()) -> Address:
    """Read what follows `prefix` in the path as it was sent, before anything was decoded.

    `files` stand below what has the id, as `/citers.json`; `endings` at its end, as `.json`, the longest one first.

    An id may hold anything, also `/citers.json`. Only a literal slash parts the id from the file; the slashes of
    ids are encoded in our links. Slashes that someone wrote plainly are taken as parts of the id.
    """
    rest = _raw_path(request).removeprefix(prefix).rstrip("/")
    head, slash, last = rest.rpartition("/")
    if slash and last in files:
        return Address(_id(head), last)
    for ending in endings:
        if rest.endswith(ending) and rest != ending:
            return Address(_id(rest.removesuffix(ending)), ending)
    return Address(_id(rest), None)


_ENDING: Final = re.compile(r"\.(?=(?:json|bib|csl)$)")
_MERGED_SLASHES: Final = re.compile(r"(?i)^(https?):/+")  # proxies turn // into /


def _raw_path(request: Request) -> str:
    raw = request.scope.get("raw_path")
    path = quote(request.scope["path"]) if raw is None else raw.decode("latin-1").partition("?")[0]
    return path.removeprefix(quote(request.scope.get("root_path", "")))


def _id(raw: str) -> str:
    try:
        text = unquote(raw.encode("latin-1").decode(), errors="strict")
    except UnicodeDecodeError:
        raise BadInput("the address is not UTF-8; encode the id as UTF-8, then with percent signs") from None
    return _MERGED_SLASHES.sub(r"\1://", text)
