"""Several records about one paper, in one file or in several."""

import pytest

from tests.conftest import Store

pytestmark = pytest.mark.neo4j

# preprint and article of one paper, and one that cites both: one citation
PREPRINT = {
    "id": "arxiv:2001.00001",
    "ids": ["doi:10.1000/a"],
    "title": "Preprint",
    "authors": ["Ada", "Bo"],
    "references": ["x:old"],
}
ARTICLE = {
    "id": "doi:10.1000/a",
    "venue": "Letters",
    "authors": ["Ada", "Bo", "Cleo"],
    "references": ["x:old", "x:new"],
}
CITING = {"id": "x:citing", "references": ["arxiv:2001.00001", "doi:10.1000/a"]}
OLD, NEW = {"id": "x:old"}, {"id": "x:new"}
PAPER = """{ paper(id: "doi:10.1000/a") { id title venue citedByCount authors { nodes { name } }
  references { nodes { id } } } }"""


def test_two_records_of_one_paper_in_one_file(store: Store) -> None:
    """What each record states is there, its last author list and reference list, and one citation."""
    report = store.load([PREPRINT, ARTICLE, CITING, OLD, NEW])
    assert (4, 1, 0) == (report.new, report.changed, report.refused)
    expected = {
        "id": "arxiv:2001.00001",
        "title": "Preprint",
        "venue": "Letters",
        "citedByCount": 1,
        "authors": {"nodes": [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cleo"}]},
        "references": {"nodes": [{"id": "x:new"}, {"id": "x:old"}]},
    }
    assert expected == store.data(PAPER)["paper"]
    assert [] == store.broken_promises()


def test_loading_them_again_changes_nothing(store: Store) -> None:
    """Each record of a paper is recognised by itself, so loading both again changes nothing."""
    records = [PREPRINT, ARTICLE, CITING, OLD, NEW]
    store.load(records)
    before = store.fingerprint()
    report = store.load(records)
    assert (5, 0, 0) == (report.same, report.new, report.changed)
    assert before == store.fingerprint()


def test_the_same_record_many_times_in_one_file(store: Store) -> None:
    """A record that stands in a file again is the same record."""
    report = store.load([PREPRINT, PREPRINT, OLD, PREPRINT])
    assert (2, 2) == (report.new, report.same)
    assert [] == store.broken_promises()


def test_records_that_come_to_share_an_id_in_one_file(store: Store) -> None:
    """A later record that carries an id of an earlier one is about the same paper."""
    store.load([{"id": "x:a", "ids": ["x:b"]}, {"id": "x:c", "ids": ["x:b"], "title": "One paper"}])
    assert ["x:a"] == store.rows("MATCH (paper:Paper) RETURN paper.id")
    assert "One paper" == store.data('{ paper(id: "x:c") { title } }')["paper"]["title"]
