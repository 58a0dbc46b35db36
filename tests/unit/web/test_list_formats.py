"""Papers as JSON, NDJSON and CSV, from the columns that statements return."""

import csv
import io

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.graph.rows import paper_from_columns
from graphsvc.web.list_formats import FIELDS, FORMATS, fields_of

COLUMNS = {
    "id": "x:1", "title": "A title", "type": "article", "venue": "Journal", "language": "en", "ymd": 20190523,
    "categories": ["cs.CL", "cs.LG"], "is_known": None, "is_retracted": None, "cited_by_count": 7,
    "source_cited_by_count": 2**40, "here": 3, "outside": 2, "author_count": 1,
}  # fmt: skip
BARE = dict.fromkeys(COLUMNS) | {"id": "x:2", "is_known": False, "cited_by_count": 0, "author_count": 0}


def columns_of(**columns):
    """The columns of a paper; only what a test is about has to be said."""
    return list((COLUMNS | columns).values())


def csv_rows(rows):
    """The rows of a CSV file as Python's own reader takes them."""
    file = FORMATS["csv"]
    text = (file.begin({}) + file.papers(rows) + file.end(len(rows))).decode()
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_fields_of_a_paper():
    """Each field is told under its name in the API, unknown ones as null, a date as far as it is known."""
    assert {
        "id": "x:1", "title": "A title", "type": "article", "venue": "Journal", "language": "en",
        "published": "2019-05-23", "categories": ["cs.CL", "cs.LG"], "isKnown": True, "isRetracted": None,
        "citedByCount": 7, "sourceCitedByCount": 2**40, "referenceCount": 5, "referencesOutside": 2,
    } == fields_of(columns_of())  # fmt: skip
    unknown = ("title", "type", "venue", "language", "published", "isRetracted", "sourceCitedByCount",
               "referenceCount", "referencesOutside")  # fmt: skip
    expected = {"id": "x:2", "categories": [], "isKnown": False, "citedByCount": 0} | dict.fromkeys(unknown)
    assert expected == fields_of(columns_of(**BARE))
    assert ["2019", "2019-05"] == [fields_of(columns_of(ymd=ymd))["published"] for ymd in (20190000, 20190500)]


@pytest.mark.parametrize("known", [None, False])
@pytest.mark.parametrize("ymd", [None, 20200000, 20200300, 20200311])
@pytest.mark.parametrize("counts", [(None, None), (0, 0), (4, 1)])
def test_fields_are_those_of_the_domain(known, ymd, counts):
    """What is written from columns alone is what the domain's paper of the same columns says."""
    columns = columns_of(is_known=known, ymd=ymd, here=counts[0], outside=counts[1], categories=None)
    paper, fields = paper_from_columns(columns), fields_of(columns)
    assert tuple(fields) == FIELDS
    assert (paper.published.iso if paper.published else None, paper.is_known, list(paper.categories)) == (
        fields["published"], fields["isKnown"], fields["categories"],
    )  # fmt: skip
    assert (paper.reference_count, paper.references_outside) == (fields["referenceCount"], fields["referencesOutside"])


def test_csv():
    """A header, a row a paper, ids and numbers as they are, nothing where nothing is known, lists with | between."""
    assert [
        list(FIELDS),
        ["x:1", "A title", "article", "Journal", "en", "2019-05-23", "cs.CL|cs.LG", "true", "", "7", f"{2**40}", "5",
         "2"],
        ["x:2", "", "", "", "", "", "", "false", "", "0", "", "", ""],
    ] == csv_rows([columns_of(), columns_of(**BARE)])  # fmt: skip
    assert b"\r\n" == FORMATS["csv"].papers([columns_of()])[-2:]


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("'=1", "''=1"), ("''@", "'''@"),
        ("a=b", "a=b"), ("'t Hooft", "'t Hooft"), ("3-manifolds", "3-manifolds"),
    ],
)  # fmt: skip
def test_no_formulas(title, written):
    """A text that a spreadsheet would take for a formula has an apostrophe before it, which can be undone."""
    assert written == csv_rows([columns_of(title=title)])[1][1]
    assert title == fields_of(columns_of(title=title))["title"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=3))
def test_csv_comes_back(texts):
    """Any title comes back from CSV, from NDJSON and from JSON; apostrophes before formulas are undone by one rule."""
    rows = [columns_of(title=text or None) for text in texts]
    read = [row[1] for row in csv_rows(rows)[1:]]
    undone = [text[1:] if text.startswith("'") and text.lstrip("'")[:1] in tuple("=+-@") else text for text in read]
    assert texts == undone
    lines = FORMATS["ndjson"].papers(rows).decode().split("\n")
    assert texts == [orjson.loads(line)["title"] or "" for line in lines[:-1]]
    assert texts == [paper["title"] or "" for paper in orjson.loads(b"[" + FORMATS["json"].papers(rows) + b"]")]
