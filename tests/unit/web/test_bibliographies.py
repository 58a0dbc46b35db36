"""A paper as BibTeX and as CSL-JSON, read back by our own readers."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.identifiers import Identifier
from graphsvc.domain.paper import Author, Paper
from graphsvc.domain.records import PaperRecord
from graphsvc.domain.text import clean_paragraphs, clean_text
from graphsvc.ingest.formats import bibtex, csl
from graphsvc.web.bibtex import bibtex_entry, bibtex_type, latex
from graphsvc.web.csl import csl_item, csl_type
from tests.unit.ingest.formats.reading import odd, read_all, records, refused

# What the input schema of CSL 1.0.2 allows, as far as papers have it; it allows nothing else.
CSL_FIELDS = {
    "id", "citation-key", "type", "title", "author", "issued", "container-title", "DOI", "PMID", "PMCID", "archive",
    "number", "URL", "language", "abstract",
}  # fmt: skip
CSL_NAME_PARTS = ({"given", "family"}, {"given", "family", "non-dropping-particle"}, {"given", "family", "suffix"},
                  {"given", "family", "non-dropping-particle", "suffix"}, {"literal"})  # fmt: skip
CSL_TYPES = {
    "article", "article-journal", "article-magazine", "article-newspaper", "book", "chapter", "dataset", "document",
    "entry", "entry-dictionary", "entry-encyclopedia", "manuscript", "paper-conference", "patent", "periodical", "post",
    "post-weblog", "report", "review", "review-book", "software", "speech", "standard", "thesis", "webpage",
}  # fmt: skip


def paper_of(ids=("doi:10.1000/a",), names=("Elena Voita",), **fields):
    """A paper with these ids and authors; only what a test is about has to be said."""
    usual = {
        "title": "A title", "type": "journal-article", "venue": "Journal", "language": "en",
        "published": PartialDate(2019, 5, 23), "categories": (), "is_known": True, "is_retracted": None,
        "cited_by_count": 0, "source_cited_by_count": None, "references_here": None, "references_outside": None,
        "author_count": len(names), "abstract": None,
    }  # fmt: skip
    return Paper(
        id=ids[0],
        authors=tuple(Author(at, name, None) for at, name in enumerate(names)),
        identifiers=tuple(Identifier(*id_.split(":", 1)) for id_ in ids),
        **{**usual, **fields},
    )


def from_bibtex(paper):
    """The record that the reader of BibTeX makes of a paper's entry."""
    items = read_all(bibtex.read, bibtex_entry(paper).encode())
    assert ([], []) == (refused(items), odd(items))
    (record,) = records(items, PaperRecord)
    return record


def from_csl(paper):
    """The record that the reader of CSL-JSON makes of a paper's item."""
    items = read_all(csl.read, orjson.dumps([csl_item(paper)]))
    assert ([], []) == (refused(items), odd(items))
    (record,) = records(items, PaperRecord)
    return record


def hold_same(paper, record):
    """Hold that a record is about the paper and says the same; its type is in the words of the format."""
    assert paper.id == record.id
    assert {str(each) for each in paper.identifiers} >= {record.id, *record.ids}
    assert (paper.title, paper.abstract, paper.venue, paper.language, paper.published) == (
        record.title, record.abstract, record.venue, record.language, record.published,
    )  # fmt: skip
    assert [author.name for author in paper.authors] == [author.name for author in record.authors or ()]


@pytest.mark.parametrize("read_back", [from_bibtex, from_csl])
@pytest.mark.parametrize(
    "paper",
    [
        paper_of(),
        paper_of(published=PartialDate(2016, 2), type="proceedings-article"),
        paper_of(published=PartialDate(2016), type="book-chapter"),
        paper_of(title=None, venue=None, language=None, published=None, type=None, names=()),
        paper_of(ids=("arxiv:hep-th/9711200", "openalex:W1")),
        paper_of(ids=("arxiv:1905.09418",)),
        paper_of(ids=("doi:10.1000/a_b--c~d%25",)),
        paper_of(ids=("doi:10.1002/(sici)1<2::aid-x3>3.0.co;2-o",)),
        paper_of(ids=("openalex:W2945260553",)),
        paper_of(ids=("pmid:123",)),
        paper_of(ids=("s2:123", "mag:7")),
        paper_of(ids=("x:voita2019",)),
        paper_of(title="D0--D0 {x} ``q'' C_6^2 ~ $5 & 50% #1 \\alpha, BERT?`!` and mRNA", venue="J. Phys. & Co"),
        paper_of(title="Unbalanced { and } and {"),
        paper_of(abstract="One -- two.\n\n@article{x, y = {z}}\n\n@comment(a) \"quoted\" % no comment"),
        paper_of(names=("Ludwig van der Berg", "ATLAS Collaboration", "Martin King Jr.", "Simon and Schuster, Inc")),
        paper_of(names=("数学", "Plato", "G. 't Hooft", "A {B} C", "Ada \\ Lovelace")),
        paper_of(title="השפה العربية", names=("नरेन्द्र मोदी",), venue="数学"),
    ],
)  # fmt: skip
def test_read_back(paper, read_back):
    """What our readers make of the file is the same paper, whatever signs its texts have."""
    hold_same(paper, read_back(paper))


