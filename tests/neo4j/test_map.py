"""The map of areas that is built from the citations: beside that of the sources, in use or aside, kept by loads."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graphsvc.domain.area_map import MapName
from graphsvc.export.run import export_store
from graphsvc.graph import hub_refresh, map_writes
from graphsvc.graph.connect import Writer
from graphsvc.graph.map_reads import read_built_areas, read_map
from graphsvc.graph.map_writes import use_map, write_map
from graphsvc.ingest.load import load_files
from graphsvc.map.build import Built, Settings, build_map
from graphsvc.map.names import Entry
from tests.conftest import Store, emptied

pytestmark = pytest.mark.neo4j

# Two groups in which each paper cites all earlier ones, x:h7 is nowhere:
#   x:h0 <- x:h1 <- … x:h6 (black holes; the source says area:gr for the first three)  x:b0 <- x:b1 <- … x:b5 (branes)
HOLES = [f"x:h{n}" for n in range(7)]
BRANES = [f"x:b{n}" for n in range(6)]
SOURCE_AREAS = {"x:h0": ["area:gr"], "x:h1": ["area:gr", "area:old"], "x:h2": ["area:gr"]}
SETTINGS = Settings(seed=7, resolution=1.0, split_above=1000)
IN_AREAS = (
    """query ($id: ID!) { paper(id: $id) { citers { totalCount noAreaCount byArea { count area { name } } } } }"""
)


def records(*, with_areas: bool) -> list[dict[str, Any]]:
    """Return the papers of the drawing."""
    papers = [
        {"id": id_, "title": f"{title} {n}", "published": str(2000 + n), "references": group[:n]}
        for group, title in ((HOLES, "Entropy of black holes"), (BRANES, "D-branes and tachyons"))
        for n, id_ in enumerate(group)
    ]
    papers.append({"id": "x:h7", "title": "Alone", "references": []})
    return [{**paper, "areas": SOURCE_AREAS.get(paper["id"], [])} if with_areas else paper for paper in papers]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of a few papers, and hubs of a few citers."""
    monkeypatch.setattr(map_writes, "AT_ONCE", 4)
    monkeypatch.setattr(hub_refresh, "HUB_CITERS", 4)


def build(store: Store, entries: list[Entry] | None = None) -> Built:
    """Build the map and write it."""
    built = store.read(lambda reader: build_map(reader, SETTINGS, entries or [], lambda _: None))
    write_map(store.writer, built.areas, built.memberships())
    return built


def areas_of(store: Store, id_: str) -> list[str]:
    """Return the names of the areas that a paper is in, as the API tells them."""
    found = store.data("query ($id: ID!) { paper(id: $id) { placement { area { name } } } }", id=id_)
    area = found["paper"]["placement"]["area"]
    return [] if area is None else [area["name"]]


def names(store: Store) -> list[str]:
    """Return the names of the areas that are listed."""
    return [area["name"] for area in store.data("{ areas(first: 50) { nodes { name } } }")["areas"]["nodes"]]


def facet(store: Store, id_: str) -> dict[str, int]:
    """Return the citers of a paper by area; "" for those in none."""
    citers = store.data(IN_AREAS, id=id_)["paper"]["citers"]
    assert citers["totalCount"] > 0
    return {entry["area"]["name"]: entry["count"] for entry in citers["byArea"]} | {"": citers["noAreaCount"]}


def version(store: Store) -> str:
    """Return the version of the data."""
    return store.data("{ dataset { version } }")["dataset"]["version"]


def test_a_map_is_built_beside_that_of_the_source(store: Store) -> None:
    """Until it is used, nobody sees it; then the areas are those of the citations everywhere, hubs included."""
    store.load(records(with_areas=True))
    before, mark, first = facet(store, "x:h0"), store.fingerprint(), version(store)
    built = build(store)
    holes, branes = (area.name for area in built.areas)
    assert ("black holes", "branes") == (
        next(word for word in built.areas[0].words if "hole" in word),
        next(word for word in built.areas[1].words if "brane" in word).removeprefix("D-"),
    )
    assert {"gr": 2, "old": 1, "": 4} == before == facet(store, "x:h0")
    assert ["gr", "old"] == names(store)
    assert [] == store.broken_promises()
    assert use_map(store.writer, MapName.CITATIONS)
    assert {holes: 6, "": 0} == facet(store, "x:h0")
    assert ["x:h0"] == store.rows("MATCH (p:Hub {id: 'x:h0'}) WHERE p.citer_counts IS NOT NULL RETURN p.id")
    assert sorted([holes, branes], key=str.lower) == names(store)
    assert [[holes], [branes], []] == [areas_of(store, id_) for id_ in ("x:h5", "x:b0", "x:h7")]
    assert [] == store.broken_promises()
    assert mark == store.fingerprint()
    assert first != version(store)
    assert use_map(store.writer, MapName.SOURCE)
    assert before == facet(store, "x:h0")
    assert ["gr", "old"] == names(store)
    assert [] == store.broken_promises()


