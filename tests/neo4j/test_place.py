"""Placing papers by their own words, in the store: what it writes, and what loads, exports and hubs make of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphsvc.cli import main
from graphsvc.domain.errors import BadInput
from graphsvc.export.folder import check_folder
from graphsvc.export.run import export_store
from graphsvc.graph import hub_refresh
from graphsvc.ingest.load import load_files
from graphsvc.place import run
from graphsvc.place.run import PlaceOptions, Placing, place_papers, take_back
from tests.conftest import Store, emptied
from tests.unit.place.texts import BIRDS, STARS

pytestmark = pytest.mark.neo4j

AREAS = (
    {"id": "area:birds", "name": "Birds", "description": "Nests, feathers and migration."},
    {"id": "area:stars", "name": "Stars"},
)
PLACEMENT = "placement { isOnMap method score area { id } nearest { score area { id name } } explanation }"

# 40 birds and 40 stars, known     owls (by words: birds)     dust (title alone: stars)     quark (by words: nowhere)
# bare (title alone: nowhere)      id (known by its id)       blank (no words)
KNOWN = [
    {"id": f"x:{area}{number}", "title": titles[number % 4], "abstract": titles[number % 4], "areas": [f"area:{area}"]}
    for area, titles in (("birds", BIRDS), ("stars", STARS))
    for number in range(40)
]
OWLS = {"id": "x:owls", "title": "Owls", "abstract": "Nests of owls.", "areas": []}
NEW = [
    OWLS,
    {"id": "x:dust", "title": "Stars and dust"},
    {"id": "x:quark", "title": "Quark", "abstract": "Confinement.", "references": ["x:birds0"]},
    {"id": "x:bare", "title": "Gluon"},
    {"id": "x:blank", "type": "article"},
    {"citing": "x:id", "cited": "x:birds0"},
]


def quiet(_: object) -> None:
    pass


def place(store: Store, **options: Any) -> Placing:
    return place_papers(store.writer, PlaceOptions(**options), quiet, quiet)


def placements(store: Store, *ids: str) -> list[dict[str, Any]]:
    papers = store.data(f"query ($ids: [ID!]!) {{ papers(ids: $ids) {{ {PLACEMENT} }} }}", ids=list(ids))["papers"]
    return [paper["placement"] for paper in papers]


def areas_of(store: Store) -> dict[str, Any]:
    """Return the area of each new paper in the graph itself."""
    rows = store.rows("MATCH (p:Paper)-[m:IN_AREA {placed_by: 'text'}]->(a) RETURN [p.id, a.id, m.primary]")
    return {id_: area for id_, area, is_primary in rows if is_primary}


@pytest.fixture
def known(store: Store) -> Store:
    """The store with all papers above loaded, and nothing placed yet."""
    assert 0 == store.load([*AREAS, *KNOWN, *NEW]).exit_status
    return store


def test_words_place_what_they_fit(known: Store) -> None:
    """Papers whose words fit come into their area, with score and nearest areas; the others stay off, each for its
    own reason."""
    placing = place(known)
    assert (2, 80, 2, 1, 1, 1) == (
        placing.areas,
        placing.members,
        placing.counts.placed,
        placing.counts.no_area_fits,
        placing.counts.title_too_little,
        placing.counts.without_words,
    )
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)
    owls, dust, *others = placements(known, "x:owls", "x:dust", "x:quark", "x:bare", "x:blank", "x:id", "x:birds0")
    assert (True, "BY_TEXT", {"id": "area:birds"}) == (owls["isOnMap"], owls["method"], owls["area"])
    assert [{"score": owls["score"], "area": {"id": "area:birds", "name": "Birds"}}] == owls["nearest"]
    assert owls["explanation"].startswith("Placed in Birds by the words of its title and abstract (score 0.")
    assert dust["explanation"].startswith("Placed in Stars by the words of its title (score 0.")
    assert [
        (False, "Not on the map: its own abstract did not fit any area. It shares no telling word with any of them."),
        (
            False,
            "Not on the map: it has no abstract, and its title alone did not fit any area. "
            "It shares no telling word with any of them.",
        ),
        (False, "Not on the map: it has neither title nor abstract."),
        (False, "Not on the map: only its id is known."),
        (True, "Placed in Birds by its source."),
    ] == [(other["isOnMap"], other["explanation"]) for other in others]
    assert [] == known.broken_promises()


def test_before_the_first_run_papers_say_that_they_were_not_tried(known: Store) -> None:
    """A paper that no run has looked at says so, and has no nearest areas."""
    (owls,) = placements(known, "x:owls")
    assert (False, "NOT_PLACED", None, []) == (owls["isOnMap"], owls["method"], owls["area"], owls["nearest"])
    assert "not tried yet (graphsvc place)" in owls["explanation"]


def test_without_any_area_that_is_the_reason(store: Store) -> None:
    """Where the data have no areas, papers say that, before and after a run, which finds nothing to learn from."""
    store.load([OWLS])
    for _ in range(2):
        assert "Not on the map: these data have no areas." == placements(store, "x:owls")[0]["explanation"]
        assert (0, 0) == (place(store).members, place(store).counts.changed)


def test_running_again_changes_nothing(known: Store) -> None:
    """The same run again finds the same and writes nothing: the data keep their version."""
    place(known)
    version = known.data("{ dataset { version } }")
    before = placements(known, "x:owls", "x:dust", "x:quark")
    assert 0 == place(known).counts.changed
    assert version == known.data("{ dataset { version } }")
    assert before == placements(known, "x:owls", "x:dust", "x:quark")


def test_running_again_takes_back_what_no_longer_holds(known: Store) -> None:
    """With a higher threshold papers leave the map and keep their nearest areas; with a lower one they come back."""
    place(known)
    version = known.data("{ dataset { version } }")
    assert 0 == place(known, threshold=0.99).counts.placed
    assert {} == areas_of(known)
    (owls,) = placements(known, "x:owls")
    assert (False, ["area:birds"]) == (owls["isOnMap"], [near["area"]["id"] for near in owls["nearest"]])
    assert owls["explanation"].endswith("0.99 is needed).")
    assert version != known.data("{ dataset { version } }")
    place(known, threshold=0.1)
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)


def test_a_run_that_was_killed_is_ended_by_the_next_one(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between two pages, a run leaves each page old or new; the next one ends as if nothing had been."""
    place(known, threshold=0.99)
    monkeypatch.setattr("graphsvc.graph.placements.PAGE_SIZE", 11)
    pages = 0

    def killed(_: object) -> None:
        nonlocal pages
        pages += 1
        if pages == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        place_papers(known.writer, PlaceOptions(), quiet, killed)
    assert {"x:dust": "area:stars"} == areas_of(known)
    place(known)
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)
    assert [] == known.broken_promises()


