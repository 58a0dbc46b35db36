"""Names of papers and areas: every spelling people and dumps use, one normal form each.

The normal form is `scheme:value`. What could name two works is not guessed but refused, with what to write.
"""

import re
import string
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final
from urllib.parse import quote, unquote

from graphsvc.domain.errors import BadIdentifier
from graphsvc.domain.text import shown

MAX_ID_LENGTH: Final = 1_000
MAX_AREA_LENGTH: Final = 400


@dataclass(frozen=True, slots=True, order=True)
class Identifier:
    """One identifier in its normal form; `str()` gives `scheme:value`."""

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"

    @property
    def url(self) -> str | None:
        """Address of the work's page where the id comes from; None where none is (mag, x, odd s2)."""
        scheme = _SCHEMES.get(self.scheme)
        page = None if scheme is None else scheme.page
        if self.scheme == "s2" and _S2_HASH.fullmatch(self.value):
            page = _S2_HASH_PAGE
        elif self.scheme == "s2" and not _DIGITS.fullmatch(self.value):
            page = None
        return None if page is None else page + quote(self.value, safe="/:;()._-~,@!$&'*+=")


def parse_identifier(text: str) -> Identifier:
    """Read any spelling of a paper's identifier: `scheme:value`, a bare DOI or arXiv id, the page's address …

    Raises BadIdentifier when the text is none or could be several; the message says what to write instead.
    Each scheme's own rule stands at its reader below.
    """
    given = _usable(text)
    address = _ADDRESS.fullmatch(given) or _ADDRESS_WITHOUT_HTTP.fullmatch(given)
    if address is not None:
        return _from_address(given, address[1], address[2])
    named = _NAMED.fullmatch(given)
    if named is None:
        return _from_bare(given)
    name, separator, value = named[1].lower(), named[2], _trimmed(named[3])
    scheme = _OTHER_NAMES.get(name, name)
    # "DOI 10.1000/182" is common; but "x y" is no private key, it is a text with a blank.
    if scheme in _SCHEMES and (":" in separator or name != "x"):
        return _from_named(scheme, f"corpusid:{value}" if name == "corpusid" else value)
    if ":" not in separator:
        return _from_bare(given)
    if name == "area":
        raise _bad(given, "is the id of an area, not of a paper; ask for it as an area")
    raise _bad(given, f"has the unknown scheme {name}; known are {_KNOWN} (x: for a key of your own)")


def normal_id(text: str) -> str:
    """The normal form of any spelling, `str(parse_identifier(text))`, at the speed a load of millions needs.

    Raises BadIdentifier as parse_identifier does. A normal form comes back as it is.
    """
    # Nearly all references of a dump are normal already, or a plain DOI or address: they must not pay for the
    # rest, nor push the others out of the cache.
    if len(text) <= MAX_ID_LENGTH:
        if _NORMAL.fullmatch(text):
            return text
        plain = _PLAIN.fullmatch(text)
        if plain is not None:
            work, doi = plain.groups()
            normal = f"openalex:{work}" if work else f"doi:{doi.lower()}"
            if len(normal) <= MAX_ID_LENGTH and _NORMAL.fullmatch(normal):
                return normal
    return _normal_id(text)


def normal_area_id(text: str) -> str:
    """The normal form of an area's id, `area:<value>`; the value is any text and keeps its case and blanks.

    Raises BadIdentifier when nothing is left after trimming, on control characters, and past 400 characters.
    """
    value = _trimmed(unicodedata.normalize("NFC", text))
    if value[:5].lower() == "area:":
        value = _trimmed(value[5:])
    if not value:
        raise BadIdentifier("The area id is empty; write area:<name>, for example area:efficient-inference")
    if len(value) > MAX_AREA_LENGTH:
        raise _bad(value, f"has {len(value):,} characters; an area id has at most {MAX_AREA_LENGTH}")
    _refuse_unseen(value)
    return f"area:{value}"


# What every text must pass.

# Controls, lone surrogates, line separators, and what is invisible and makes one id look like another.
_UNSEEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]")
_SPACE: Final = re.compile(r"\s")


def _bad(text: str, why: str) -> BadIdentifier:
    return BadIdentifier(f"{shown(text)} {why}")


def _trimmed(text: str) -> str:
    before = ""
    while before != text:  # blanks and invisible characters that came along when pasting may alternate
        before, text = text, text.strip().strip("\u200b\u2060\ufeff")
    return text


