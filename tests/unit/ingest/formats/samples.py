"""Real inputs of every format, small enough to be read thousands of times."""

import json
from typing import Any, Final

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
from tests.unit.ingest.formats.reading import data_of

SEED_PAGE: Final = "../seed-page/papers.jsonl.gz"
BIBTEX: Final = rb"""@string{jml = "Journal of Machine " # {Learning}}
@article{smith2021,
  title = {Counting {Invented} Widgets: 50% \& $\beta$},
  author = {Sm{\'\i}th, Ada and {World Health} and van der Berg, Jr, Jan and others},
  journal = jml, year = 2021, month = mar, day = 4,
  doi = {10.5555/A\_b}, eprint = {2101.99999v1}, archivePrefix = {arXiv},
  abstract = {One a@b.c.

  Two {x}.},
}
@misc{other2, title = "Another", date = {2019-05/2020}, url = {https://arxiv.org/abs/1905.09418}}
"""
TABLE: Final = b"""paper_id;title;authors;year;doi;references;n_citation;areas
W1;"A; title";Ada|Bo;2020;10.5555/a;W2|W3;7;"[""area:x""]"
W2;Zwei;;2019.0;;;;
W3;"over
two lines";Cy;;10.5555/C;;0;
"""


def first_lines(name: str, count: int) -> bytes:
    """The first lines of a file among the tests' data."""
    return b"".join(data_of(name).splitlines(keepends=True)[:count])


def first_of_page(name: str, key: str, count: int) -> bytes:
    """A page of the tests' data with the first of its records alone."""
    page = json.loads(data_of(name))
    page[key] = page[key][:count]
    return json.dumps(page).encode()


def csl_items() -> bytes:
    """Items of CSL-JSON: what Crossref's works are, with titles that are no lists."""
    items = json.loads(data_of("11-crossref-dates.json"))["items"]
    return json.dumps([{**item, "title": item["title"][0], "type": "article", "id": "a"} for item in items]).encode()


def one_a_line(values: list[Any]) -> list[bytes]:
    """Values as lines of JSON."""
    return [json.dumps(value).encode() for value in values]


def short_lines(name: str, count: int) -> list[bytes]:
    """The first lines of JSON without abstracts, so that some are whole in what is read to know the layout."""
    records = [json.loads(line) for line in first_lines(name, count).splitlines()]
    return one_a_line([{key: record[key] for key in record if key != "abstract"} for record in records])


# Of each format its inputs, smaller where they are many: a mutation is then likelier to hit what matters.
SAMPLES: Final[dict[str, list[bytes]]] = {
    openalex_merges.NAME: [data_of("15-merged-ids.csv")],
    opencitations.NAME: [
        data_of("opencitations-croci_citations.csv"),
        data_of("09-negative-timespan.csv"),
        data_of("03-doi-variants.csv"),
    ],
    openalex.NAME: [
        first_lines("openalex-works.jsonl.gz", 2),
        data_of("01-null-title.jsonl"),
        data_of("17-abstract-inverted.jsonl"),
        first_of_page("openalex-page.json.gz", "results", 2),
        data_of("openalex-empty-page.json.gz"),
    ],
    s2ag.NAME: [
        first_lines("s2ag-papers.jsonl.gz", 6),
        first_lines("s2ag-abstracts.jsonl.gz", 3),
        data_of("07-duplicate-edges.jsonl"),
        first_lines("s2ag-citations-part.jsonl", 8),
    ],
    s2_graph_api.NAME: [
        first_of_page("s2-citations-page.json.gz", "data", 4),
        first_of_page("s2-references-page.json.gz", "data", 4),
        first_of_page("s2-paper.json.gz", "citations", 4),
    ],
    arxiv.NAME: [
        data_of("05-arxiv-ids.json"),
        b"".join(json.dumps(paper).encode() + b"\n" for paper in json.loads(data_of("05-arxiv-ids.json"))["papers"]),
    ],
    crossref.NAME: [
        data_of("11-crossref-dates.json"),
        first_of_page("crossref-items.json.gz", "items", 2),
        first_lines("29-preprint-published.jsonl", 3),
    ],
    csl.NAME: [csl_items()],
    aminer.NAME: [first_lines("aminer-v11.jsonl.gz", 4), data_of("19-aminer-v13-mongo.json")],
    bibtex.NAME: [BIBTEX],
    snap.NAME: [first_lines("cit-HepTh-first-300.txt", 30), b"# id date\n9305123\t1993-05-27\n110001042\t2000-01-07\n"],
    tables.NAME: [TABLE, data_of("03-doi-variants.csv"), b"from,to\nx:a,x:b\nx:b,x:c\n"],
    native.NAME: [first_lines(SEED_PAGE, 5)],
}

# Those in which each line is a record of its own, without the lines before the first record.
LINE_SAMPLES: Final[dict[str, tuple[bytes, list[bytes]]]] = {
    openalex_merges.NAME: (b"merge_date,id,merge_into_id\n", data_of("15-merged-ids.csv").splitlines()[1:]),
    opencitations.NAME: (b"oci,citing,cited,creation,timespan,journal_sc,author_sc\n",
                         data_of("09-negative-timespan.csv").splitlines()[1:]),
    openalex.NAME: (b"", (data_of("01-null-title.jsonl") + first_lines("openalex-works.jsonl.gz", 3)).splitlines()),
    s2ag.NAME: (b"", (data_of("07-duplicate-edges.jsonl") + first_lines("s2ag-papers.jsonl.gz", 4)).splitlines()),
    arxiv.NAME: (b"", SAMPLES[arxiv.NAME][1].splitlines()[:6]),
    crossref.NAME: (b"", one_a_line(json.loads(data_of("11-crossref-dates.json"))["items"])),
    csl.NAME: (b"", one_a_line(json.loads(csl_items())[:5])),
    aminer.NAME: (b"", short_lines("aminer-v11.jsonl.gz", 8)),
    snap.NAME: (b"", data_of("cit-HepTh-first-300.txt").splitlines()[4:14]),
    native.NAME: (b"", first_lines(SEED_PAGE, 5).splitlines()),
}  # fmt: skip