def test_a_dry_run_writes_nothing(known: Store) -> None:
    """It measures and counts the same, and leaves the data and their version alone."""
    version = known.data("{ dataset { version } }")
    assert 2 == place(known, dry_run=True).counts.placed
    assert {} == areas_of(known)
    assert version == known.data("{ dataset { version } }")
    assert "not tried yet" in placements(known, "x:owls")[0]["explanation"]


def test_a_source_that_tells_the_area_later_has_the_last_word(known: Store) -> None:
    """A record with areas replaces the placement, also where none was told before; nothing of it is left."""
    place(known)
    known.load([{**OWLS, "areas": ["area:stars"]}, {"id": "x:dust", "areas": ["area:birds"]}])
    assert {} == areas_of(known)
    assert [("GIVEN_BY_SOURCE", {"id": "area:stars"}, []), ("GIVEN_BY_SOURCE", {"id": "area:birds"}, [])] == [
        (found["method"], found["area"], found["nearest"]) for found in placements(known, "x:owls", "x:dust")
    ]
    assert [] == known.rows("MATCH (p:Paper {id: 'x:owls'}) WHERE p.nearest_area_ids IS NOT NULL RETURN p.id")
    assert 0 == place(known).counts.placed


def test_another_title_keeps_the_placement_until_the_next_run(known: Store) -> None:
    """A record with other words, and an empty list of areas, leaves the paper where it is; the next run moves it."""
    place(known)
    known.load([{"id": "x:owls", "title": "Dwarf stars", "abstract": "Dust around dwarf stars.", "areas": []}])
    assert "area:birds" == areas_of(known)["x:owls"]
    place(known)
    assert "area:stars" == areas_of(known)["x:owls"]