def _refuse_unseen(text: str) -> None:
    unseen = _UNSEEN.search(text)
    if unseen is not None:
        raise _bad(text, f"has the unprintable character U+{ord(unseen[0]):04X} inside; write it without")


def _usable(text: str) -> str:
    if len(text) > MAX_ID_LENGTH:
        raise _bad(text, f"has {len(text):,} characters; an identifier has at most {MAX_ID_LENGTH:,}")
    # NFC comes first: it turns some characters into ASCII letters and punctuation (the Kelvin sign is K).
    given = _trimmed(unicodedata.normalize("NFC", text))
    if not given:
        raise BadIdentifier("The identifier is empty; write for example doi:10.1000/182 or arxiv:1905.09418")
    _refuse_unseen(given)
    return given


def _decoded(path: str) -> str:
    try:
        return _usable(unquote(path, errors="strict")) if "%" in path else path
    except UnicodeDecodeError:
        return path  # the percent signs were meant as they are


def _identifier(scheme: str, value: str) -> Identifier:
    """Every identifier is made here, so that none gets past the rules for all schemes."""
    if not value:
        raise BadIdentifier(f"{scheme}: has no value; write {_SCHEMES[scheme].example}")
    if _SPACE.search(value):
        raise _bad(value, "has white space inside; an identifier has none")
    if len(scheme) + 1 + len(value) > MAX_ID_LENGTH:
        raise _bad(value, f"is too long; an identifier has at most {MAX_ID_LENGTH:,} characters")
    return Identifier(scheme, value)


# One reader a scheme: from the value alone to the identifier.

_ANY_CASE: Final = re.ASCII | re.IGNORECASE  # without ASCII, [a-z] takes the long s too
_FOLD_ASCII: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_DOI: Final = re.compile(r"10\.[0-9]+(?:\.[0-9]+)*/.+")
_DOI_ENCODED: Final = re.compile(r"10\.[0-9.]+%2f", _ANY_CASE)
_ARXIV_DOI: Final = "10.48550/arxiv."


def _doi(value: str) -> Identifier:
    """ISO 26324: prefix, slash, suffix; ASCII letters are equal in either case, others are not."""
    if _DOI_ENCODED.match(value):
        value = _decoded(value)  # its first slash is encoded, so it was encoded as a whole
    # Folding may let a letter and its mark compose (only a small j has a caron of its own), so NFC again.
    # A full stop at the end belongs to the sentence that the DOI was copied from.
    folded = unicodedata.normalize("NFC", value.translate(_FOLD_ASCII)).rstrip(".")
    if _DOI.fullmatch(folded) is None:
        raise _bad(value, "is not a DOI; a DOI is 10.<digits>/<suffix>, for example 10.1000/182")
    if folded.startswith(_ARXIV_DOI):
        return _arxiv(folded.removeprefix(_ARXIV_DOI))
    return _identifier("doi", folded)


_OLD_ARCHIVES: Final = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs"
    "|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol"
    "|physics|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_ARXIV_NEW: Final = re.compile(r"([0-9]+)\.([0-9]+)(?:v[0-9]+)?", _ANY_CASE)
_ARXIV_OLD: Final = re.compile(r"([a-z][a-z-]*)(?:\.[a-z-]+)?/?([0-9]{7})(?:v[0-9]+)?", _ANY_CASE)
_ARXIV_CLASS: Final = re.compile(r"\s+\[[^\]]*\]$")  # arXiv cites itself as "arXiv:1905.09418v2 [cs.CL]"


def _arxiv(value: str) -> Identifier:
    """arXiv's identifier scheme: archive/YYMMNNN until 0703, YYMM.NNNN from 0704, YYMM.NNNNN from 1501."""
    plain = _ARXIV_CLASS.sub("", value)
    new, old = _ARXIV_NEW.fullmatch(plain), _ARXIV_OLD.fullmatch(plain)
    if new is not None:
        return _arxiv_new(value, new[1], new[2])
    if old is not None:
        return _arxiv_old(value, old[1].lower(), old[2])
    if re.fullmatch(r"[0-9]{7}(?:v[0-9]+)?", plain):
        raise _bad(value, f"could be of several arXiv archives; write which one, as hep-th/{plain}")
    raise _bad(value, "is not an arXiv id; it looks like 1905.09418 or, before April 2007, like hep-th/9711200")


