"""Known traps of real dumps, each through the store: invented files of tests/data/formats, and what must come out."""

import gzip
import json
from typing import Any

import pytest

from graphsvc.graph.papers import PaperWants, read_papers
from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from graphsvc.web.csl import csl_item
from tests.conftest import DATA, Store

pytestmark = pytest.mark.neo4j

FORMATS = DATA / "formats"
CITERS = "query ($id: ID!) { paper(id: $id) { citedByCount citers(first: 100) { totalCount nodes { id } } } }"


def load(store: Store, name: str) -> Report:
    """Load a file of the test data."""
    return load_files(store.writer, [str(FORMATS / name)])


def papers(store: Store, ids: list[str], fields: str) -> list[dict[str, Any]]:
    """Ask for fields of papers."""
    return store.data(f"query ($ids: [ID!]!) {{ papers(ids: $ids) {{ {fields} }} }}", ids=ids)["papers"]


def citers(store: Store, id_: str) -> list[str]:
    """The ids of those that cite a paper, as many as its count says."""
    paper = store.data(CITERS, id=id_)["paper"]
    found = sorted(node["id"] for node in paper["citers"]["nodes"])
    assert len(found) == paper["citedByCount"] == paper["citers"]["totalCount"]
    return found


def test_case_01_papers_without_a_title(store: Store) -> None:
    """Four works load, none is dropped for its title; null, "" and blanks are no title, and no word stands in."""
    report = load(store, "01-null-title.jsonl")
    assert (4, 2, 0) == (report.new, report.citations_new, report.refused)
    ids = [f"openalex:W900000000{number}" for number in (1, 2, 3, 4)]
    titles = [paper["title"] for paper in papers(store, ids, "title")]
    assert [None, None, None, "Only the display name is set"] == titles
    assert [ids[0], ids[2]] == citers(store, ids[1])
    assert [] == store.broken_promises()


def test_case_11_dates_of_crossref(store: Store) -> None:
    """Twelve works load; what is no date is none, one in part is taken in part, never the day of the deposit."""
    report = load(store, "11-crossref-dates.json")
    assert (12, 0) == (report.new, report.refused)
    expected = [None, None, None, None, None, "2016", "2016-02", "2016-02", None, "2016", "2015-07-01", "2014-05-01"]
    ids = [f"10.5555/date.{number:02d}" for number in range(1, 13)]
    found = [paper["published"] and paper["published"]["iso"] for paper in papers(store, ids, "published { iso }")]
    assert expected == found
    assert {8, 9, 10} <= {odd.line for _, odd in report.odd_lines}
    assert [] == store.broken_promises()


def test_case_11_in_csl(store: Store) -> None:
    """The CSL-JSON of these works has no date where none is known, else the very parts that are."""
    load(store, "11-crossref-dates.json")
    ids = [f"doi:10.5555/date.{number:02d}" for number in range(1, 13)]
    found = store.read(lambda reader: read_papers(reader, ids, PaperWants(identifiers=True)))
    issued = [csl_item(each.paper).get("issued") for each in found if each]
    parts = [[2016], [2016, 2], [2016, 2], None, [2016], [2015, 7, 1], [2014, 5, 1]]
    assert [*[None] * 5, *(part and {"date-parts": [part]} for part in parts)] == issued


def test_case_17_abstracts_that_are_inverted(store: Store) -> None:
    """Words stand where their positions say, entities are decoded, a wild position makes no list of its length."""
    load(store, "17-abstract-inverted.jsonl")
    ids = [f"W94000000{number:02d}" for number in range(1, 11)]
    assert [
        None,
        None,
        "the graph cites and the paper",
        "alpha gamma",
        "R&D p<0.05",
        "e.g. $set a.b",
        "left right",
        "one two",
        "y z",
        None,
    ] == [paper["abstract"] for paper in papers(store, ids, "abstract")]
    assert [] == store.broken_promises()


def test_case_19_a_mongo_shells_print(store: Store) -> None:
    """NumberInt(…) is a number where it is one and stays in texts; a repeated reference is one citation."""
    report = load(store, "19-aminer-v13-mongo.json")
    assert (2, 1, 0) == (report.new, report.citations_new, report.refused)
    first, second = papers(
        store,
        ["x:aminer-5390aaaa20f70186a0dface1", "x:aminer-5390bbbb20f70186a0dface4"],
        "title abstract sourceCitedByCount published { iso } authors { totalCount }",
    )
    assert "Is NumberInt(7) a number? A made-up survey" == first["title"]
    assert "Braces }, and { and NumberInt(3) must stay as text." == first["abstract"]
    assert (2, {"iso": "2012"}, 1) == (
        first["sourceCitedByCount"], first["published"], first["authors"]["totalCount"],
    )  # fmt: skip
    assert (2, None) == (second["sourceCitedByCount"], second["published"])
    assert ["x:aminer-5390aaaa20f70186a0dface1"] == citers(store, "x:aminer-5390bbbb20f70186a0dface4")
    assert [] == store.broken_promises()


