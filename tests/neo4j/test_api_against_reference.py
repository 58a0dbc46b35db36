"""Lists by GraphQL compared with a slow and plain reading of the records: order, totals, bins, facets and pages."""

import datetime
import json
import random
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import pytest

from graphsvc.domain.lists import ListKind, ListRequest, PaperFilter, PaperSort
from graphsvc.domain.text import title_key
from graphsvc.graph.connect import Connection
from graphsvc.graph.whole_lists import stream_list
from tests.conftest import Store, emptied
from tests.neo4j.test_api import Api, opened

pytestmark = pytest.mark.neo4j

THROUGH = datetime.date(2024, 6, 30)
SEED = 20260707
PAPERS = 80
AREA_NAMES = {"a": "beta", "b": "Beta", "c": "Alpha", "d": "alpha", "e": "Zeta", "f": "Eta"}
TYPES = ["article", "Article", "REVIEW", "book", None]
VENUES = ["Nature", "NATURE", "nature", "Physica Σ", "physica σ", "Ünter", "ünter", "Annals", None, None]
TITLES = [
    "The same",
    "the Same",
    "«Élan»",
    "elan vital",
    "Ænima",
    "Zebra",
    "zebra 2",
    "!",
    "10 ways",
    "9 ways",
    "中文",
    None,
]
KINDS = {"citers": ListKind.CITERS, "references": ListKind.REFERENCES}


def made_up_records() -> list[dict[str, Any]]:
    """Return papers with every kind of date, title, type, area and reference; a few of them are cited by most."""
    chance = random.Random(SEED)
    names = [f"x:p{number:02}" for number in range(PAPERS)]
    aliases = {name: f"doi:10.1000/{name[2:]}" for name in names[::3]}
    records: list[dict[str, Any]] = []
    for name in names:
        record: dict[str, Any] = {"id": name}
        if name in aliases:
            record["ids"] = [aliases[name]]
        day = datetime.date(2015, 1, 1) + datetime.timedelta(days=chance.randrange(11 * 365))
        cut = chance.choice([0, 4, 4, 7, 10, 10])
        if cut:
            record["published"] = day.isoformat()[:cut]
        if (title := chance.choice(TITLES)) is not None:
            record["title"] = title
        if (type_ := chance.choice(TYPES)) is not None:
            record["type"] = type_
        if (venue := chance.choice(VENUES)) is not None:
            record["venue"] = venue
        record["areas"] = [
            f"area:{area}" for area in chance.sample(sorted(AREA_NAMES), chance.choice([0, 0, 1, 1, 2, 3]))
        ]
        if chance.random() < 0.9:
            cited = chance.choices(names[:5], k=3) + chance.choices(names, k=chance.randrange(25))
            cited = [aliases.get(id_, id_) if chance.random() < 0.5 else id_ for id_ in cited]
            record["references"] = cited + [f"x:outside-{chance.randrange(9)}"] * chance.randrange(2)
        records.append(record)
    chance.shuffle(records)
    return records


def made_up_facts() -> dict[tuple[str, str], bool]:
    """Return for some citations, those of the papers with even numbers, whether a source calls them influential."""
    chance = random.Random(SEED)
    owner = {id_: record["id"] for record in RECORDS for id_ in (record["id"], *record.get("ids", ()))}
    pairs = {
        (record["id"], owner[id_])
        for record in RECORDS
        if int(record["id"][3:]) % 2 == 0
        for id_ in record.get("references", ())
        if id_ in owner and owner[id_] != record["id"]
    }
    return {pair: chance.random() < 0.5 for pair in sorted(pairs) if chance.random() < 0.8}


