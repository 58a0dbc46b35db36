"""BibTeX and BibLaTeX."""

import gzip
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.errors import CutShort
from graphsvc.domain.records import AuthorRecord, Located, PaperRecord
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import bibtex
from graphsvc.ingest.items import Item
from tests.unit.ingest.formats.reading import all_normal, odd, read_all, read_until_cut, records, refused, source

ENTRY = r"""@article{smith2021,
  title = {Counting {Invented} Widgets: 50% \& $\beta$},
  author = {Sm{\'\i}th, Ada and {World Health and Safety} and van der Berg, Jr, Jan and others},
  journal = jml,
  year = 2021, month = mar, day = 4,
  doi = {10.5555/A\_b},
  eprint = {2101.99999v1}, archivePrefix = {arXiv},
  abstract = {One a@b.c.

  Two {x}.},
  language = "english",
}
"""
FULL = PaperRecord(
    id="doi:10.5555/a_b",
    ids=("arxiv:2101.99999",),
    title="Counting Invented Widgets: 50% & β",
    abstract="One a@b.c.\n\nTwo x.",
    published=PartialDate(2021, 3, 4),
    type="article",
    venue="Journal of Machine Learning",
    language="english",
    authors=(AuthorRecord("Ada Smíth"), AuthorRecord("World Health and Safety"), AuthorRecord("Jan van der Berg Jr")),
)
MACRO = '% a bibliography\n@string{jml = "Journal of Machine " # {Learning}}\n'
PARTS = [*'@{}(),="#\\$%\n ax', "@article{", "title=", "year = {2020}", " and ", "\\'"]


def one(fields: str, key: str = "a") -> tuple[PaperRecord, list[str]]:
    """The paper of an entry with these fields, and what was left out of it."""
    items = read_all(bibtex.read, f"@misc{{{key},\n{fields}\n}}\n".encode())
    (paper,) = records(items, PaperRecord)
    return paper, [reason for _, reason in odd(items)]


def test_every_field_is_taken() -> None:
    """A full entry comes out whole: macros followed, LaTeX decoded, names turned, protecting braces gone."""
    data = (MACRO + ENTRY).encode()
    assert bibtex.recognises(data)
    items = read_all(bibtex.read, data)
    assert [FULL] == records(items, PaperRecord)
    assert [3] == [item.line for item in items if isinstance(item, Located)]


@pytest.mark.parametrize(
    ("fields", "ids"),
    [
        ("doi = {https://doi.org/10.1/X}", ["doi:10.1/x"]),
        ("eprint = {hep-th/9711200}, eprinttype = {arxiv}", ["arxiv:hep-th/9711200"]),
        ("eprint = {arXiv:2101.99999}", ["arxiv:2101.99999"]),
        ("eprint = {2101.99999}", ["x:a"]),
        ("journal = {arXiv preprint arXiv:2101.99999}", ["arxiv:2101.99999"]),
        ("url = {https://arxiv.org/abs/2101.99999}", ["arxiv:2101.99999"]),
        ("url = {https://example.org/#x}", ["x:a"]),
        ("doi = {nope}", ["x:a"]),
    ],
)
def test_an_entry_has_the_best_id_that_it_gives(fields: str, ids: list[str]) -> None:
    """The DOI comes first, then arXiv, then a known address, the entry's own key last."""
    paper, _ = one(fields)
    assert ids == [paper.id, *paper.ids]


@pytest.mark.parametrize(
    ("fields", "iso", "is_told"),
    [
        ("date = {2021-05-03}", "2021-05-03", False),
        ("date = {2021-05/2021-06}", "2021-05", False),
        ("year = {2021}, month = {05}", "2021-05", False),
        ('year = "2021", month = "September"', "2021-09", False),
        ("year = {c. 1999a}", "1999", False),
        ("year = {in press}", None, True),
        ("year = 2021, month = {spring}", "2021", True),
        ("year = 2021, month = feb, day = 30", "2021-02", True),
        ("month = feb", None, False),
    ],
)
def test_dates_are_as_precise_as_they_make_sense(fields: str, iso: str | None, is_told: bool) -> None:
    """Year, month and day are taken as far as they make sense, the rest is told."""
    paper, reasons = one(fields)
    assert (iso, is_told) == (paper.published and paper.published.iso, bool(reasons))


def test_broken_entries_are_refused_and_the_next_go_on() -> None:
    """An entry that never ends or has no key is refused by its line, those around it are taken."""
    data = "@misc{a, title={A}}\n@misc{b, title = {never closed\n\n@misc{c, title={C}}\n@misc{d title={D}}\n@misc(e)\n"
    items = read_all(bibtex.read, data.encode())
    assert ["x:a", "x:c", "x:e"] == [paper.id for paper in records(items, PaperRecord)]
    assert [2, 5] == [line for line, _ in refused(items)]