def test_an_area_of_the_other_map_is_unknown(store: Store) -> None:
    """Its id gives null, in either direction, and filters find nothing in it."""
    store.load(records(with_areas=True))
    id_ = build(store).areas[0].id
    query = "query ($id: ID!) { area(id: $id) { paperCount papers { totalCount } } }"
    assert {"area": None} == store.data(query, id=id_)
    use_map(store.writer, MapName.CITATIONS)
    assert {"area": {"paperCount": 7, "papers": {"totalCount": 7}}} == store.data(query, id=id_)
    assert {"area": None} == store.data(query, id="area:gr")


def test_building_again_gives_the_same(store: Store) -> None:
    """Areas, ids and places are the same for the same data, and nothing of an earlier map is left over."""
    store.load(records(with_areas=False))
    first = build(store)
    use_map(store.writer, MapName.CITATIONS)
    again = build(store)
    assert first.areas == again.areas
    assert list(first.memberships()) == list(again.memberships())
    assert [13] == store.rows("MATCH (:Paper)-[:IN_AREA]->(:Area) RETURN count(*)")
    assert [0] == store.rows("MATCH ()-[:IN_AREA_ASIDE]->() RETURN count(*)")
    assert [2] == store.rows("MATCH (:Area) RETURN count(*)")
    assert [] == store.broken_promises()


def test_a_map_of_other_data_replaces_the_earlier_one(store: Store) -> None:
    """An area that is no more is gone, and so are its papers' places."""
    knots = [f"x:k{n}" for n in range(6)]
    store.load([*records(with_areas=False), *({"id": id_, "references": knots[:n]} for n, id_ in enumerate(knots))])
    assert 3 == len(build(store).areas)
    use_map(store.writer, MapName.CITATIONS)
    store.load([{"id": id_, "references": []} for id_ in BRANES])
    assert 2 == len(build(store).areas)
    assert [13] == store.rows("MATCH (:Paper)-[:IN_AREA]->(:Area) RETURN count(*)")
    assert [[], 2] == [areas_of(store, "x:b1"), len(names(store))]
    assert [] == store.broken_promises()


def test_a_load_keeps_the_map_in_use(store: Store) -> None:
    """What the source says meanwhile stands aside, is changed there, and is there when its map is used again."""
    store.load(records(with_areas=True))
    holes = build(store).areas[0].name
    use_map(store.writer, MapName.CITATIONS)
    store.load(
        [
            {"id": "x:h0", "title": "Told anew", "areas": ["area:new"], "references": []},
            {"id": "x:new", "references": ["x:h0"], "areas": ["area:new"]},
            {"id": "x:h1", "areas": []},
        ]
    )
    assert [[holes], []] == [areas_of(store, id_) for id_ in ("x:h0", "x:new")]
    assert {holes: 6, "": 1} == facet(store, "x:h0")
    assert [] == store.broken_promises()
    use_map(store.writer, MapName.SOURCE)
    assert [["new"], ["new"], [], ["gr"]] == [areas_of(store, id_) for id_ in ("x:h0", "x:new", "x:h1", "x:h2")]
    assert {"gr": 1, "new": 1, "": 5} == facet(store, "x:h0")
    assert [] == store.broken_promises()


def test_the_same_records_are_the_same_whichever_map_is_used(store: Store) -> None:
    """Loading again what was loaded changes nothing while the built map is in use."""
    store.load(records(with_areas=True))
    mark = store.fingerprint()
    build(store)
    use_map(store.writer, MapName.CITATIONS)
    report = store.load(records(with_areas=True))
    assert (14, 0, 0) == (report.same, report.changed, report.new)
    assert mark == store.fingerprint()


def test_two_papers_that_are_one_keep_their_place(store: Store) -> None:
    """A paper that is made one with another keeps its place on the built map, and takes the other's if it has none."""
    store.load(records(with_areas=True))
    holes, branes = (area.name for area in build(store).areas)
    use_map(store.writer, MapName.CITATIONS)
    store.load([{"id": "x:h7", "ids": ["x:b5"]}, {"id": "x:h6", "ids": ["x:b4"]}])
    both = [areas_of(store, id_) for id_ in ("x:h7", "x:b5", "x:h6", "x:b4")]
    assert both[0] == both[1] == [branes]
    assert both[2] == both[3]
    assert both[2] in ([holes], [branes])
    assert [[]] == store.rows(
        "RETURN COLLECT { MATCH (p:Paper) WHERE COUNT { (p)-[:IN_AREA]->() } > 1 RETURN p.id } AS ids"
    )
    assert [] == store.broken_promises()


