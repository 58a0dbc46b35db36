"""Records kept as columns come back as they were."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.bulk.staging import (
    SCHEMAS,
    UNIT_BITS,
    Stage,
    citation_columns,
    citations_of,
    pa,
    paper_columns,
    papers_of,
    pq,
)
from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import AreaMembership, AuthorRecord, CitationRecord, Located, PaperRecord

texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=9)
lists_of_texts = st.lists(texts, max_size=3).map(tuple)
dates = st.builds(PartialDate, st.integers(1000, 9999), st.none() | st.integers(1, 12))
papers = st.builds(
    PaperRecord,
    id=texts,
    ids=lists_of_texts,
    title=st.none() | texts,
    abstract=st.none() | texts,
    published=st.none() | dates,
    type=st.none() | texts,
    venue=st.none() | texts,
    language=st.none() | texts,
    authors=st.none() | st.lists(st.builds(AuthorRecord, texts, st.none() | texts), max_size=3).map(tuple),
    categories=st.none() | lists_of_texts,
    areas=st.none() | st.lists(st.builds(AreaMembership, texts, st.none() | st.floats(0, 1)), max_size=3).map(tuple),
    references=st.none() | lists_of_texts,
    source_cited_by_count=st.none() | st.integers(0, 2**63 - 1),
    is_retracted=st.none() | st.booleans(),
    part=st.none() | texts,
)
citations = st.builds(
    CitationRecord,
    texts,
    st.none() | texts,
    lists_of_texts,
    lists_of_texts,
    st.none() | st.booleans(),
    st.none() | texts,
)


@given(st.lists(papers, max_size=5))
def test_papers_come_back(records: list[PaperRecord]) -> None:
    """Every field comes back, no list is not an empty one, and each record has its place."""
    rows = list(enumerate(records, start=7))
    batch = pa.record_batch(paper_columns(rows), schema=SCHEMAS["papers"])
    assert rows == [(place, located.record) for place, located in papers_of(batch)]


@given(st.lists(citations, max_size=5))
def test_citations_come_back(records: list[CitationRecord]) -> None:
    """Every field of a citation comes back."""
    rows = list(enumerate(records))
    batch = pa.record_batch(citation_columns(rows), schema=SCHEMAS["citations"])
    assert rows == [(place, located.record) for place, located in citations_of(batch)]


@pytest.mark.parametrize("unit", [0, 70_000])
def test_places_follow_the_order_of_the_input(tmp_path: Path, unit: int) -> None:
    """The place of a record tells its unit, and grows within it."""
    with Stage(tmp_path, unit) as stage:
        for number in range(3):
            stage.add(Located(number + 1, PaperRecord(f"x:{number}"), ""))
    table = pq.read_table(tmp_path / f"papers-{unit:08}.parquet").to_pylist()
    places = [row["place"] for row in table]
    assert places == sorted(set(places))
    assert {unit} == {place >> UNIT_BITS for place in places}
    assert ["x:0", "x:1", "x:2"] == [row["id"] for row in table]