def test_a_last_entry_without_an_end_tells_that_the_input_was_cut() -> None:
    """What was whole is taken before."""
    items, is_cut = read_until_cut(bibtex.read, (MACRO + ENTRY + ENTRY[:-30]).encode())
    assert (True, [FULL]) == (is_cut, records(items, PaperRecord))


def test_cut_compressed_data_give_what_was_whole(tmp_path: Path) -> None:
    """Of a compressed bibliography that was cut, the entry that was whole is taken."""
    path = tmp_path / "a.bib.gz"
    path.write_bytes(gzip.compress((MACRO + ENTRY).encode())[:-6])
    items: list[Item] = []
    with open_source(str(path)) as opened, pytest.raises(CutShort):
        items.extend(bibtex.read(opened))
    assert [FULL] == records(items, PaperRecord)


def test_a_field_that_stands_twice_counts_once() -> None:
    """The first value counts, the second is told; two entries of one key are both taken."""
    data = b"@misc{a, title={A}, Title={B}}\n@misc{a, title={C}} @misc{a, title={D}}\n"
    items = read_all(bibtex.read, data)
    assert ["A", "C", "D"] == [paper.title for paper in records(items, PaperRecord)]
    assert [1] == [line for line, _ in odd(items)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_both_encodings_are_read(encoding: str) -> None:
    """UTF-8 and Latin-1 files give the same title."""
    items = read_all(bibtex.read, "@misc{a, title={Müller}}\r\n".encode(encoding))
    assert ["Müller"] == [paper.title for paper in records(items, PaperRecord)]


def test_keys_with_blanks_are_ids_without() -> None:
    """A blank in a key is encoded, an entry without a key has no id and is refused."""
    assert "x:a%20b" == one("title={x}", key="a b")[0].id
    assert [1] == [line for line, _ in refused(read_all(bibtex.read, b"@misc{, title={x}}\n"))]


def test_comments_are_no_entries() -> None:
    """Comments, preambles and text between entries give nothing."""
    data = b'Some text\n@comment{jabref-meta: x}\n@preamble{"x"}\nmail a@b.c\n% @misc{x,\n%  title={x}}\n'
    assert [] == read_all(bibtex.read, data)


def test_memory_does_not_grow_with_the_file() -> None:
    """Entries are read one by one: a bibliography of megabytes needs little memory."""
    data = b"".join(b"@misc{k%d, note={%s}}\n" % (number, b"x" * 2000) for number in range(2000))
    stream = source(data)
    tracemalloc.start()
    try:
        assert 2000 == sum(1 for _ in bibtex.read(stream))
        assert tracemalloc.get_traced_memory()[1] < len(data) // 4
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b'{"id": "x:a", "title": "\\n@article{a,"}\n@article{a,',
        b"citing,cited\n10.1/a,10.1/b\n",
        b"mail me @ {home}, please",
        b"# FromNodeId\tToNodeId\n1\t2\n",
    ],
)
def test_other_formats_are_not_claimed(head: bytes) -> None:
    """JSON, tables and plain text are not taken for BibTeX."""
    assert not bibtex.recognises(head)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join))
def test_any_bibliography_is_taken_or_refused(text: str) -> None:
    """Whatever is written, nothing is raised but that the input is cut short, and ids are in their normal form."""
    bibtex.recognises(text.encode())
    assert all_normal(bibtex.read, text.encode())


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=100))
def test_any_bytes_are_taken_or_refused(data: bytes) -> None:
    """Whatever bytes stand in an entry, nothing is raised but that the input is cut short."""
    assert all_normal(bibtex.read, b"@misc{a, doi={" + data + b"}, title={" + data + b"}}\n" + data)


def test_identifiers_are_no_prose() -> None:
    """In an identifier or an address hyphens and ties stay what they are, braces go, and what is escaped is not."""
    paper, left_out = one(r"doi = {10.1000/a--b~c}, url = {https://openalex.org/W1}, eprint = {hep-th/9711200},"
                          r" archiveprefix = {arXiv}")  # fmt: skip
    assert ("doi:10.1000/a--b~c", ("arxiv:hep-th/9711200", "openalex:W1"), []) == (paper.id, paper.ids, left_out)
    assert "doi:10.1000/a_b" == one(r"doi = {10.1000/{A}\_b}")[0].id


def test_signs_by_their_names() -> None:
    """Braces and circumflexes that are written by their names are signs of the text."""
    title = r"title = {\textbraceleft{}a\textbraceright{} x\textasciicircum{}2 \textasciitilde{} \textbackslash{}}"
    assert "{a} x^2 ~ \\" == one(title)[0].title