def test_a_paper_that_is_no_more_takes_its_placement_along(known: Store) -> None:
    """A paper known by its id alone once its record is withdrawn has no place and no nearest areas."""
    known.load([{"citing": "doi:10.1/a", "cited": "doi:10.1/b"}, {**OWLS, "id": "doi:10.1/a"}])
    place(known)
    assert "area:birds" == areas_of(known)["doi:10.1/a"]
    withdraw(known, "doi:10.1/a")
    (found,) = placements(known, "doi:10.1/a")
    assert (False, [], "Not on the map: only its id is known.") == (
        found["isOnMap"],
        found["nearest"],
        found["explanation"],
    )
    assert [] == known.broken_promises()


def test_an_area_that_its_source_takes_back_leaves_the_paper_to_its_words(known: Store) -> None:
    """Where the record that told the area is withdrawn and another one stays, the paper is tried by the next run."""
    known.load([{"id": "doi:10.1/a", "ids": ["x:two"], "areas": ["area:stars"]}])
    known.load([{"id": "x:two", "title": "Owls", "abstract": "Nests of owls."}])
    place(known)
    withdraw(known, "doi:10.1/a")
    assert "not tried yet" in placements(known, "doi:10.1/a")[0]["explanation"]
    place(known)
    assert "area:birds" == areas_of(known)["doi:10.1/a"]


def test_two_papers_that_are_one_keep_what_a_source_tells(known: Store) -> None:
    """A placed paper that is one with another keeps that one's area, in either order; two placed ones stay placed."""
    known.load(
        [
            {**OWLS, "id": "x:one"},
            {"id": "doi:10.1/told", "areas": ["area:stars"]},
            {**OWLS, "id": "doi:10.1/kept"},
            {"id": "x:told", "areas": ["area:stars"]},
            {**OWLS, "id": "doi:10.1/both"},
            {**OWLS, "id": "x:both"},
        ]
    )
    place(known)
    known.load(
        [
            {"id": "x:one", "ids": ["doi:10.1/told"]},
            {"id": "x:told", "ids": ["doi:10.1/kept"]},
            {"id": "x:both", "ids": ["doi:10.1/both"]},
        ]
    )
    assert [
        ("GIVEN_BY_SOURCE", {"id": "area:stars"}, 0),
        ("GIVEN_BY_SOURCE", {"id": "area:stars"}, 0),
        ("BY_TEXT", {"id": "area:birds"}, 1),
    ] == [
        (found["method"], found["area"], len(found["nearest"]))
        for found in placements(known, "doi:10.1/told", "doi:10.1/kept", "doi:10.1/both")
    ]
    query = "MATCH (p:Paper)-[m:IN_AREA]->() WHERE p.id STARTS WITH 'doi:10.1/' RETURN [p.id, m.placed_by]"
    assert [["doi:10.1/both", "text"], ["doi:10.1/kept", None], ["doi:10.1/told", None]] == sorted(known.rows(query))


@pytest.mark.parametrize("format_", ["native", "parquet"])
def test_an_export_tells_only_what_sources_told(known: Store, tmp_path: Path, format_: str) -> None:
    """The fingerprint is that of before, and an export loads into the same knowledge, without the placements."""
    before = known.fingerprint()
    place(known)
    assert before == known.fingerprint()
    folder = tmp_path / "export"
    check_folder(folder, force=False)
    exported = known.read(lambda reader: export_store(reader, folder, format_, quiet))
    with emptied(known.connection, tmp_path) as other:
        load_files(other.writer, [str(path) for path in exported.inputs])
        assert before == other.fingerprint()
        assert {} == areas_of(other)
        place(other)
        assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(other)