def _arxiv_new(value: str, month: str, number: str) -> Identifier:
    if len(month) != 4:
        raise _bad(value, "is not an arXiv id: four digits, year and month, stand before the point (0704.0001)")
    _refuse_no_month(value, month)
    if month < "0704":
        raise _bad(value, "is not an arXiv id: until March 2007 they have their archive, as hep-th/9711200")
    digits, period = (4, "until 1412") if month < "1501" else (5, "from 1501 on")
    if len(number) != digits:
        raise _bad(value, f"is not an arXiv id: {period} {digits} digits stand after the point")
    return _identifier("arxiv", f"{month}.{number}")


def _arxiv_old(value: str, archive: str, number: str) -> Identifier:
    if archive not in _OLD_ARCHIVES.split("|"):
        raise _bad(value, f"names {archive}, no archive of arXiv before April 2007; write as hep-th/9711200")
    _refuse_no_month(value, number[:4])
    if "0703" < number[:4] < "9107":
        raise _bad(value, "is not an arXiv id: those with an archive run from 9107 to 0703; later, 0704.0001")
    return _identifier("arxiv", f"{archive}/{number}")


def _refuse_no_month(value: str, month: str) -> None:
    if not "01" <= month[2:] <= "12":
        raise _bad(value, f"is not an arXiv id: {month} is no year and month")


_DIGITS: Final = re.compile(r"[0-9]+")
_S2_HASH: Final = re.compile(r"[0-9a-f]{40}", _ANY_CASE)


def _number(scheme: str, value: str, prefix: str = "") -> Identifier:
    """An id that is a number where it comes from, so 0123 and 123 are one; its letters may be left out."""
    digits = value[len(prefix) :] if value[: len(prefix)].upper() == prefix else value
    if _DIGITS.fullmatch(digits) is None:
        raise _bad(value, f"is not an id of {scheme}; write {_SCHEMES[scheme].example}")
    return _identifier(scheme, prefix + (digits.lstrip("0") or "0"))


def _openalex(value: str) -> Identifier:
    """OpenAlex: W and a number for works; its authors, sources, topics … are no papers."""
    if re.fullmatch(r"[A-VX-Z][0-9]+", value, _ANY_CASE):
        raise _bad(value, "is not a work of OpenAlex; only works, W and a number, are papers")
    return _number("openalex", value, "W")


def _s2(value: str) -> Identifier:
    """Semantic Scholar: a corpus id (a number) or a paper id (40 hex digits); others stay as they are."""
    if _S2_HASH.fullmatch(value):  # before numbers: a hash may have no letter in it, and zeros at its start
        return _identifier("s2", value.lower())
    if value[:9].lower() == "corpusid:":
        return _number("s2", _trimmed(value[9:]))
    return _number("s2", value) if _DIGITS.fullmatch(value) else _identifier("s2", value)


def _pmcid(value: str) -> Identifier:
    """PubMed Central: PMC and a number; a version after a point is dropped."""
    return _number("pmcid", re.sub(r"(?<=[0-9])\.[0-9]+$", "", value), "PMC")


def _shaped(scheme: str, shape: re.Pattern[str], fold: Callable[[str], str], value: str) -> Identifier:
    """An id of a fixed shape; what the shape's first group leaves out (a version) is dropped."""
    found = shape.fullmatch(value)
    if found is None:
        raise _bad(value, f"is not an id of {scheme}; write {_SCHEMES[scheme].example}")
    return _identifier(scheme, fold(found[1]))


_ACL: Final = re.compile(r"([a-z][0-9]{2}-[0-9]{4,5}|[0-9]{4}\.\w+-\w+\.[0-9]+)(?:v[0-9]+)?", _ANY_CASE)
_HAL: Final = re.compile(r"([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*?[-_][0-9]+)(?:v[0-9]+)?", _ANY_CASE)
_DBLP: Final = re.compile(r"([^/]+(?:/[^/]+)+)")  # a key's case counts, its depth varies
_OMID: Final = re.compile(r"(br/[0-9]+)", _ANY_CASE)  # br: bibliographic resource; leading zeros count


def _fold_acl(value: str) -> str:
    return value.lower() if value[0].isdigit() else value.upper()  # 2020.acl-main.1, before that P19-1580


@dataclass(frozen=True, slots=True)
class _Scheme:
    read: Callable[[str], Identifier]
    example: str
    page: str | None