@dataclass(frozen=True)
class Kept:
    """A filter, as the query has it."""

    areas: list[str] | None
    has_area: bool | None
    years: dict[str, int] | None
    types: list[str] | None
    venues: list[str] | None = None
    is_influential: bool | None = None

    def as_input(self) -> dict[str, Any] | None:
        """Return it as a variable of the query."""
        values = {
            "areas": self.areas, "hasArea": self.has_area, "years": self.years, "types": self.types,
            "venues": self.venues, "isInfluential": self.is_influential,
        }  # fmt: skip
        return {name: value for name, value in values.items() if value is not None} or None

    def as_domain(self) -> PaperFilter:
        """Return it as the export takes it."""
        return PaperFilter(
            areas=None if self.areas is None else tuple(self.areas),
            has_area=self.has_area,
            first_year=(self.years or {}).get("from"),
            last_year=(self.years or {}).get("to"),
            types=None if self.types is None else tuple(type_.lower() for type_ in self.types),
            venues=None if self.venues is None else tuple(venue.lower() for venue in self.venues),
            is_influential=self.is_influential,
        )


class Reference:
    """What the answers should be, read from the records alone."""

    def __init__(self, records: list[dict[str, Any]], facts: dict[tuple[str, str], bool]) -> None:
        self.facts = facts
        self.papers = {record["id"]: record for record in records}
        owner = {id_: record["id"] for record in records for id_ in (record["id"], *record.get("ids", ()))}
        self.references = {
            record["id"]: {owner[id_] for id_ in record.get("references", ()) if id_ in owner} - {record["id"]}
            for record in records
        }
        self.citers: dict[str, set[str]] = {id_: set() for id_ in self.papers}
        for citing, cited in self.references.items():
            for id_ in cited:
                self.citers[id_].add(citing)

    def members(self, field: str, owner: str) -> set[str]:
        """Return the ids of the papers in a list, without any filter."""
        if field == "papers":
            return {id_ for id_, record in self.papers.items() if owner in record["areas"]}
        return self.citers[owner] if field == "citers" else self.references[owner]

    def year(self, id_: str) -> int | None:
        published = self.papers[id_].get("published")
        return None if published is None else int(published[:4])

    def ymd(self, id_: str) -> int | None:
        published = self.papers[id_].get("published")
        return None if published is None else int((published.replace("-", "") + "0000")[:8])

    def key(self, sort: str, id_: str) -> tuple[Any, ...]:
        """Return where a paper stands: what is smaller comes first."""
        cited, ymd, year = len(self.citers[id_]), self.ymd(id_), self.year(id_)
        by_cited = (-cited, 99999999 if ymd is None else ymd, id_)
        if sort == "NEWEST":
            return (ymd is None, -(ymd or 0), *by_cited)
        if sort == "OLDEST":
            return (ymd is None, ymd or 0, *by_cited)
        if sort == "TITLE":
            title = self.papers[id_].get("title")
            return (title is None, title_key(title or ""), *by_cited)
        if sort == "MOST_CITED_PER_YEAR":
            years = 1 if year is None else max(1, THROUGH.year - year + 1)
            return (year is None, -(cited * 1_000_000 // years) if year is not None else 0, *by_cited)
        return by_cited

    def listed(self, field: str, owner: str, kept: Kept) -> set[str]:
        """Return the members whose citation is as the filter has it."""
        members = self.members(field, owner)
        if kept.is_influential is None:
            return members
        ends = {id_: (id_, owner) if field == "citers" else (owner, id_) for id_ in members}
        return {id_ for id_ in members if self.facts.get(ends[id_]) is kept.is_influential}

    def is_kept(self, id_: str, kept: Kept, but: str = "") -> bool:
        """Return whether every filter but one keeps a paper."""
        record, year = self.papers[id_], self.year(id_)
        for field, wanted in (("type", kept.types), ("venue", kept.venues)):
            texts = None if wanted is None or field == but else {text.lower() for text in wanted}
            if texts is not None and (record.get(field) or "").lower() not in texts:
                return False
        if but != "areas" and kept.areas is not None and not set(kept.areas) & set(record["areas"]):
            return False
        if but != "areas" and kept.has_area is not None and kept.has_area is not bool(record["areas"]):
            return False
        if but != "years" and kept.years:
            return year is not None and kept.years.get("from", 0) <= year <= kept.years.get("to", 9999)
        return True

    def order(self, field: str, owner: str, sort: str, kept: Kept) -> list[str]:
        """Return the whole list."""
        ids = [id_ for id_ in self.listed(field, owner, kept) if self.is_kept(id_, kept)]
        return sorted(ids, key=lambda id_: self.key(sort, id_))

    def values(self, field: str, members: list[str]) -> list[tuple[str, int]]:
        """Return the types or venues of papers with their counts, as a facet shows them."""
        spelled = Counter(self.papers[id_][field] for id_ in members if field in self.papers[id_])
        shown = {
            text.lower(): min((other for other in spelled if other.lower() == text.lower()),
                              key=lambda other: (-spelled[other], other))
            for text in spelled
        }  # fmt: skip
        counts = Counter(shown[self.papers[id_][field].lower()] for id_ in members if field in self.papers[id_])
        return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))

    def counts(self, field: str, owner: str, kept: Kept, areas_first: int) -> dict[str, Any]:
        """Return bins and facets as the query's answer has them."""
        members = self.listed(field, owner, kept)
        in_areas = [id_ for id_ in members if self.is_kept(id_, kept, but="years")]
        in_years = [id_ for id_ in members if self.is_kept(id_, kept, but="areas")]
        of_types = [id_ for id_ in members if self.is_kept(id_, kept, but="type")]
        of_venues = [id_ for id_ in members if self.is_kept(id_, kept, but="venue")]
        by_year = Counter(self.year(id_) for id_ in in_areas)
        undated = by_year.pop(None, 0)
        years = range(min(by_year), max(by_year) + 1) if by_year else []
        by_area = Counter(area for id_ in in_years for area in self.papers[id_]["areas"])
        ranked = sorted(by_area, key=lambda area: (-by_area[area], AREA_NAMES[area.removeprefix("area:")], area))
        return {
            "undatedCount": undated,
            "noAreaCount": sum(not self.papers[id_]["areas"] for id_ in in_years),
            "byYear": [
                {
                    "year": year,
                    "count": by_year[year],
                    "isPartial": year >= THROUGH.year,
                    "through": THROUGH.isoformat() if year >= THROUGH.year else None,
                }
                for year in years
            ],
            "byArea": [{"count": by_area[area], "area": {"id": area}} for area in ranked[:areas_first]],
            "noTypeCount": sum("type" not in self.papers[id_] for id_ in of_types),
            "noVenueCount": sum("venue" not in self.papers[id_] for id_ in of_venues),
            "byType": [{"type": text, "count": count} for text, count in self.values("type", of_types)],
            "byVenue": [
                {"venue": text, "count": count} for text, count in self.values("venue", of_venues)[:areas_first]
            ],
        }


