"""Case 15: lists of merged ids, before and after the works, in one load and in several."""

import pytest

from graphsvc.ingest.load import load_files
from tests.conftest import DATA, Store

pytestmark = pytest.mark.neo4j

WORKS = str(DATA / "formats" / "15-merged-ids-works.jsonl")
MERGES = str(DATA / "formats" / "15-merged-ids.csv")

PAPER = """query ($id: ID!) { paper(id: $id) { id title citedByCount citers { nodes { id } }
  identifiers { value } referencesOutside } }"""


@pytest.fixture(params=[[[WORKS, MERGES]], [[MERGES, WORKS]], [[WORKS], [MERGES]], [[MERGES], [WORKS]]])
def loaded(store: Store, request: pytest.FixtureRequest) -> Store:
    for files in request.param:
        load_files(store.writer, files)
    return store


def paper(store: Store, number: int) -> dict[str, object]:
    """Return the work W700000…"""
    return store.data(PAPER, id=f"W{7000000000 + number}")["paper"]


def test_merged_ids_lead_to_the_living_record(loaded: Store) -> None:
    """Chains are followed: every old id gives the living record, which tells its own title, and says them all."""
    living = paper(loaded, 1)
    assert ("openalex:W7000000001", "Living record") == (living["id"], living["title"])
    assert [living] * 3 == [paper(loaded, number) for number in (2, 3, 8)]
    values = sorted(identifier["value"] for identifier in living["identifiers"])  # pyright: ignore
    assert ["W7000000001", "W7000000002", "W7000000003", "W7000000008"] == values


def test_citations_of_old_ids_are_citations_of_the_living_record(loaded: Store) -> None:
    """Who cites it under three ids cites it once."""
    living = paper(loaded, 1)
    citers = sorted(node["id"] for node in living["citers"]["nodes"])  # pyright: ignore
    assert (2, ["openalex:W7000000010", "openalex:W7000000011"]) == (living["citedByCount"], citers)


def test_what_leads_nowhere_stays_a_reference_outside(loaded: Store) -> None:
    """A target without a record and a loop of merges leave the reference in place, as one to a work outside."""
    assert (1, 1) == (paper(loaded, 12)["referencesOutside"], paper(loaded, 13)["referencesOutside"])


def test_the_store_is_sound(loaded: Store) -> None:
    """Every promise holds, whichever came first."""
    assert [] == loaded.broken_promises()


def test_loading_both_again_changes_nothing(loaded: Store) -> None:
    """The stale record is dropped again, the merges are known."""
    before = loaded.fingerprint()
    report = load_files(loaded.writer, [WORKS, MERGES])
    assert (0, 0, 1) == (report.new, report.merged, report.stale)
    assert before == loaded.fingerprint()


def test_the_report_tells_of_loops_and_missing_targets(store: Store) -> None:
    """A merge into itself is odd, each merge of a loop is refused by its line."""
    report = load_files(store.writer, [WORKS, MERGES])
    assert [4, 5] == [refused.line for _, refused in report.refused_lines]
    assert 1 == report.odd_values


def test_a_later_merge_of_an_id_replaces_the_earlier_one(store: Store) -> None:
    """x:2 cites x:0, which was merged into x:1, then into x:2: a self-citation, and x:1 is nobody's id again."""
    for record in (
        {"citing": "x:2", "cited": "x:0"},
        {"id": "x:0", "mergedInto": "x:1"},
        {"id": "x:0", "mergedInto": "x:2"},
    ):
        store.load([record])
    asked = "query ($ids: [ID!]!) { papers(ids: $ids) { id identifiers { value } references { totalCount } } }"
    kept = {"id": "x:2", "identifiers": [{"value": "2"}, {"value": "0"}], "references": {"totalCount": 0}}
    assert [kept, None, kept] == store.data(asked, ids=["x:0", "x:1", "x:2"])["papers"]
    store.load([{"id": "x:1", "title": "Somebody else"}])
    assert "x:1" == store.data(asked, ids=["x:1"])["papers"][0]["id"]