_SCHEMES: Final = {
    "doi": _Scheme(_doi, "doi:10.1000/182", "https://doi.org/"),
    "arxiv": _Scheme(_arxiv, "arxiv:1905.09418", "https://arxiv.org/abs/"),
    "openalex": _Scheme(_openalex, "openalex:W2945260553", "https://openalex.org/"),
    "s2": _Scheme(_s2, "CorpusId:162183964", "https://api.semanticscholar.org/CorpusID:"),
    "mag": _Scheme(partial(_number, "mag"), "mag:2945260553", None),
    "pmid": _Scheme(partial(_number, "pmid"), "pmid:19872477", "https://pubmed.ncbi.nlm.nih.gov/"),
    "pmcid": _Scheme(_pmcid, "pmcid:PMC2323736", "https://pmc.ncbi.nlm.nih.gov/articles/"),
    "dblp": _Scheme(partial(_shaped, "dblp", _DBLP, str), "dblp:journals/cacm/Knuth74", "https://dblp.org/rec/"),
    "acl": _Scheme(
        partial(_shaped, "acl", _ACL, _fold_acl),
        "acl:P19-1580 or acl:2020.acl-main.1",
        "https://aclanthology.org/",
    ),
    "omid": _Scheme(partial(_shaped, "omid", _OMID, str.lower), "omid:br/0690002", "https://opencitations.net/meta/"),
    "inspire": _Scheme(partial(_number, "inspire"), "inspire:451647", "https://inspirehep.net/literature/"),
    "hal": _Scheme(partial(_shaped, "hal", _HAL, str.lower), "hal:hal-01234567", "https://hal.science/"),
    "x": _Scheme(partial(_identifier, "x"), "x:<key>", None),
}
_OTHER_NAMES: Final = {"corpusid": "s2", "pmc": "pmcid"}
_KNOWN: Final = ", ".join(_SCHEMES)
_S2_HASH_PAGE: Final = "https://www.semanticscholar.org/paper/"

# Spellings that say by themselves, or by their address, which scheme they are of.

_NAMED: Final = re.compile(r"([a-z][a-z0-9]*)(\s*:|\s+)(.*)", re.IGNORECASE)
_BARE: Final = tuple(
    (re.compile(pattern, _ANY_CASE), scheme)
    for pattern, scheme in (
        (r"10\..*", "doi"),
        (r"w[0-9]+", "openalex"),
        (r"pmc[0-9]+(?:\.[0-9]+)?", "pmcid"),
        (r"(?:hal|halshs|inria|tel)-[0-9]{6,8}(?:v[0-9]+)?", "hal"),
        (_ARXIV_NEW.pattern, "arxiv"),
        (
            rf"(?:[a-z][a-z-]*(?:\.[a-z-]+)?/|(?:{_OLD_ARCHIVES})(?:\.[a-z-]+)?)[0-9]{{7}}(?:v[0-9]+)?",
            "arxiv",
        ),
        (_S2_HASH.pattern, "s2"),
        (_ACL.pattern, "acl"),
    )
)
# Site, what a path there looks like when it names a work, and whose id is in it. Sites below one are like it
# (export.arxiv.org, api.openalex.org, the HAL of a university).
_PATHS: Final = (
    ("arxiv.org", r"(?:abs|pdf|html|format|ps|src|e-print)/(.+?)(?:\.pdf)?", "arxiv"),
    ("openalex.org", r"(?:works/)?(w[0-9]+)", "openalex"),
    ("semanticscholar.org", r"paper/(?:[^/]+/)?([0-9a-f]{40})(?:/.*)?", "s2"),
    ("semanticscholar.org", r"(?:.*/)?(corpusid:[0-9]+)", "s2"),
    ("pubmed.ncbi.nlm.nih.gov", r"([0-9]+)", "pmid"),
    ("pmc.ncbi.nlm.nih.gov", r"articles/(pmc[0-9]+)(?:/.*)?", "pmcid"),
    ("ncbi.nlm.nih.gov", r"pubmed/([0-9]+)", "pmid"),
    ("ncbi.nlm.nih.gov", r"pmc/articles/(pmc[0-9]+)(?:/.*)?", "pmcid"),
    ("dblp.org", r"rec/(?:html/|bibtex/)?(.+?)(?:\.html|\.bib|\.xml|\.rdf)?", "dblp"),
    ("aclanthology.org", r"(.+?)(?:\.pdf|\.bib)?", "acl"),
    ("aclweb.org", r"anthology/(.+?)(?:\.pdf)?", "acl"),
    ("inspirehep.net", r"(?:api/)?(?:literature|record)/([0-9]+)", "inspire"),
    ("hal.science", r"([^/]+)(?:/.*)?", "hal"),
    ("archives-ouvertes.fr", r"([^/]+)(?:/.*)?", "hal"),
    ("opencitations.net", r"meta/(br/[0-9]+)", "omid"),
    ("w3id.org", r"oc/meta/(br/[0-9]+)", "omid"),
)
_SITES: Final = "|".join(sorted({re.escape(site) for site, _, _ in _PATHS}))
_ADDRESS: Final = re.compile(r"https?://([^/\s]+)/*(.*)", re.IGNORECASE)
_ADDRESS_WITHOUT_HTTP: Final = re.compile(rf"(?://)?((?:[a-z0-9-]+\.)*(?:doi\.org|{_SITES}))/+(.*)", _ANY_CASE)


