"""Reading dumps, without a store, against the least that any reader must do: python -m benchmarks.parse [NAME ...]

Floor, of the same file in the same run: JSON lines are decompressed, cut and given to orjson; a JSON document is given
to orjson whole; CSV goes through csv.reader, an edge list through line.split(), Parquet through pyarrow's own rows,
BibTeX through bibtexparser. Nothing is done with what comes out. Times are the processor's, so that others on the
machine hardly matter. Inputs are the real files of tests/data/formats and the sample, repeated to some 10 MB; of
BibTeX, which is slow, 1 MB is enough.
"""

import csv
import gzip
import io
import json
import lzma
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import bibtexparser
import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.common import print_table
from graphsvc.domain.records import Located
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import ReadOptions, reader_for
from graphsvc.sample import SAMPLE_FILE

DATA = Path(__file__).parents[1] / "tests" / "data" / "formats"
INPUT_BYTES = 10_000_000
BIBTEX_BYTES = 1_000_000
ROUNDS = 2
Floor = Callable[[Path], Iterable[Any]]
Input = tuple[bytes, Floor]


def main(names: list[str]) -> None:
    rows: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory(prefix="graphsvc-bench-") as folder:
        for name, make in INPUTS.items():
            if not names or name in names:
                data, floor = make()
                path = Path(folder) / "input"
                path.write_bytes(gzip.compress(data, 1) if floor is json_lines else data)
                rows.append((name, *measured(path, len(data), floor)))
    header = ("input", "records", "records a second", "MB a second", "floor, MB a second", "ratio to the floor")
    print_table(header, rows)


def measured(path: Path, size_bytes: int, floor: Floor) -> tuple[object, ...]:
    """Return records, records a second, MB a second, those of the floor, and the ratio of the times."""
    reader_s = floor_s = float("inf")
    records = 0
    for _ in range(ROUNDS):
        began = time.process_time()
        deque(floor(path), maxlen=0)
        between = time.process_time()
        with open_source(str(path)) as source:
            records = sum(type(item) is Located for item in reader_for(source, ReadOptions())(source))
        floor_s, reader_s = min(floor_s, between - began), min(reader_s, time.process_time() - between)
    megabytes = size_bytes / 1_000_000
    figures = (f"{records / reader_s:,.0f}", f"{megabytes / reader_s:.1f}", f"{megabytes / floor_s:.1f}")
    return f"{records:,}", *figures, reader_s / floor_s


def json_lines(path: Path) -> Iterator[Any]:
    """Decompress, cut and parse lines."""
    with gzip.open(path) as lines:
        yield from map(orjson.loads, lines)


def json_document(path: Path) -> Iterator[Any]:
    """Parse a document whole."""
    yield orjson.loads(path.read_bytes())


def csv_rows(path: Path) -> Iterator[Any]:
    """Take the rows of CSV apart."""
    with path.open(newline="", encoding="utf-8") as lines:
        yield from csv.reader(lines)


def split_lines(path: Path) -> Iterator[Any]:
    """Split lines at their blanks."""
    with path.open(encoding="utf-8") as lines:
        yield from map(str.split, lines)


def parquet_rows(path: Path) -> Iterator[Any]:
    """Make rows of Parquet."""
    for batch in pq.ParquetFile(path).iter_batches(2_000):
        yield from batch.to_pylist()


def bibtex_entries(path: Path) -> Iterator[Any]:
    """Take BibTeX apart."""
    yield from bibtexparser.parse_string(path.read_text()).blocks