def test_an_export_tells_what_sources_told(store: Store) -> None:
    """Whichever map is used, what is exported makes a store of the same knowledge, without the built map."""
    store.load(records(with_areas=True))
    mark = store.fingerprint()
    build(store)
    use_map(store.writer, MapName.CITATIONS)
    folder = store.folder / "export"
    folder.mkdir()
    store.read(lambda reader: export_store(reader, folder, "native", lambda _: None))
    with emptied(store.connection, store.folder) as other:
        load_files(other.writer, [str(folder)])
        assert mark == other.fingerprint()
        assert ["gr", "old"] == names(other)


class Broken(Exception):
    """What ends a change of maps in a test."""


@dataclass(frozen=True, slots=True)
class BreaksOff(Writer):
    """A way to the real store that ends before a transaction is committed, as a process does that is killed."""

    left: list[int]

    @contextlib.contextmanager
    def transaction(self, *, keeps: bool = True) -> Generator[neo4j.Transaction]:
        with Writer.transaction(self, keeps=keeps) as transaction:
            yield transaction
            self.left[0] -= 1
            if not self.left[0]:
                raise Broken


@pytest.mark.parametrize("commits", [1, 2, 3, 4, 5, 6, 7])
def test_a_change_that_was_killed_ends_right_when_run_again(store: Store, commits: int) -> None:
    """Wherever it ends, each paper stands on one map, a load goes on, and another run ends the change."""
    store.load(records(with_areas=True))
    holes = build(store).areas[0].name
    with pytest.raises(Broken):
        use_map(BreaksOff(store.writer.driver, store.writer.database, [commits]), MapName.CITATIONS)
    both = (
        "MATCH (p:Paper)-[:IN_AREA]->(a:Area) WITH p, count(DISTINCT a.map IS NULL) AS maps WHERE maps > 1 RETURN p.id"
    )
    assert [] == store.rows(both)
    store.load([{"id": "x:h2", "areas": ["area:late"]}, {"id": "x:late", "areas": ["area:late"]}])
    use_map(store.writer, MapName.CITATIONS)
    assert [[holes], []] == [areas_of(store, id_) for id_ in ("x:h2", "x:late")]
    assert {holes: 6, "": 0} == facet(store, "x:h0")
    assert [] == store.broken_promises()
    use_map(store.writer, MapName.SOURCE)
    assert [["late"], ["late"], ["gr"]] == [areas_of(store, id_) for id_ in ("x:h2", "x:late", "x:h1")]
    assert [] == store.broken_promises()


def test_a_check_finds_a_change_that_was_broken_off(store: Store) -> None:
    """Half a change is told, with what to do."""
    store.load(records(with_areas=True))
    build(store)
    with pytest.raises(Broken):
        use_map(BreaksOff(store.writer.driver, store.writer.database, [3]), MapName.CITATIONS)
    assert any("graphsvc map use" in promise for promise in store.broken_promises())
    use_map(store.writer, MapName.CITATIONS)
    assert [] == store.broken_promises()


@pytest.mark.parametrize("commits", [1, 2, 3, 4, 6])
def test_a_build_that_was_killed_is_not_whole(store: Store, commits: int) -> None:
    """The store says so until another one has ended, and keeps every promise meanwhile."""
    store.load(records(with_areas=True))
    built = build(store)
    use_map(store.writer, MapName.CITATIONS)
    writer = BreaksOff(store.writer.driver, store.writer.database, [commits])
    with pytest.raises(Broken):
        write_map(writer, built.areas, built.memberships())
    assert (commits == 1) == (store.read(read_map).built is not None)
    assert [] == store.broken_promises()
    build(store)
    assert store.read(read_map).built is not None
    assert {built.areas[0].name: 6, "": 0} == facet(store, "x:h0")
    assert [] == store.broken_promises()


