"""Loading the sample over Bolt against the bare driver that writes the same graph: python -m benchmarks.load

Floor: papers with their properties and citations as [citing, [cited]] created by the bare driver in the same batches,
no look-up of ids, no counts, no authors, no references to works outside. What stands above it is what a load does to
be honest: it finds what is known, keeps the counts true, takes papers in any order and can be repeated.
"""

import json
import lzma
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.common import empty_store, print_table
from graphsvc.graph.connect import Writer, open_writer
from graphsvc.ingest.load import BATCH_RECORDS, load_files
from graphsvc.sample import SAMPLE_CITATIONS, SAMPLE_FILE

# what a person would write by hand; graphsvc's own statements are in cypher/
CREATE_PAPERS = "UNWIND $rows AS row CREATE (paper:Paper) SET paper = row"
CREATE_CITATIONS = """UNWIND $rows AS row MATCH (citing:Paper {id: row[0]})
UNWIND row[1] AS cited_id MATCH (cited:Paper {id: cited_id}) CREATE (citing)-[:CITES]->(cited)"""


def main() -> None:
    with empty_store() as connection, open_writer(connection) as writer:
        floor_s = bare(writer)
    with empty_store() as connection, open_writer(connection) as writer:
        first = load_files(writer, [str(SAMPLE_FILE)])
        again = load_files(writer, [str(SAMPLE_FILE)])
    assert SAMPLE_CITATIONS == first.citations_new
    print_table(
        ("", "s", "citations a second", "ratio to the floor"),
        [
            ("bare driver", floor_s, f"{SAMPLE_CITATIONS / floor_s:,.0f}", 1.0),
            ("graphsvc load", first.seconds, f"{SAMPLE_CITATIONS / first.seconds:,.0f}", first.seconds / floor_s),
            ("the same again", again.seconds, "", again.seconds / floor_s),
        ],
    )


def bare(writer: Writer) -> float:
    """Write the sample by hand; return the seconds it took."""
    began = time.monotonic()
    with lzma.open(SAMPLE_FILE, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    papers = [{key: record[key] for key in ("id", "title", "abstract", "published")} for record in records]
    citations = [(record["id"], sorted(set(record.get("references") or ()) - {record["id"]})) for record in records]
    with writer.driver.session() as session:
        for rows in batches(papers):
            session.run(CREATE_PAPERS, rows=rows).consume()
        for rows in batches(citations):
            session.run(CREATE_CITATIONS, rows=rows).consume()
    return time.monotonic() - began


def batches(rows: list[Any], size: int = BATCH_RECORDS) -> Iterator[list[Any]]:
    """Cut rows into batches."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


if __name__ == "__main__":
    main()
