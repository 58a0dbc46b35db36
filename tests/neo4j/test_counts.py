"""What a load of real files counts, against the same counted by plain means: json, csv and sets."""

import csv
import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from graphsvc.ingest.load import load_files
from graphsvc.ingest.report import Report
from tests.conftest import DATA, Store

pytestmark = pytest.mark.neo4j

FORMATS = DATA / "formats"
COUNTS = ("read", "new", "known_by_id", "citations_new", "references_outside", "unmatched", "self_citations",
          "duplicate_references", "refused")  # fmt: skip


@dataclass
class Told:
    """What a file tells, by the ids that it has itself: papers with their lists, citations stated by themselves."""

    lists: list[tuple[str, list[str] | None]] = field(default_factory=list)
    stated: list[tuple[str, str | None]] = field(default_factory=list)
    same: dict[str, str] = field(default_factory=dict)
    """Ids of one paper that has several records, each with the first of them."""

    def counts(self) -> dict[str, int]:
        """Count what one load of it makes of an empty store."""

        def paper(id_: str) -> str:
            return self.same.get(id_, id_)

        records = {paper(id_) for id_, _ in self.lists}
        pairs = [(paper(citing), paper(cited)) for citing, cited in self.stated if cited is not None]
        papers = records | {paper(citing) for citing, _ in self.stated} | {cited for _, cited in pairs}
        # of a record that is there twice the later list counts; each record has a list of its own
        lists = {id_: references for id_, references in self.lists if references is not None}
        listed = [(paper(id_), paper(reference)) for id_, references in lists.items() for reference in references]
        inside = {(citing, cited) for citing, cited in [*listed, *pairs] if cited in papers}
        return {
            "read": len(self.lists) + len(self.stated),
            "new": len(records),
            "known_by_id": len(papers - records),
            "citations_new": sum(citing != cited for citing, cited in inside),
            "references_outside": len({(citing, cited) for citing, cited in listed if cited not in papers}),
            "unmatched": len(self.stated) - len(pairs),
            "self_citations": sum(citing == cited for citing, cited in [*listed, *pairs]),
            # in a list by its own ids: two of them may turn out to be one paper only later
            "duplicate_references": repeats(pairs)
            + sum(repeats([(id_, reference) for reference in found]) for id_, found in lists.items()),
            "refused": 0,
        }


def repeats(pairs: list[tuple[str, Any]]) -> int:
    """How many pairs of two different things stood there before."""
    different = [(citing, cited) for citing, cited in pairs if citing != cited]
    return len(different) - len(set(different))


def text_of(name: str) -> str:
    """A file of the tests' data as text."""
    data = (FORMATS / name).read_bytes()
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode()


def lines_of(name: str) -> list[dict[str, Any]]:
    """The objects of JSON lines."""
    return [json.loads(line) for line in text_of(name).split("\n") if line.strip()]


def openalex(works: list[dict[str, Any]]) -> Told:
    """Works; an empty list of references says that OpenAlex knows none."""
    return Told([(work["id"].upper(), [id_.upper() for id_ in work["referenced_works"]] or None) for work in works])


def s2_citations(rows: list[dict[str, Any]]) -> Told:
    """Citations between corpus ids, which may be numbers or texts."""
    told = Told()
    for row in rows:
        citing, cited = (value for key, value in row.items() if key.lower() in ("citingcorpusid", "citedcorpusid"))
        told.stated.append((str(citing), cited and str(cited)))
    return told


def s2_paper(paper: dict[str, Any]) -> Told:
    """A paper with those that cite it and those that it cites; the latter without an id are unmatched."""
    own = paper["paperId"]
    references = [entry["paperId"] for entry in paper["references"]]
    citing = [entry["paperId"] for entry in paper["citations"]]
    told = Told([(own, list(filter(None, references)))], [(own, None)] * references.count(None))
    told.lists += [(id_, None) for id_ in [*filter(None, references), *citing]]
    told.stated += [(id_, own) for id_ in citing]
    return told


def s2_page(entries: list[dict[str, Any]], end: str) -> list[str | None]:
    """The papers of a page of citations or references, null where the source matched none."""
    return [entry[end]["paperId"] for entry in entries]


def crossref(items: list[dict[str, Any]]) -> Told:
    """Works with the DOIs of their references; a reference without one is unmatched. No list: none is deposited."""
    told = Told()
    for item in items:
        entries = item.get("reference")
        dois = None if entries is None else [entry["DOI"].lower() for entry in entries if entry.get("DOI")]
        told.lists.append((item["DOI"].lower(), dois))
        told.stated += [(item["DOI"].lower(), None)] * (len(entries or ()) - len(dois or ()))
    return told


def aminer(papers: list[dict[str, Any]]) -> Told:
    """Papers, whose references are ids of the same kind; a reference that is repeated is read once."""
    return Told([(p["id"], list(dict.fromkeys(p["references"])) if "references" in p else None) for p in papers])


def opencitations(name: str) -> Told:
    """Rows of two DOIs; the date of a row is told of its citing paper, once for each date."""
    rows = list(csv.DictReader(text_of(name).splitlines()))
    told = Told(stated=[(row["citing"].lower(), row["cited"].lower()) for row in rows])
    dated = {(row["citing"].lower(), row["creation"]) for row in rows if row["creation"]}
    told.lists = [(id_, None) for id_, _ in sorted(dated)]
    return told