def test_hubs_count_papers_that_are_placed(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hub's areas count its placed citers, and again when they are taken back; its own counts are true each time."""
    monkeypatch.setattr(hub_refresh, "HUB_CITERS", 3)
    citing = [{**OWLS, "id": f"x:citing{number}", "references": ["x:birds0"]} for number in range(5)]
    known.load(citing)
    facet = '{ paper(id: "x:birds0") { citers { byArea { count area { id } } noAreaCount } } }'
    assert {"byArea": [], "noAreaCount": 7} == known.data(facet)["paper"]["citers"]
    place(known)
    assert {"byArea": [{"count": 5, "area": {"id": "area:birds"}}], "noAreaCount": 2} == known.data(facet)["paper"][
        "citers"
    ]
    assert ["x:birds0"] == known.rows("MATCH (hub:Hub) WHERE hub.citer_counts IS NOT NULL RETURN hub.id")
    assert [] == known.broken_promises()
    assert 10 == take_back(known.writer)
    assert {"byArea": [], "noAreaCount": 7} == known.data(facet)["paper"]["citers"]
    assert ["x:birds0"] == known.rows("MATCH (hub:Hub) WHERE hub.citer_counts IS NOT NULL RETURN hub.id")
    assert [] == known.broken_promises()


def test_what_was_taken_back_was_never_tried(known: Store) -> None:
    """After taking back, papers are as before the first run."""
    before = placements(known, "x:owls", "x:dust", "x:quark", "x:bare")
    place(known)
    take_back(known.writer)
    assert before == placements(known, "x:owls", "x:dust", "x:quark", "x:bare")
    assert 0 == take_back(known.writer)


def test_a_store_that_lost_its_areas_loses_the_placements(known: Store) -> None:
    """Where no paper is in an area but by words, there is nothing to learn from, and these are taken back."""
    place(known)
    known.rows("MATCH (:Paper)-[told:IN_AREA]->() WHERE told.placed_by IS NULL DELETE told")
    place(known)
    assert {} == areas_of(known)


def test_areas_that_are_no_more_were_not_tried(known: Store) -> None:
    """Where the nearest areas have no papers any more, as with another map, a paper was not tried among those there."""
    place(known, threshold=0.99)
    known.rows("MATCH (:Paper)-[told:IN_AREA]->(:Area {id: 'area:birds'}) DELETE told")
    (owls,) = placements(known, "x:owls")
    assert [] == owls["nearest"]
    assert "not tried yet" in owls["explanation"]


def test_few_are_learned_where_there_are_too_many(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more are learned than may be, and the same ones each time."""
    monkeypatch.setattr(run, "MOST_LEARNED", 50)
    assert 50 == place(known).members
    assert 0 == place(known).counts.changed


@pytest.mark.usefixtures("plug_in")
def test_a_plug_in_places(known: Store) -> None:
    """A model of another package places by its own rule: here the first letter, O as a quarter of the birds."""
    place(known, model="first-letter")
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)
    assert 0.25 == placements(known, "x:owls")[0]["score"]


def test_an_unknown_model_is_refused_before_anything_is_read(known: Store) -> None:
    """A model that is not installed leaves everything as it was."""
    place(known)
    with pytest.raises(BadInput, match="no text model 'best'"):
        place(known, model="best")
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)


def command(store: Store, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    monkeypatch.setenv("GRAPHSVC_NEO4J_URI", store.connection.uri)
    monkeypatch.setenv("GRAPHSVC_NEO4J_USER", store.connection.user)
    monkeypatch.setenv("GRAPHSVC_NEO4J_PASSWORD", store.connection.password)
    return CliRunner().invoke(main, ["place", *arguments])


def test_the_command_tells_accuracy_and_coverage(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints each threshold with how many are placed and how often that is right, for a person and as JSON."""
    result = command(known, monkeypatch, "--dry-run")
    assert 0 == result.exit_code
    assert "Learned from 80 papers in 2 areas." in result.output
    assert "in one of its areas" in result.output
    assert "A dry run: nothing was written." in result.output
    found = json.loads(command(known, monkeypatch, "--json").stdout)
    assert (2, 1, 80, 80) == (
        found["placed"],
        found["noAreaFits"],
        found["withAbstract"]["heldOut"],
        found["titleAlone"]["heldOut"],
    )
    assert {1.0} == {step["accuracy"] for step in found["titleAlone"]["steps"]}
    assert {"x:owls": "area:birds", "x:dust": "area:stars"} == areas_of(known)


def test_the_command_takes_back(known: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--take-back` tells of how many papers, and is refused beside options of placing."""
    place(known)
    assert 2 == command(known, monkeypatch, "--take-back", "--dry-run").exit_code
    assert "5 papers taken back" in command(known, monkeypatch, "--take-back").output
    assert {} == areas_of(known)


def withdraw(store: Store, id_: str) -> None:
    """Let the source of a record take it back."""
    from graphsvc.domain.records import WithdrawnRecord
    from graphsvc.graph.writes import write_batch

    write_batch(store.writer, [WithdrawnRecord(id_)])
    hub_refresh.refresh_hubs(store.writer)
