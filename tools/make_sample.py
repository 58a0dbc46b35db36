"""Makes the sample that ships in the package from the hep-th records: everything, and abstracts as far as they fit.

    python tools/make_sample.py papers.jsonl.gz src/graphsvc/sample/hep-th.jsonl.xz

The most cited papers keep their abstracts: those are the ones that people look at.
"""

import gzip
import json
import lzma
import sys
from collections import Counter
from pathlib import Path
from typing import Any

MAX_BYTES = 6_000_000
PRESET = 9 | lzma.PRESET_EXTREME


def main(source: str, target: str) -> None:
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    by_citers = most_cited_first(records)
    low, high, middle, packed = 0, len(records), len(records), b""
    while low < high:  # all of them, or the largest number of abstracts that fits
        tried = pack(records, set(by_citers[:middle]))
        if len(tried) <= MAX_BYTES:
            low, packed = middle, tried
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    Path(target).write_bytes(packed)
    print(f"{len(records):,} papers, {low:,} with their abstract, {len(packed):,} bytes")


def most_cited_first(records: list[dict[str, Any]]) -> list[str]:
    citers = Counter(cited for record in records for cited in record.get("references") or ())
    return [record["id"] for record in sorted(records, key=lambda record: (-citers[record["id"]], record["id"]))]


def pack(records: list[dict[str, Any]], with_abstract: set[str]) -> bytes:
    lines = [
        json.dumps(
            {key: value for key, value in record.items() if key != "abstract" or record["id"] in with_abstract},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for record in records
    ]
    return lzma.compress("\n".join(lines).encode() + b"\n", preset=PRESET)


if __name__ == "__main__":
    main(*sys.argv[1:])
