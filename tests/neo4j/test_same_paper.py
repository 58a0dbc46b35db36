"""Several records about one paper, in one file or in several."""

import random

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


# Two papers that turn out to be one: c1 -> preprint, c1 -> article, c2 -> article; article -> preprint;
# preprint -> old, article -> old, article -> new; a reference of each to a work outside.
SPLIT = [
    {"id": "arxiv:2001.00002", "title": "Preprint", "published": "2020", "references": ["x:old", "x:away"]},
    {"id": "doi:10.1000/b", "title": "Article", "published": "2021-03", "venue": "Letters",
     "references": ["arxiv:2001.00002", "x:old", "x:new", "x:away"]},
    {"id": "x:c1", "references": ["arxiv:2001.00002", "doi:10.1000/b"]},
    {"id": "x:c2", "references": ["doi:10.1000/b"]},
    OLD,
    NEW,
]  # fmt: skip
JOINING = {
    "id": "s2:7",
    "ids": ["arxiv:2001.00002", "doi:10.1000/b"],
    "title": "As a third source has it",
    "type": "article",
}
JOINED = """{ paper(id: "arxiv:2001.00002") { id title venue type published { iso } citedByCount referencesOutside
  identifiers { scheme } citers { nodes { id } } references { nodes { id } } } }"""


def joined_paper(store: Store) -> dict[str, object]:
    """Return the paper that was two, its lists sorted."""
    paper = store.data(JOINED)["paper"]
    for name in ("citers", "references"):
        paper[name] = sorted(node["id"] for node in paper[name]["nodes"])
    paper["identifiers"] = sorted(identifier["scheme"] for identifier in paper["identifiers"])
    return paper


ONE_PAPER = {
    "id": "doi:10.1000/b",
    "title": "Article",
    "venue": "Letters",
    "type": "article",
    "published": {"iso": "2020"},
    "citedByCount": 2,
    "referencesOutside": 1,
    "identifiers": ["arxiv", "doi", "s2"],
    "citers": ["x:c1", "x:c2"],
    "references": ["x:new", "x:old"],
}


def test_a_record_with_the_ids_of_two_papers_makes_them_one(store: Store) -> None:
    """Both lists are joined, who cited both cites once, its citation of itself is none, the first year counts."""
    store.load(SPLIT)
    report = store.load([JOINING])
    assert (1, 0) == (report.merged, report.refused)
    assert ONE_PAPER == joined_paper(store)
    assert [] == store.broken_promises()


@pytest.mark.parametrize("seed", range(6))
def test_they_become_one_in_any_order(store: Store, seed: int) -> None:
    """Whatever comes first, and however it is cut into loads, the paper is the same one."""
    records = [*SPLIT, JOINING]
    random.Random(seed).shuffle(records)
    cut = random.Random(seed).randrange(len(records))
    store.load(records[:cut])
    store.load(records[cut:])
    # a paper that never was two has the id that came first
    assert ONE_PAPER | {"id": None} == joined_paper(store) | {"id": None}
    assert [] == store.broken_promises()


def test_loading_joined_papers_again_changes_nothing(store: Store) -> None:
    """Each of the records is recognised as the paper's that they became."""
    store.load([*SPLIT, JOINING])
    before = store.fingerprint()
    report = store.load([*SPLIT, JOINING])
    assert (7, 0, 0) == (report.same, report.changed, report.merged)
    assert before == store.fingerprint()
