"""Every spelling of an identifier comes to one normal form, or is refused with a reason."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.errors import BadIdentifier, BadInput
from graphsvc.domain.identifiers import Identifier, normal_area_id, normal_id, parse_identifier

HASH = "649def34f8be52c8b66281af98ae884c09aef38b"

SPELLINGS = [
    # DOI
    ("10.1000/182", "doi:10.1000/182"),
    ("10.1000/ABC", "doi:10.1000/abc"),
    ("DOI:10.1000/ABC", "doi:10.1000/abc"),
    ("doi: 10.1000/abc", "doi:10.1000/abc"),
    ("DOI 10.5555/citer-4", "doi:10.5555/citer-4"),
    ("DOI\u00a010.5555/citer-4", "doi:10.5555/citer-4"),
    ("  10.1000/abc\n", "doi:10.1000/abc"),
    ("\ufeff10.1000/abc\u200b ", "doi:10.1000/abc"),
    ("https://doi.org/10.1000/ABC", "doi:10.1000/abc"),
    ("HTTPS://DOI.ORG/10.5555/Target.Abc", "doi:10.5555/target.abc"),
    ("http://dx.doi.org/10.1000/abc", "doi:10.1000/abc"),
    ("doi.org/10.1000/abc", "doi:10.1000/abc"),
    ("https://www.doi.org/10.1000/abc", "doi:10.1000/abc"),
    ("https://doi.org/doi:10.1000/abc", "doi:10.1000/abc"),
    ("doi:https://doi.org/10.1000/abc", "doi:10.1000/abc"),
    ("https://doi.org/10.1000%2Fa%28b%29", "doi:10.1000/a(b)"),
    ("10.5555%2Fciter-3", "doi:10.5555/citer-3"),
    ("10.1000/a%28b", "doi:10.1000/a%28b"),
    ("https://doi.org/10.1000/100%", "doi:10.1000/100%"),
    ("https://doi.org/10.1000/%ff", "doi:10.1000/%ff"),
    ("10.1000.10/123", "doi:10.1000.10/123"),
    ("10.1002/(SICI)1<1:AID>3.0.CO;2-#", "doi:10.1002/(sici)1<1:aid>3.0.co;2-#"),
    ("https://doi.org/10.1002/(SICI)1<1:AID>3.0.CO;2-#", "doi:10.1002/(sici)1<1:aid>3.0.co;2-#"),
    ("10.5555/target.abc.", "doi:10.5555/target.abc"),
    ("10.5555/ÄBC", "doi:10.5555/Äbc"),
    ("10.5555/äbc", "doi:10.5555/äbc"),
    ("10.5555/a\u0308", "doi:10.5555/ä"),
    ("10.5555/J\u030c", "doi:10.5555/ǰ"),
    ("10.5555/\u212a", "doi:10.5555/k"),
    # arXiv
    ("1905.09418", "arxiv:1905.09418"),
    ("arXiv:1905.09418v2", "arxiv:1905.09418"),
    ("ARXIV: 1905.09418V12", "arxiv:1905.09418"),
    ("arXiv:1905.09418v2 [cs.CL]", "arxiv:1905.09418"),
    ("1905.09418 [cs.CL]", "arxiv:1905.09418"),
    ("0704.0001", "arxiv:0704.0001"),
    ("1412.9999", "arxiv:1412.9999"),
    ("1501.00001", "arxiv:1501.00001"),
    ("https://arxiv.org/abs/1905.09418", "arxiv:1905.09418"),
    ("http://www.arxiv.org/abs/1905.09418v1", "arxiv:1905.09418"),
    ("arxiv.org/abs/1905.09418", "arxiv:1905.09418"),
    ("https://arxiv.org/pdf/2101.99999v2.pdf", "arxiv:2101.99999"),
    ("https://arxiv.org/pdf/2101.99999v2", "arxiv:2101.99999"),
    ("https://export.arxiv.org/abs/1905.09418", "arxiv:1905.09418"),
    ("https://arxiv.org/abs/1905.09418?context=cs#x", "arxiv:1905.09418"),
    ("https://arxiv.org/abs/hep-th%2F9711200", "arxiv:hep-th/9711200"),
    ("https://arxiv.org/abs/hep-th/9107999v1", "arxiv:hep-th/9107999"),
    ("arXiv:hep-th/9107999v3", "arxiv:hep-th/9107999"),
    ("HEP-TH/9107999", "arxiv:hep-th/9107999"),
    ("math.GT/0309998", "arxiv:math/0309998"),
    ("cond-mat.str-el/9901001", "arxiv:cond-mat/9901001"),
    ("cs/0703001", "arxiv:cs/0703001"),
    ("cond-mat9107999", "arxiv:cond-mat/9107999"),
    ("arxiv:math-ph0001001", "arxiv:math-ph/0001001"),
    ("10.48550/arXiv.0704.9999", "arxiv:0704.9999"),
    ("https://doi.org/10.48550/arXiv.1905.09418", "arxiv:1905.09418"),
    ("doi:https://doi.org/10.48550/arXiv.1905.09418", "arxiv:1905.09418"),
    ("doi:10.48550/ARXIV.HEP-TH/9711200", "arxiv:hep-th/9711200"),
    # OpenAlex
    ("W2945260553", "openalex:W2945260553"),
    ("w2945260553", "openalex:W2945260553"),
    ("openalex:w2945260553", "openalex:W2945260553"),
    ("openalex:2945260553", "openalex:W2945260553"),
    ("https://openalex.org/W2945260553", "openalex:W2945260553"),
    ("https://openalex.org/works/w2945260553", "openalex:W2945260553"),
    ("https://api.openalex.org/works/W2945260553?select=id", "openalex:W2945260553"),
    ("OpenAlex:https://openalex.org/W2945260553", "openalex:W2945260553"),
    # Semantic Scholar
    ("CorpusId:162183964", "s2:162183964"),
    ("CorpusID: 0162183964", "s2:162183964"),
    ("s2:162183964", "s2:162183964"),
    ("s2:CorpusId:162183964", "s2:162183964"),
    (f"s2:{HASH.upper()}", f"s2:{HASH}"),
    (HASH, f"s2:{HASH}"),
    (f"https://www.semanticscholar.org/paper/Some-Title/{HASH}", f"s2:{HASH}"),
    (f"https://www.semanticscholar.org/paper/{HASH}", f"s2:{HASH}"),
    ("https://api.semanticscholar.org/CorpusID:162183964", "s2:162183964"),
    ("s2:" + "0123456789" * 4, "s2:" + "0123456789" * 4),
    ("s2:aaaa", "s2:aaaa"),
    ("s2:AbC", "s2:AbC"),
    # numbers of MAG, PubMed, PubMed Central, INSPIRE
    ("MAG:2945260553", "mag:2945260553"),
    ("PMID 19872477", "pmid:19872477"),
    ("pmid:0019872477", "pmid:19872477"),
    ("https://pubmed.ncbi.nlm.nih.gov/19872477/", "pmid:19872477"),
    ("https://www.ncbi.nlm.nih.gov/pubmed/19872477", "pmid:19872477"),
    ("PMC2323736", "pmcid:PMC2323736"),
    ("pmc2323736.1", "pmcid:PMC2323736"),
    ("PMCID: PMC2323736", "pmcid:PMC2323736"),
    ("pmcid:2323736", "pmcid:PMC2323736"),
    ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2323736/pdf/a.pdf", "pmcid:PMC2323736"),
    ("https://pmc.ncbi.nlm.nih.gov/articles/PMC2323736/", "pmcid:PMC2323736"),
    ("inspire:451647", "inspire:451647"),
    ("https://inspirehep.net/literature/451647", "inspire:451647"),
    # dblp, ACL Anthology, OpenCitations, HAL, private
    ("DBLP:journals/cacm/Knuth74", "dblp:journals/cacm/Knuth74"),
    ("https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html", "dblp:conf/nips/VaswaniSPUJGKP17"),
    ("ACL:p19-1580", "acl:P19-1580"),
    ("P19-1580v2", "acl:P19-1580"),
    ("acl:2020.acl-main.1", "acl:2020.acl-main.1"),
    ("2020.ACL-main.1", "acl:2020.acl-main.1"),
    ("https://aclanthology.org/2020.acl-main.1.pdf", "acl:2020.acl-main.1"),
    ("https://www.aclweb.org/anthology/P19-1580/", "acl:P19-1580"),
    ("omid:br/0690002", "omid:br/0690002"),
    ("OMID:BR/0690002", "omid:br/0690002"),
    ("https://w3id.org/oc/meta/br/0690002", "omid:br/0690002"),
    ("https://opencitations.net/meta/br/0690002", "omid:br/0690002"),
    ("hal-0123456v2", "hal:hal-0123456"),
    ("HAL:hal-01234567", "hal:hal-01234567"),
    ("tel-00012345v1", "hal:tel-00012345"),
    ("https://hal.science/hal-01234567v1/document", "hal:hal-01234567"),
    ("https://hal.archives-ouvertes.fr/hal-01234567", "hal:hal-01234567"),
    ("x:My-Key/1", "x:My-Key/1"),
    ("X: My-Key", "x:My-Key"),
    ("x:https://example.org/A", "x:https://example.org/A"),
    ("x:e\u0301", "x:é"),
]

# A spelling that is refused, and words its reason has to have.
REFUSED = [
    ("", "empty"),
    (" \t", "empty"),
    ("doi:", "not a DOI"),
    ("x:", "no value"),
    ("not-a-doi", "no identifier"),
    ("x y", "no identifier"),
    ("foo:1", "known are doi, arxiv, openalex"),
    ("area:graphs", "area"),
    ("10.1000", "10.<digits>/<suffix>"),
    ("10.1000/", "10.<digits>/<suffix>"),
    ("10./abc", "10.<digits>/<suffix>"),
    ("10.1000/...", "10.<digits>/<suffix>"),
    ("11.1000/abc", "no identifier"),
    ("10.1000/a b", "white space"),
    ("10.1000/a\u00a0b", "white space"),
    ("10.1000/a\x00b", "U+0000"),
    ("10.1000/a\ud83d", "U+D83D"),
    ("10.1000/a\u202eb", "U+202E"),
    ("10.1000/a\u200bb", "U+200B"),
    ("https://doi.org/10.1000/%00", "U+0000"),
    ("https://doi.org/10.1000/a%20b", "white space"),
    ("x:a b", "white space"),
    ("x:" + "a" * 999, "1,000"),
    ("10.1000/" + "a" * 990, "1,000"),
    ("2945260553", "mag:2945260553, pmid:2945260553, CorpusId:2945260553"),
    ("9107999", "hep-th/9107999"),
    ("arxiv:9107999", "several arXiv archives"),
    ("704.9999", "four digits"),
    ("2101.9999", "5 digits"),
    ("1412.12345", "4 digits"),
    ("1399.00001", "no year and month"),
    ("0703.0001", "archive"),
    ("arxiv:abc", "not an arXiv id"),
    ("10.48550/arXiv.2101.9999", "5 digits"),
    ("hep-th/0704001", "9107 to 0703"),
    ("hep-th/9106001", "9107 to 0703"),
    ("hep-th/9713001", "no year and month"),
    ("econ/0101001", "econ"),
    ("hepth/9711200", "hepth"),
    ("openalex:A2945260553", "only works"),
    ("https://openalex.org/A2945260553", "names no work"),
    ("openalex:W", "openalex:W2945260553"),
    ("CorpusId:abc", "CorpusId:162183964"),
    ("pmid:abc", "pmid:19872477"),
    ("pmid:١٢٣", "pmid:19872477"),
    ("dblp:Knuth74", "dblp:journals/cacm/Knuth74"),
    ("acl:1580", "acl:P19-1580"),
    ("omid:ra/0690002", "omid:br/0690002"),
    ("hal:01234567", "hal:hal-01234567"),
    ("https://example.org/10.1000/abc", "example.org"),
    ("https://example.org", "example.org"),
    ("https://arxiv.org/list/cs.CL/new", "names no work"),
    ("pmid:https://doi.org/10.1000/abc", "write doi:10.1000/abc"),
]

PAGES = [
    ("doi:10.1002/a<b>#c", "https://doi.org/10.1002/a%3Cb%3E%23c"),
    ("arxiv:hep-th/9711200", "https://arxiv.org/abs/hep-th/9711200"),
    ("openalex:W2945260553", "https://openalex.org/W2945260553"),
    ("s2:162183964", "https://api.semanticscholar.org/CorpusID:162183964"),
    (f"s2:{HASH}", f"https://www.semanticscholar.org/paper/{HASH}"),
    ("pmid:19872477", "https://pubmed.ncbi.nlm.nih.gov/19872477"),
    ("pmcid:PMC2323736", "https://pmc.ncbi.nlm.nih.gov/articles/PMC2323736"),
    ("dblp:journals/cacm/Knuth74", "https://dblp.org/rec/journals/cacm/Knuth74"),
    ("acl:P19-1580", "https://aclanthology.org/P19-1580"),
    ("inspire:451647", "https://inspirehep.net/literature/451647"),
    ("hal:hal-01234567", "https://hal.science/hal-01234567"),
    ("omid:br/0690002", "https://opencitations.net/meta/br/0690002"),
]

PREFIXES = [
    "",
    "doi:",
    "10.1000/",
    "https://doi.org/10.1000/",
    "arxiv:",
    "arxiv:math/",
    "s2:",
    "s2:corpusid:",
]
PREFIXES += ["x:", "dblp:a/", "acl:", "omid:br/", "hal:hal-", "openalex:", "https://arxiv.org/abs/", "pmcid:"]
TEXTS = st.one_of(
    st.text(st.characters()),  # lone surrogates too
    st.text("0123456789.:/-vWwPMCxdoiarxhep%2F \u0308\u030c\u200bJA"),
    st.builds("{}{}".format, st.sampled_from(PREFIXES), st.text(st.characters())),
    st.builds("{}{}".format, st.sampled_from(PREFIXES), st.text("0123456789v.-/aJ%2\u030c")),
)
DOIS = st.builds(
    "10.{}/{}".format,
    st.integers(1, 10**6),
    st.text(st.characters(min_codepoint=33, exclude_categories=["C", "Z"]), min_size=1, max_size=40),
)


@pytest.mark.parametrize(("text", "normal"), SPELLINGS)
def test_a_spelling_comes_to_its_normal_form(text: str, normal: str) -> None:
    """Each known spelling gives the one normal form of its identifier."""
    assert normal == str(parse_identifier(text))


@pytest.mark.parametrize(("text", "normal"), SPELLINGS)
def test_the_fast_way_gives_the_same(text: str, normal: str) -> None:
    """The function for loads gives what the parser gives, and gives it again for its own answer."""
    assert normal == normal_id(text)
    assert normal == normal_id(normal)


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_is_no_identifier_is_refused_with_a_reason(text: str, reason: str) -> None:
    """A text that is none, or could be several, is refused and the reason says what to mend."""
    with pytest.raises(BadIdentifier) as refusal:
        parse_identifier(text)
    assert reason in str(refusal.value)
    with pytest.raises(BadIdentifier):
        normal_id(text)


@pytest.mark.parametrize("text", ["a" * 5000, "10.1000/\ud83d\x00", "x:\u202e"])
def test_a_reason_can_be_shown(text: str) -> None:
    """A reason is short and can be sent as UTF-8, whatever it is about."""
    with pytest.raises(BadIdentifier) as refusal:
        parse_identifier(text)
    assert len(str(refusal.value).encode()) < 600


def test_an_identifier_shows_scheme_and_value() -> None:
    """The text of an identifier is its scheme and value, and both can be read apart."""
    spelling, identifier = "arxiv:1905.09418", Identifier("arxiv", "1905.09418")
    assert identifier == parse_identifier(spelling)
    assert spelling == str(identifier)


@pytest.mark.parametrize(("normal", "page"), PAGES)
def test_a_page_leads_back_to_its_identifier(normal: str, page: str) -> None:
    """The address of a work's page is itself a spelling of the identifier."""
    assert page == parse_identifier(normal).url
    assert normal == normal_id(page)