def test_what_text_placed_goes_with_its_map(store: Store) -> None:
    """A change of maps drops it, and does not bring it back; in the map that stays in use it stays."""
    store.load(records(with_areas=True))
    build(store)
    store.rows(
        "MATCH (p:Paper {id: 'x:b0'}), (a:Area {id: 'area:gr'}) "
        "CREATE (p)-[:IN_AREA {primary: true, score: 0.5, placed_by: 'text'}]->(a) SET p.nearest_area_ids = ['area:gr']"
    )
    use_map(store.writer, MapName.SOURCE)
    assert ["gr"] == areas_of(store, "x:b0")
    use_map(store.writer, MapName.CITATIONS)
    use_map(store.writer, MapName.SOURCE)
    assert [] == areas_of(store, "x:b0")
    assert [None] == store.rows("MATCH (p:Paper {id: 'x:b0'}) RETURN p.nearest_area_ids")
    assert [] == store.broken_promises()


def test_a_person_names_and_merges_areas(store: Store) -> None:
    """Names hold for the areas of their papers, whatever these are called; those of one name are one."""
    store.load([*records(with_areas=False), {"id": "doi:10.1000/b", "ids": ["x:b1"]}])
    entries = [Entry("Holes", ("x:h1", "x:h2")), Entry("Strings", ("doi:10.1000/b",)), Entry("Lost", ("x:nobody",))]
    built = build(store, entries)
    assert [("Holes", True), ("Strings", True)] == [(area.name, area.is_named) for area in built.areas]
    assert ["Lost"] == [entry.name for entry, _ in built.unmatched]
    merged = build(store, [Entry("Physics", ("x:h1",)), Entry("Physics", ("x:b2",), description="All of it.")])
    (area,) = merged.areas
    assert ("Physics", 2, 13) == (area.name, len(area.anchors), merged.placed_count)
    # what is shown of it makes the same of the two communities again
    (shown,) = store.read(read_built_areas)
    assert (area.anchors, 13) == (shown.area.anchors, shown.paper_count)
    again = build(store, [Entry("Physics", ids) for ids in shown.area.anchors])
    assert [("Physics", area.id)] == [(each.name, each.id) for each in again.areas]


def run(store: Store, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    environment = {
        **os.environ,
        "GRAPHSVC_HOME": str(store.folder),
        "GRAPHSVC_NEO4J_URI": store.connection.uri,
        "GRAPHSVC_NEO4J_USER": store.connection.user,
        "GRAPHSVC_NEO4J_PASSWORD": store.connection.password,
    }
    command = [sys.executable, "-m", "graphsvc", "map", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_commands(store: Store, tmp_path: Path) -> None:
    """Without areas of sources the built map is used at once; the written file of names, edited, names its areas."""
    assert (1, True) == ((done := run(store, "build")).returncode, "too few citations" in done.stderr)
    assert (1, True) == ((done := run(store, "use", "citations")).returncode, "is not built" in done.stderr)
    store.load(records(with_areas=False))
    built = json.loads(run(store, "build", "--json").stdout)
    assert ([2], 14, 13, "citations") == tuple(built[name] for name in ("areas", "papers", "papers_placed", "in_use"))
    file = tmp_path / "names.toml"
    assert 0 == run(store, "show", "--write", str(file)).returncode
    first, second = file.read_text().split("[[area]]")[1:]
    file.write_text(
        f"[[area]]\nname = 'Holes'\n{first}[[area]]{second}[[area]]\nname = 'Lost'\npapers = ['x:nobody']\n"
    )
    done = run(store, "build", "--names", str(file))
    assert (3, True) == (done.returncode, "'Lost' names no area: the data have none of its papers" in done.stderr)
    shown = json.loads(run(store, "show", "--json").stdout)
    assert [("Holes", 7, True), (6, False)] == [
        ("Holes", shown["areas"][0]["paper_count_with_parts"], shown["areas"][0]["is_named"]),
        (shown["areas"][1]["paper_count_with_parts"], shown["areas"][1]["is_named"]),
    ]
    text = run(store, "show").stdout
    assert "Holes  (7 papers, area:citations-" in text
    assert "Entropy of black holes 0" in text
    assert {"in_use": "source", "has_changed": True} == json.loads(run(store, "use", "source", "--json").stdout)
    assert [] == names(store)


def test_sources_with_areas_stay_in_use(store: Store) -> None:
    """A build changes what readers see only where they would see nothing else."""
    store.load(records(with_areas=True))
    assert "source" == json.loads(run(store, "build", "--json").stdout)["in_use"]
    assert ["gr", "old"] == names(store)


def test_a_store_without_a_map_has_that_of_its_sources(store: Store) -> None:
    """Nothing was built, and nothing is placed."""
    found = store.read(read_map)
    assert (MapName.SOURCE, None, 0) == (found.in_use, found.built, found.source_memberships)