def edge_list(name: str) -> Told:
    """Lines of two numbers."""
    return Told(stated=[tuple(line.split()) for line in text_of(name).splitlines() if line[0] != "#"])  # type: ignore[misc]


def native(name: str) -> Told:
    """graphsvc's own records, whose ids in this file are in their normal form; some share a DOI."""
    records = lines_of(name)
    return Told([(record["id"], record.get("references")) for record in records], same=same_papers(records))


def same_papers(records: list[dict[str, Any]]) -> dict[str, str]:
    """Ids of records, each with the smallest id of those that have a further id in common with it."""
    with_id: dict[str, set[str]] = {}
    for record in records:
        for id_ in record.get("ids") or ():
            with_id.setdefault(id_.lower(), set()).add(record["id"])
    return {id_: min(ids) for ids in with_id.values() for id_ in ids}


FILES: dict[str, Callable[[str], Told]] = {
    "openalex-works.jsonl.gz": lambda name: openalex(lines_of(name)),
    "openalex-page.json.gz": lambda name: openalex(json.loads(text_of(name))["results"]),
    "openalex-empty-page.json.gz": lambda name: Told(),
    "s2ag-papers.jsonl.gz": lambda name: Told([(str(paper["corpusid"]), None) for paper in lines_of(name)]),
    "s2ag-abstracts.jsonl.gz": lambda name: Told([(str(paper["corpusid"]), None) for paper in lines_of(name)]),
    "s2ag-citations.jsonl.gz": lambda name: s2_citations(lines_of(name)),
    "s2ag-citations-part.jsonl": lambda name: s2_citations(lines_of(name)),
    "s2-paper.json.gz": lambda name: s2_paper(json.loads(text_of(name))),
    "crossref-items.json.gz": lambda name: crossref(json.loads(text_of(name))["items"]),
    "crossref-pretty.json.gz": lambda name: crossref(json.loads(text_of(name))["items"]),
    "aminer-v11.jsonl.gz": lambda name: aminer(lines_of(name)),
    "opencitations-citations_data.csv": opencitations,
    "opencitations-croci_citations.csv": opencitations,
    "opencitations-doci_citations.csv": opencitations,
    "cit-HepTh-first-300.txt": edge_list,
    "cit-HepTh-first-20000.txt.gz": edge_list,
    "mag-geo-papers.jsonl.gz": native,
}


def counts(report: Report) -> dict[str, int]:
    """The counts of a report that are compared."""
    return {name: getattr(report, name) for name in COUNTS}


@pytest.mark.parametrize("name", FILES)
def test_a_real_file_gives_what_is_in_it(store: Store, name: str) -> None:
    """Papers, citations, references outside, and what is odd among them are as many as the file has by plain means."""
    report = load_files(store.writer, [str(FORMATS / name)])
    told = FILES[name](name)
    assert told.counts() == counts(report)
    assert [report.citations_new] == store.rows("MATCH ()-[citation:CITES]->() RETURN count(citation)")
    assert [report.new + report.known_by_id] == store.rows("MATCH (paper:Paper) RETURN count(paper)")
    assert [] == store.broken_promises()


def test_pages_without_their_subject_give_papers_alone(store: Store) -> None:
    """A page of citations gives its papers; one of references those that the source knows, the others are refused."""
    for name, end in (("s2-citations-page.json.gz", "citingPaper"), ("s2-references-page.json.gz", "citedPaper")):
        papers = s2_page(json.loads(text_of(name))["data"], end)
        report = load_files(store.writer, [str(FORMATS / name)])
        known = list(filter(None, papers))
        assert (len(papers), len(set(known)), papers.count(None)) == (report.read, report.new, report.refused)
        assert 0 == report.citations_new
    assert [] == store.broken_promises()


def test_a_page_that_is_named_after_its_subject_gives_citations(store: Store) -> None:
    """The entries of a page of references are the citations of the paper that the file is named after."""
    subject = "344e7fb2000d9063cbc9deb550e46946bafe3c90"
    file = store.folder / f"references-{subject}.json"
    file.write_text(text_of("s2-references-page.json.gz"))
    papers = s2_page(json.loads(file.read_text())["data"], "citedPaper")
    known = list(filter(None, papers))
    told = Told([(subject, None), *((id_, None) for id_ in known)], [(subject, id_) for id_ in papers])
    assert told.counts() == counts(load_files(store.writer, [str(file)]))
    assert [] == store.broken_promises()


def test_areas_of_a_real_set(store: Store) -> None:
    """Each area of the file is there, and each paper is in as many as its record names, each once."""
    load_files(
        store.writer, [str(FORMATS / "mag-geo-papers.jsonl.gz")], areas_files=[str(FORMATS / "mag-geo-areas.jsonl.gz")]
    )
    records, areas = lines_of("mag-geo-papers.jsonl.gz"), lines_of("mag-geo-areas.jsonl.gz")
    same = same_papers(records)
    # where a paper has two records of one source, those of the smaller id count
    own = [record for record in records if same.get(record["id"], record["id"]) == record["id"]]
    named = {(record["id"], area) for record in own for area in record.get("areas") or ()}
    assert [len(named)] == store.rows("MATCH (:Paper)-[membership:IN_AREA]->(:Area) RETURN count(membership)")
    expected = {area["id"] for area in areas} | {area for _, area in named}
    assert expected == set(store.rows("MATCH (area:Area) RETURN area.id"))
    assert [] == store.broken_promises()