@pytest.mark.parametrize("normal", ["mag:1", "x:a", "s2:aaaa"])
def test_what_has_no_page_has_no_address(normal: str) -> None:
    """MAG is closed, private keys and odd values of s2 lead nowhere."""
    assert parse_identifier(normal).url is None


@given(TEXTS)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text breaks the parser: it gives a normal form that is stable, or BadInput."""
    try:
        normal = normal_id(text)
    except BadInput:
        with pytest.raises(BadIdentifier):
            parse_identifier(text)
        return
    assert normal == str(parse_identifier(text))
    assert normal == normal_id(normal)
    assert normal == str(parse_identifier(normal))
    assert normal == unicodedata.normalize("NFC", normal).strip()
    assert len(normal.encode()) <= 4_000
    assert len(normal) <= 1_000


@given(DOIS)
def test_a_doi_and_its_page_are_one(doi: str) -> None:
    """A DOI, its capitals, and the address made from it are one identifier."""
    try:
        identifier = parse_identifier(doi)
    except BadIdentifier:
        return
    assert identifier.url is not None
    assert identifier == parse_identifier(identifier.url)
    shouted = "".join(char.upper() if char.isascii() else char for char in unicodedata.normalize("NFC", doi))
    assert identifier == parse_identifier(f"DOI:{shouted}")


@given(st.integers(7, 99), st.integers(1, 12), st.integers(1, 9999), st.integers(0, 99))
def test_every_month_of_arxiv_has_its_ids(year: int, month: int, number: int, version: int) -> None:
    """Ids of the new form are taken from April 2007 on, with as many digits as their month asks for."""
    stamp = f"{year:02d}{month:02d}"
    digits = 4 if stamp < "1501" else 5
    text = f"{stamp}.{number:0{digits}d}"
    if stamp < "0704":
        with pytest.raises(BadIdentifier):
            parse_identifier(text)
        return
    assert f"arxiv:{text}" == normal_id(f"{text}v{version}")
    assert f"arxiv:{text}" == normal_id(f"arxiv:{text}")
    with pytest.raises(BadIdentifier):
        normal_id(f"arxiv:{stamp}.{number:0{9 - digits}d}1" if digits == 4 else f"{stamp}.{number % 10**4:04d}")


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("efficient-inference", "area:efficient-inference"),
        ("area:efficient-inference", "area:efficient-inference"),
        (" AREA: Graph Theory ", "area:Graph Theory"),
        ("https://openalex.org/T10320", "area:https://openalex.org/T10320"),
        ("Cafe\u0301", "area:Café"),
        ("cs.CL", "area:cs.CL"),
        ("a" * 400, "area:" + "a" * 400),
    ],
)
def test_an_area_keeps_its_name(text: str, normal: str) -> None:
    """An area's id is its name with area: before it, case and inner blanks kept."""
    assert normal == normal_area_id(text)


@pytest.mark.parametrize("text", ["", "area:", " area: ", "a\x00b", "a\nb", "a\ud800", "a\u202eb", "a" * 401])
def test_what_is_no_area_is_refused(text: str) -> None:
    """An area's id is never empty, never overlong, and has nothing unprintable in it."""
    with pytest.raises(BadIdentifier):
        normal_area_id(text)


@given(st.text(st.characters()))
def test_an_area_id_is_stable(text: str) -> None:
    """The normal form of an area's id is its own normal form, and any other text is refused."""
    try:
        normal = normal_area_id(text)
    except BadInput:
        return
    assert normal == normal_area_id(normal)
    assert normal.startswith("area:")
    assert len(normal.encode()) > len("area:")
