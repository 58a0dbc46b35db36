"""The same records in any order and cut into any batches give the same graph."""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AreaMembership, AuthorRecord, CitationRecord, MergeRecord, PaperRecord, Record
from graphsvc.graph.writes import write_batch
from tests.conftest import Store

pytestmark = pytest.mark.neo4j

# Four works; each of up to four sources has a record of it by its own id, that may name the work's other ids.
WORKS = range(4)
SOURCES = ("doi:10.1000/w{}", "arxiv:2001.0000{}", "openalex:W10{}", "s2:{}")
MERGED = "openalex:W90{}"  # what the third source once called the work, and has merged into its present id

GRAPH = """MATCH (paper:Paper)
RETURN [[paper.id] + COLLECT { MATCH (alias:Alias)-[:OF]->(paper) RETURN alias.id },
  paper {.*, id: null, told_by: null},
  COLLECT { MATCH (paper)-[c:CITES]->(cited) RETURN [cited.id, c.sources, c.contexts, c.is_influential] },
  COLLECT { MATCH (paper)-[r:CITES_UNRESOLVED]->(outside) RETURN [outside.id, r.sources] },
  COLLECT { MATCH (paper)<-[wrote:WROTE]-() RETURN wrote.name ORDER BY wrote.position },
  COLLECT { MATCH (paper)-[in_area:IN_AREA]->(area) RETURN [area.id, in_area.primary] ORDER BY area.id }]"""


def ids_of(work: int) -> list[str]:
    return [source.format(work) for source in SOURCES]


ANY_ID = st.sampled_from([id_ for work in WORKS for id_ in (*ids_of(work), MERGED.format(work))])
TEXT = st.none() | st.sampled_from(["a", "b", "c"])
DATES = st.sampled_from([PartialDate(2019), PartialDate(2020, 5), PartialDate(2020, 3, 1), PartialDate(2021)])


@st.composite
def records_of(draw: st.DrawFn, id_: str, others: list[str]) -> PaperRecord:
    """A record with an id of its own."""
    return PaperRecord(
        id_,
        tuple(draw(st.lists(st.sampled_from(others), unique=True, max_size=2))) if others else (),
        title=draw(TEXT),
        abstract=draw(TEXT),
        published=draw(st.none() | DATES),
        venue=draw(TEXT),
        authors=draw(st.none() | st.lists(st.builds(AuthorRecord, st.sampled_from("ABC")), max_size=2).map(tuple)),
        areas=draw(
            st.none()
            | st.lists(st.builds(AreaMembership, st.sampled_from(["area:a", "area:b"])), max_size=2).map(tuple)
        ),
        references=draw(st.none() | st.lists(ANY_ID, max_size=4).map(tuple)),
        is_retracted=draw(st.sampled_from([None, None, False, True])),
    )


@st.composite
def told(draw: st.DrawFn) -> list[Record]:
    """What several sources tell of the works: each record once."""
    records: list[Record] = []
    for work in WORKS:
        ids = ids_of(work)
        for id_ in draw(st.lists(st.sampled_from(ids), unique=True, max_size=4)):
            records.append(draw(records_of(id_, [other for other in ids if other != id_])))
        if draw(st.booleans()):
            records.append(MergeRecord(MERGED.format(work), ids[2]))
            if draw(st.booleans()):
                records.append(draw(records_of(MERGED.format(work), [])))
    for at in range(draw(st.integers(0, 4))):
        contexts = draw(st.sampled_from([(), ("as in",), ("as in", "see")]))
        statement = CitationRecord(draw(ANY_ID), draw(ANY_ID), contexts, (), draw(st.sampled_from([None, False, True])))
        records.append(replace(statement, id=f"s2:{at}") if draw(st.booleans()) else statement)
    return records


def written(store: Store, batches: Sequence[Sequence[Record]]) -> tuple[list[Any], list[str]]:
    """Write batches into the emptied store; return the graph with papers under all of their ids, and what is wrong."""
    store.rows("MATCH (node) WHERE NOT node:Dataset DETACH DELETE node")
    for batch in batches:
        write_batch(store.writer, batch)
    rows = store.rows(GRAPH)
    name = {id_: " ".join(sorted(ids)) for ids, *_ in rows for id_ in ids}
    graph = [
        (
            name[ids[0]],
            {**paper, "record_digests": sorted(paper.get("record_digests") or [])},
            sorted(
                (name[cited], sorted(sources or [ids[0]], key=str), sorted(contexts or []), str(influential))
                for cited, sources, contexts, influential in references
            ),
            sorted((id_, sorted(sources or [ids[0]])) for id_, sources in outside),
            authors,
            areas,
        )
        for ids, paper, references, outside, authors, areas in rows
    ]
    return sorted(graph, key=lambda paper: paper[0]), store.broken_promises()


@given(told(), st.data())
@settings(
    max_examples=int(os.environ.get("GRAPHSVC_TEST_ORDERS", "15")),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # each example is seconds of a database: none to shrink with
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_any_order_and_any_cut_give_the_same_graph(store: Store, records: list[Record], data: st.DataObject) -> None:
    """Records of several sources, merges and statements make one graph, whatever comes first and with what."""
    shuffled = data.draw(st.permutations(records))
    cut = data.draw(st.integers(0, len(shuffled)))
    expected = written(store, [records])
    assert [] == expected[1]
    assert expected == written(store, [shuffled[:cut], shuffled[cut:]])
    assert expected == written(store, [[record] for record in reversed(shuffled)])
