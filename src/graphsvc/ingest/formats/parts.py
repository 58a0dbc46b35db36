"""Parts that several formats write alike: people, dates in parts, identifiers whose scheme is known."""

import re
from typing import Any, Final, cast

from graphsvc.domain.dates import PartialDate, parse_partial_date
from graphsvc.domain.errors import BadInput
from graphsvc.domain.identifiers import normal_id
from graphsvc.domain.records import AuthorRecord
from graphsvc.domain.text import clean_text
from graphsvc.ingest.fields import MAX_LINE_CHARACTERS, Fields

_ORCID: Final = re.compile(r"(?<![0-9])[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9Xx](?![0-9])")
_FEW_DIGITS: Final = re.compile(r"\s*[0-9]{1,4}\s*")
_NUMBERS: Final = frozenset(("mag", "pmid", "pmcid"))
_NAME_PARTS: Final = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")


def id_of(scheme: str, value: Any) -> str:
    """Return the normal form of an id of a known scheme: bare, a number, or the work's address.

    Raises BadInput where it is none. A DOI that arXiv gave comes back as the arXiv id that it stands for.
    """
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        value = str(value)
    if not isinstance(value, str):
        raise BadInput("is no text")
    if scheme == "doi" and value.startswith("https://doi.org/"):
        return normal_id(value)  # the quick way
    if scheme in _NUMBERS:
        # OpenAlex writes .../pmc/articles/2453743, without the letters that the address has
        value = value.strip().rstrip("/").rpartition("/")[2]
    return normal_id(f"{scheme}:{value}")


def ids_of(candidates: list[tuple[str, Any]], odd: list[str]) -> list[str]:
    """Return the ids that can be read, each once, in the order given; the others are told, empty ones are not."""
    found: dict[str, None] = {}
    for scheme, value in candidates:
        if value is None or value == "":
            continue
        try:
            found[id_of(scheme, value)] = None
        except BadInput as error:
            odd.append(f"`{scheme}`: {error}")
    return list(found)


def ids_of_address(url: Any) -> list[str]:
    """Return the id that an address stands for, if it is one of a kind that is known; most are not."""
    if not isinstance(url, str) or not url.strip().lower().startswith(("http://", "https://")):
        return []
    try:
        return [normal_id(url)]
    except BadInput:
        return []


def private_id(key: str) -> str:
    """Return the id of a record that has only a key of its own file; an id has no blanks, a key may."""
    return normal_id("x:" + "%20".join(clean_text(key).split()))


def object_of(value: Any) -> dict[str, Any]:
    """Return a JSON object; raises BadInput where a value is none."""
    if not isinstance(value, dict):
        raise BadInput("is no object")
    return cast("dict[str, Any]", value)


def orcid(value: Any) -> str | None:
    """Return the id of a person with an ORCID, bare or as an address; None where there is none."""
    found = _ORCID.search(value) if isinstance(value, str) else None
    return None if found is None else f"orcid:{found[0].upper()}"


def person(value: Any) -> AuthorRecord:
    """Read an author as Crossref and CSL write it: given and family name, or one name. Raises BadInput on neither."""
    values = object_of(value)
    fields = Fields(values)
    parts = [part for name in _NAME_PARTS if (part := fields.text(name))]
    name = " ".join(parts) or fields.text("name") or fields.text("literal")
    return author(name or "", orcid(values.get("ORCID")))


def author(name: str, id_: str | None = None) -> AuthorRecord:
    """Return an author of a clean name; raises BadInput where there is none, or one that no person has."""
    if not name:
        raise BadInput("has no name")
    if len(name) > MAX_LINE_CHARACTERS:
        raise BadInput(f"has a name longer than {MAX_LINE_CHARACTERS:,} characters")
    return AuthorRecord(name, id_)


def date_in_parts(value: Any, name: str, odd: list[str]) -> PartialDate | None:
    """Read `{"date-parts": [[2016, 2, 30]]}` as far as it makes sense: here 2016-02, and the day is told.

    A range counts with its first date. `[[null]]`, `[[]]` and `[]` are how Crossref says that it knows none.
    """
    if value is None:
        return None
    given: Any = cast("dict[str, Any]", value).get("date-parts") if isinstance(value, dict) else value
    if given is None:
        return None
    if isinstance(given, list) and given and given[0] is None:
        return None
    if not isinstance(given, list) or (given and not isinstance(given[0], list)):
        odd.append(f"`{name}` has no date-parts of year, month and day")
        return None
    parts: list[str] = []
    for part in cast("list[Any]", given[0] if given else [])[:3]:
        if part is None or part == "":
            break
        parts.append(_two_digits(part))
    return _longest_date(parts, name, odd)


def _two_digits(part: Any) -> str:
    if isinstance(part, str) and _FEW_DIGITS.fullmatch(part):
        return part.strip().zfill(2)
    if isinstance(part, int) and not isinstance(part, bool) and 0 <= part <= 9999:
        return f"{part:02d}"
    return "?"


def _longest_date(parts: list[str], name: str, odd: list[str]) -> PartialDate | None:
    reason = None
    for length in range(len(parts), 0, -1):
        text = "-".join([parts[0].zfill(4), *parts[1:length]])
        try:
            date = parse_partial_date(text)
        except BadInput as error:
            reason = reason or str(error)
            continue
        if reason:
            odd.append(f"`{name}`: {reason}; {date.iso} was taken")
        return date
    if reason:
        odd.append(f"`{name}`: {reason}")
    return None