def _from_address(given: str, host: str, path: str) -> Identifier:
    host = host.lower().partition(":")[0]
    if host.removeprefix("www.") in ("doi.org", "dx.doi.org"):
        # "?" and "#" may be part of a DOI, and dumps write addresses without encoding them.
        return _doi(re.sub(r"^doi:\s*", "", _decoded(path), flags=_ANY_CASE))
    rest = _decoded(re.split(r"[?#]", path, maxsplit=1)[0]).rstrip("/")
    is_known = False
    for site, pattern, scheme in _PATHS:
        if host == site or host.endswith("." + site):
            is_known = True
            found = re.fullmatch(pattern, rest, _ANY_CASE)
            if found is not None:
                return _SCHEMES[scheme].read(found[1])
    if is_known:
        raise _bad(given, f"is an address at {host} that names no work")
    raise _bad(given, f"is an address at {shown(host)}, where no ids are read; write the work's DOI or arXiv id")


def _from_named(scheme: str, value: str) -> Identifier:
    # Dumps have doi:https://doi.org/10.… too; the address must then be of the scheme that it is said to be.
    address = None if scheme == "x" else _ADDRESS.fullmatch(value)
    if address is None:
        return _SCHEMES[scheme].read(value)
    found = _from_address(value, address[1], address[2])
    if found.scheme != scheme and (scheme, found.scheme) != ("doi", "arxiv"):
        raise _bad(value, f"is an address of {found.scheme}, not of {scheme}; write {found}")
    return found


def _from_bare(given: str) -> Identifier:
    if _DIGITS.fullmatch(given):
        archive = f"arxiv:hep-th/{given} (with its archive), " if len(given) == 7 else ""
        choices = f"openalex:W{given}, mag:{given}, pmid:{given}, CorpusId:{given}, {archive}or x:{given}"
        raise _bad(given, f"is a number and could be several works; write {choices}")
    plain = _ARXIV_CLASS.sub("", given)
    for pattern, scheme in _BARE:
        if pattern.fullmatch(plain):
            return _SCHEMES[scheme].read(given if scheme == "doi" else plain)
    examples = "doi:10.1000/182, arxiv:1905.09418, openalex:W2945260553, or x:<key> for a key of your own"
    raise _bad(given, f"is no identifier; write scheme:value with one of {_KNOWN}, for example {examples}")


# Normal forms certain at a glance: ASCII, nothing to fold, trim or look up. Others take the long way.
_NORMAL: Final = re.compile(
    r"openalex:W(?:0|[1-9][0-9]*)"
    r"|doi:10\.(?!48550/arxiv\.)[0-9]+(?:\.[0-9]+)*/[!-@\[-~]*[!-\-/-@\[-~]"
    r"|(?:s2:|mag:|pmid:|inspire:|pmcid:PMC)(?:0|[1-9][0-9]*)"
    r"|arxiv:(?:07(?:0[4-9]|1[0-2])|(?:0[89]|1[0-4])(?:0[1-9]|1[0-2]))\.[0-9]{4}"
    r"|arxiv:(?:1[5-9]|[2-9][0-9])(?:0[1-9]|1[0-2])\.[0-9]{5}"
    r"|s2:[0-9a-f]{40}|omid:br/[0-9]+|x:[!-~]+"
)
# The spellings that fill the big dumps. None with "%": that may need decoding.
_PLAIN: Final = re.compile(r"https://openalex\.org/(W[1-9][0-9]*)|(?:https://doi\.org/|doi:)?(10\.[0-9]+/[!-$&-~]+)")


@lru_cache(maxsize=1 << 16)
def _normal_id(text: str) -> str:
    return str(parse_identifier(text))