RECORDS = made_up_records()
FACTS = made_up_facts()
REFERENCE = Reference(RECORDS, FACTS)


@pytest.fixture(scope="module")
def made_up(neo4j_connection: Connection, tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    folder = tmp_path_factory.mktemp("made-up")
    areas = folder / "areas.jsonl"
    areas.write_text("".join(json.dumps({"id": id_, "name": name}) + "\n" for id_, name in AREA_NAMES.items()))
    with emptied(neo4j_connection, folder) as store:
        told = [
            {"citing": citing, "cited": cited, "isInfluential": is_influential}
            for (citing, cited), is_influential in FACTS.items()
        ]
        assert 0 == store.load([*RECORDS, *told], areas_files=[str(areas)], data_through=THROUGH).exit_status
        yield store


@pytest.fixture(scope="module")
def api(made_up: Store) -> Generator[Api]:
    yield from opened(made_up.connection)


@dataclass(frozen=True)
class Asked:
    """One list to ask for."""

    field: str
    owner: str
    sort: str
    kept: Kept
    areas_first: int

    def query(self, selected: str) -> str:
        """Return a query that selects this of the list."""
        root = "area" if self.field == "papers" else "paper"
        return f"""query ($id: ID!, $sort: PaperSort!, $filter: PaperFilter, $areas: Int!,
            $first: Int, $last: Int, $after: String, $before: String) {{
            {root}(id: $id) {{ list: {self.field}(first: $first, last: $last, after: $after, before: $before,
                sort: $sort, filter: $filter) {{ byArea(first: $areas) {{ count area {{ id }} }}
                byVenue(first: $areas) {{ venue count }} {selected} }} }} }}"""

    def variables(self, **page: Any) -> dict[str, Any]:
        """Return the variables of the query, those of a page among them."""
        kept = self.kept.as_input()
        return {"id": self.owner, "sort": self.sort, "filter": kept, "areas": self.areas_first, **page}


def asked_by_chance(chance: random.Random) -> Asked:
    """Return any list with any sort and filter; half of the filters are empty in any field."""

    def maybe(make: Callable[[], Any]) -> Any:
        return make() if chance.random() < 0.4 else None

    field = chance.choice(["citers", "citers", "references", "papers"])
    owners = [f"area:{area}" for area in AREA_NAMES]
    if field != "papers":
        owners = [*(f"x:p{number:02}" for number in range(5)), chance.choice(sorted(REFERENCE.papers))]
        owners = [id_ for id_ in owners if field == "citers" or "references" in REFERENCE.papers[id_]]
    first, last = sorted(chance.choices(range(2013, 2028), k=2))
    years = chance.choice([{"from": first}, {"to": last}, {"from": first, "to": last}])
    kept = Kept(
        areas=maybe(lambda: [f"area:{area}" for area in chance.sample([*AREA_NAMES, "nowhere"], chance.randrange(4))]),
        has_area=maybe(lambda: chance.random() < 0.5),
        years=maybe(lambda: years),
        types=maybe(lambda: chance.sample(["ARTICLE", "review", "Book", "other"], chance.randrange(4))),
        venues=maybe(lambda: chance.sample(["NATURE", "physica Σ", "Ünter", "annals", "?"], chance.randrange(4))),
        is_influential=maybe(lambda: chance.random() < 0.6) if field != "papers" else None,
    )
    sort = chance.choice(["MOST_CITED", "NEWEST", "OLDEST", "TITLE", "MOST_CITED_PER_YEAR"])
    return Asked(field, chance.choice(owners), sort, kept, chance.choice([0, 1, 2, 20]))


def found(api: Api, asked: Asked, selected: str, **page: Any) -> dict[str, Any]:
    """Return the list that a query finds."""
    answer = api.data(asked.query(selected), **asked.variables(**page))
    return next(iter(answer.values()))["list"]


@pytest.mark.parametrize("number", range(200))
def test_any_list_is_what_the_records_say(api: Api, number: int) -> None:
    """Any list in any order under any filter has what the records give: papers, total, bins, facet."""
    asked = asked_by_chance(random.Random(number))
    whole = found(
        api,
        asked,
        """totalCount undatedCount noAreaCount noTypeCount noVenueCount byType { type count }
        byYear { year count isPartial through }
        nodes { id citers(first: 3, sort: OLDEST) { totalCount nodes { id } } } edges { cursor node { id } }""",
        first=100,
    )
    order = REFERENCE.order(asked.field, asked.owner, asked.sort, asked.kept)
    assert order == [node["id"] for node in whole["nodes"]]
    assert order == [edge["node"]["id"] for edge in whole["edges"]]
    assert len(order) == whole["totalCount"]
    counts = REFERENCE.counts(asked.field, asked.owner, asked.kept, asked.areas_first)
    assert counts == {name: whole[name] for name in counts}
    if not asked.kept.years:
        assert len(order) == sum(bar["count"] for bar in whole["byYear"]) + whole["undatedCount"]
    everything = Kept(None, None, None, None)
    for node in whole["nodes"]:
        citers = REFERENCE.order("citers", node["id"], "OLDEST", everything)
        expected = {"totalCount": len(citers), "nodes": [{"id": id_} for id_ in citers[:3]]}
        assert expected == node["citers"]


@pytest.mark.parametrize("number", range(200, 300))
def test_any_page_is_a_part_of_its_list(api: Api, number: int) -> None:
    """Any page, forward or backward, from any paper, is that part of the list and tells what is around it."""
    chance = random.Random(number)
    asked = asked_by_chance(chance)
    order = REFERENCE.order(asked.field, asked.owner, asked.sort, asked.kept)
    cursors = [edge["cursor"] for edge in found(api, asked, "edges { cursor }", first=100)["edges"]]
    assert len(order) == len(cursors) == len(set(cursors))
    for size in (0, 1, 2, 5, 100):
        start, end = -1, len(order)
        if order and chance.random() < 0.7:
            start = chance.randrange(len(order))
        if order and chance.random() < 0.5:
            end = chance.randrange(start + 1, len(order) + 1)
        page: dict[str, Any] = {"after": cursors[start] if start >= 0 else None}
        page["before"] = cursors[end] if end < len(order) else None
        backward = chance.random() < 0.5
        page["last" if backward else "first"] = size
        low, high = (max(start + 1, end - size), end) if backward else (start + 1, min(end, start + 1 + size))
        given = found(
            api,
            asked,
            "totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }",
            **page,
        )
        assert order[low:high] == [edge["node"]["id"] for edge in given["edges"]]
        assert cursors[low:high] == [edge["cursor"] for edge in given["edges"]]
        assert {
            "hasNextPage": high < len(order),
            "hasPreviousPage": low > 0,
            "startCursor": cursors[low] if low < high else None,
            "endCursor": cursors[high - 1] if low < high else None,
        } == given["pageInfo"]
        assert len(order) == given["totalCount"]


@pytest.mark.parametrize("number", range(300, 400))
def test_any_export_is_its_list(api: Api, number: int) -> None:
    """The whole list as the export streams it is the list that the records give, in its order, with its length."""
    asked = asked_by_chance(random.Random(number))
    if asked.field not in KINDS:
        return
    request = ListRequest(KINDS[asked.field], PaperSort[asked.sort], asked.kept.as_domain())

    async def streamed() -> list[tuple[int, list[str]]]:
        parts = stream_list(api.reader, asked.owner, request)
        return [(total, [columns[0] for columns in rows]) async for total, rows in parts]

    parts = api.run(streamed())
    order = REFERENCE.order(asked.field, asked.owner, asked.sort, asked.kept)
    assert order == [id_ for _, ids in parts for id_ in ids]
    assert {len(order)} == {total for total, _ in parts}


def test_the_counts_of_every_paper(api: Api) -> None:
    """Each paper's counts are those of its records, those without a known reference list null."""
    ids = sorted(REFERENCE.papers)
    fields = "id citedByCount referenceCount referencesOutside references(first: 0) { totalCount }"
    papers = api.data(f"query ($ids: [ID!]!) {{ papers(ids: $ids) {{ {fields} }} }}", ids=ids)["papers"]
    for paper in papers:
        record, here = REFERENCE.papers[paper["id"]], len(REFERENCE.references[paper["id"]])
        assert len(REFERENCE.citers[paper["id"]]) == paper["citedByCount"]
        if "references" not in record:
            assert (None, None, None) == (paper["referenceCount"], paper["referencesOutside"], paper["references"])
            continue
        outside = len({id_ for id_ in record["references"] if id_.startswith("x:outside")})
        assert (here + outside, outside, {"totalCount": here}) == (
            paper["referenceCount"],
            paper["referencesOutside"],
            paper["references"],
        )


def test_the_store_is_sound(made_up: Store) -> None:
    """The check over the whole store finds nothing."""
    assert [] == made_up.broken_promises()