def data_of(name: str) -> bytes:
    """Return a file of the tests' data, decompressed."""
    data = (DATA / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def repeated(data: bytes, *, header: bytes = b"", size: int = INPUT_BYTES) -> bytes:
    """Return lines over and over."""
    return header + data * (size // len(data) + 1)


def lines_of(name: str) -> Callable[[], Input]:
    """Return how to make JSON lines of a file of them."""
    return lambda: (repeated(data_of(name).rstrip() + b"\n"), json_lines)


def document_of(name: str, key: str) -> Callable[[], Input]:
    """Return how to make a document with the records of another over and over."""

    def make() -> Input:
        document = json.loads(data_of(name))
        records = document[key]
        document[key] = records * (INPUT_BYTES // len(json.dumps(records)) + 1)
        return json.dumps(document).encode(), json_document

    return make


def csv_of(name: str) -> Callable[[], Input]:
    """Return how to make CSV of a file of it."""

    def make() -> Input:
        header, rows = data_of(name).split(b"\n", 1)
        return repeated(rows.rstrip() + b"\n", header=header + b"\n"), csv_rows

    return make


def sample() -> list[dict[str, Any]]:
    """Return the records of the packaged sample."""
    with lzma.open(SAMPLE_FILE) as lines:
        return [orjson.loads(line) for line in lines]


def native() -> Input:
    """Make native records of the sample."""
    with lzma.open(SAMPLE_FILE) as lines:
        return repeated(lines.read()), json_lines


def arxiv() -> Input:
    """Make lines of arXiv's snapshot."""
    papers = json.loads(data_of("05-arxiv-ids.json"))["papers"]
    return repeated(b"".join(orjson.dumps(paper) + b"\n" for paper in papers)), json_lines


def csl() -> Input:
    """Make CSL-JSON of Crossref's works."""
    works = json.loads(data_of("crossref-items.json.gz"))["items"]
    wanted = ("DOI", "author", "issued", "publisher", "language", "URL", "abstract")
    items = [
        {"id": work["DOI"], "type": "article-journal", "title": (work.get("title") or [""])[0]}
        | {key: work[key] for key in wanted if key in work}
        for work in works
    ]
    return json.dumps(items * (INPUT_BYTES // len(json.dumps(items)) + 1)).encode(), json_document


def snap() -> Input:
    """Make an edge list."""
    return repeated(data_of("cit-HepTh-first-300.txt")), split_lines


def table() -> pa.Table:
    """Return the sample as the table that somebody may have of it."""
    records = sample()
    return pa.table(
        {
            "id": [record["id"] for record in records],
            "title": [record["title"] for record in records],
            "abstract": [record.get("abstract") for record in records],
            "year": [int(record["published"][:4]) for record in records],
            "authors": ["; ".join(author["name"] for author in record.get("authors") or ()) for record in records],
            "references": [" ; ".join(record.get("references") or ()) for record in records],
        }
    )


def csv_table() -> Input:
    """Make CSV of papers."""
    columns = table().to_pydict()
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode(), csv_rows


def parquet() -> Input:
    """Make Parquet of papers."""
    buffer = io.BytesIO()
    pq.write_table(table(), buffer)
    return buffer.getvalue(), parquet_rows


def bibtex() -> Input:
    """Make BibTeX of the sample's first papers."""
    entries = [
        f"@article{{key{number},\n  title = {{{plain(record['title'])}}},\n  year = {{{record['published'][:4]}}},\n"
        f"  author = {{{' and '.join(plain(author['name']) for author in record.get('authors') or ())}}},\n"
        f"  abstract = {{{plain(record.get('abstract') or '')}}},\n"
        f"  eprint = {{{record['id'].partition(':')[2]}}}, archivePrefix = {{arXiv}}\n}}\n"
        for number, record in enumerate(sample()[:2_000])
    ]
    return "".join(entries).encode()[:BIBTEX_BYTES].rpartition(b"@article")[0], bibtex_entries


def plain(text: str) -> str:
    """Return a text without braces, as these must be balanced."""
    return text.replace("{", "").replace("}", "")


INPUTS: dict[str, Callable[[], Input]] = {
    "native": native,
    "openalex": lines_of("openalex-works.jsonl.gz"),
    "openalex, page": document_of("openalex-page.json.gz", "results"),
    "s2ag, papers": lines_of("s2ag-papers.jsonl.gz"),
    "s2ag, abstracts": lines_of("s2ag-abstracts.jsonl.gz"),
    "s2ag, citations": lines_of("s2ag-citations.jsonl.gz"),
    "s2_graph_api": document_of("s2-citations-page.json.gz", "data"),
    "arxiv": arxiv,
    "crossref": document_of("crossref-items.json.gz", "items"),
    "csl": csl,
    "aminer": lines_of("aminer-v11.jsonl.gz"),
    "opencitations": csv_of("opencitations-citations_data.csv"),
    "openalex_merges": csv_of("15-merged-ids.csv"),
    "snap": snap,
    "tables, CSV": csv_table,
    "tables, Parquet": parquet,
    "bibtex": bibtex,
}


if __name__ == "__main__":
    main(sys.argv[1:])