def test_case_21_three_thousand_authors(store: Store) -> None:
    """All authors are kept in their order, ten come unasked, and paging reaches the last; namesakes stay apart."""
    load(store, "21-many-authors.json.gz")
    work = json.loads(gzip.decompress((FORMATS / "21-many-authors.json.gz").read_bytes()))
    expected = [author["author"]["display_name"] for author in work["authorships"]]
    query = """query ($first: Int, $after: String) { paper(id: "W9500000001") { authors(first: $first, after: $after) {
      totalCount nodes { id name } pageInfo { hasNextPage endCursor } } } }"""
    (unasked,) = papers(store, ["W9500000001"], "authors { totalCount nodes { name } }")
    assert (3000, expected[:10]) == (
        unasked["authors"]["totalCount"],
        [author["name"] for author in unasked["authors"]["nodes"]],
    )
    found: list[dict[str, Any]] = []
    after = None
    while page := store.data(query, first=100, after=after)["paper"]["authors"]:
        found += page["nodes"]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert expected == [author["name"] for author in found]
    assert 3000 == len({author["id"] for author in found})
    assert len(set(expected)) < 3000  # some share their name
    assert [] == store.broken_promises()


def test_case_25_broken_lines(store: Store) -> None:
    """NaN is null, of a field that is there twice the last counts, and each broken line is refused by its number."""
    text = (FORMATS / "25-nan-and-bad-json.jsonl").read_text()
    # the file has ids without a scheme, which are nobody's, and its own name for the date
    text = text.replace('"id":"J', '"id":"x:J').replace('["J', '["x:J').replace('"year"', '"published"')
    report = store.load_text(text)
    assert [2, 3, 4, 6, 7, 8] == [refused.line for _, refused in report.refused_lines]
    assert (8, 2, 3) == (report.read, report.new, report.exit_status)
    published = [paper["published"] for paper in papers(store, ["x:J1", "x:J5"], "published { year }")]
    assert [None, {"year": 2020}] == published
    assert ["x:J1"] == citers(store, "x:J5")
    assert [] == store.broken_promises()


def test_case_29_a_preprint_and_its_article(store: Store) -> None:
    """Preprint, article and a third source's record are one paper, cited by three; namesakes and comments stay apart.

    c1 -> preprint, article; c2 -> s2:aaaa; c3 -> article; c4 -> s2:bbbb; c5 -> comment; article -> its own preprint
    """
    rows = [json.loads(line) for line in (FORMATS / "29-preprint-published.jsonl").read_text().splitlines()]
    of = {source: [row for row in rows if row["source"] == source] for source in ("arxiv", "crossref", "s2")}
    folder = store.folder / "dump"
    folder.mkdir()

    def write(name: str, records: list[dict[str, Any]]) -> None:
        (folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))

    versions = [{"version": "v1", "created": "Mon, 6 Jan 2020 00:00:00 GMT"}]
    write("arxiv.json", [{"id": r["id"][6:], "title": r["title"], "versions": versions, "submitter": "A"}
                         for r in of["arxiv"]])  # fmt: skip
    write("crossref.json", [{"DOI": r["doi"], "title": [r["title"]], "issued": {"date-parts": [[r["year"]]]},
                             "relation": r.get("relation", {}), "type": r.get("type"), "prefix": "10.5555"}
                            for r in of["crossref"]])  # fmt: skip
    write("s2.json", [{"id": r["id"], "ids": [f"{scheme}:{r[scheme]}" for scheme in ("doi", "arxiv") if r[scheme]],
                       "title": r["title"], "published": str(r["year"])} for r in of["s2"]])  # fmt: skip
    edges = [[f"x:{end}" if end[0] == "c" else end for end in edge] for edge in rows[-1]["edges"]]
    (folder / "edges.csv").write_text("citing,cited\n" + "".join(f"{a},{b}\n" for a, b in edges))
    report = load_files(store.writer, [str(folder)])

    one = ["arxiv:2001.90001", "doi:10.5555/jwg.2021.7", "s2:aaaa"]
    found = papers(store, one, "id published { year } identifiers { scheme value }")
    assert 1 == len({paper["id"] for paper in found})
    assert set(one) == {f"{each['scheme']}:{each['value']}" for each in found[0]["identifiers"]}
    assert 2020 == found[0]["published"]["year"]
    assert [["x:c1", "x:c2", "x:c3"]] * 3 == [citers(store, id_) for id_ in one]
    assert (["x:c4"], ["x:c5"]) == (citers(store, "s2:bbbb"), citers(store, "doi:10.5555/jwg-2020-7-rc1"))
    assert (5, 1, 0) == (report.citations_new, report.self_citations, report.refused)
    assert [] == store.broken_promises()