TEXT = st.text(st.sampled_from("aB1 {}\\$&%#_^~-`'!?\"@=,;:()[]<>|*\néλ数"), max_size=40)


@given(TEXT.map(clean_text), TEXT.map(clean_paragraphs), st.lists(TEXT.map(clean_text).filter(bool), max_size=3))
def test_any_text_comes_back_from_bibtex(title, abstract, names):
    """Titles, abstracts and names come back as they were, whatever LaTeX would make of their signs."""
    paper = paper_of(title=title or None, abstract=abstract or None, names=[n for n in names if n != "others"])
    hold_same(paper, from_bibtex(paper))


@given(TEXT)
def test_braces_are_balanced(text):
    """Whatever the text, its braces close again: a file of many entries stays whole."""
    depth = 0
    for char in latex(text):
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert 0 == depth


def test_an_entry():
    """An entry has a key that can be cited by, macros for months, and words with capitals inside in braces."""
    paper = paper_of(
        ids=("doi:10.1000/a#b", "arxiv:1905.09418"), title="Why BERT works", type="JournalArticle", venue="J. A & B"
    )
    assert """@article{doi:10.1000/a_b,
  author = {Elena Voita},
  title = {Why {BERT} works},
  journal = {J. A \\& B},
  year = {2019},
  month = may,
  day = {23},
  doi = {10.1000/a#b},
  eprint = {1905.09418},
  archiveprefix = {arXiv},
  url = {https://doi.org/10.1000/a%23b},
  language = {en}
}
""" == bibtex_entry(paper)


def test_items_are_valid():
    """An item has only fields, parts of names and types that CSL knows, and no date where none is known."""
    names = ("Elena Voita", "Ludwig van der Berg", "Martin King Jr.", "ATLAS Collaboration")
    ids = ("doi:10.1000/a", "arxiv:1905.09418", "pmid:1", "pmcid:PMC2", "mag:3")
    full = csl_item(paper_of(ids=ids, names=names, abstract="About."))
    assert CSL_FIELDS == set(full)
    assert all(set(author) in CSL_NAME_PARTS for author in full["author"])
    assert {"date-parts": [[2019, 5, 23]]} == full["issued"]
    assert {"date-parts": [[2016, 2]]} == csl_item(paper_of(published=PartialDate(2016, 2)))["issued"]
    bare = csl_item(paper_of(ids=("x:1",), title=None, venue=None, language=None, published=None, type=None, names=()))
    assert {"id": "1", "citation-key": "1", "type": "document"} == bare


@pytest.mark.parametrize(
    ("type_", "in_csl", "in_bibtex"),
    [
        ("article", "article-journal", "article"),
        ("JournalArticle", "article-journal", "article"),
        ("journal-article", "article-journal", "article"),
        ("preprint", "article", "misc"),
        ("posted-content", "article", "misc"),
        ("proceedings-article", "paper-conference", "inproceedings"),
        ("Conference", "paper-conference", "conference"),
        ("book-chapter", "chapter", "incollection"),
        ("dissertation", "thesis", "phdthesis"),
        ("book", "book", "book"),
        ("dataset", "dataset", "dataset"),
        ("paratext", "document", "misc"),
        (None, "document", "misc"),
    ],
)
def test_types(type_, in_csl, in_bibtex):
    """Types of all sources become those of the format, and one that it does not have its most general one."""
    assert (in_csl, in_bibtex) == (csl_type(type_), bibtex_type(type_))
    assert csl_type(type_) in CSL_TYPES
