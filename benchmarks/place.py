"""How often papers come to their area by their own words, and how quickly: python -m benchmarks.place

Accuracy on a subset of Microsoft Academic (titles alone; its fields of study, general and special ones side by side,
are the areas), each paper held out once. Floor: a model that always says the most frequent area. Then the speed of
learning and placing the sample's titles and abstracts, in 100 areas made up by chance. No store is needed.
"""

import time
from pathlib import Path

import psutil

from benchmarks.common import print_table
from graphsvc.domain.records import AreaRecord, Located, PaperRecord
from graphsvc.domain.texts import AreaText, Member, PaperText
from graphsvc.ingest.files import open_source
from graphsvc.ingest.formats import ReadOptions, reader_for
from graphsvc.place.calibrate import calibrate
from graphsvc.place.run import ACCURACY, NEAREST, by_hash
from graphsvc.place.tfidf import TfidfModel
from graphsvc.sample import SAMPLE_FILE

DATA = Path(__file__).parents[1] / "tests" / "data" / "formats"
MADE_UP_AREAS = 100


def main() -> None:
    records = read(DATA / "mag-geo-areas.jsonl.gz") + read(DATA / "mag-geo-papers.jsonl.gz")
    areas = [AreaText(each.id, each.name, each.description) for each in records if isinstance(each, AreaRecord)]
    members = [
        Member(each.id, PaperText(each.title, each.abstract), tuple(dict.fromkeys(area.id for area in each.areas)))
        for each in records
        if isinstance(each, PaperRecord) and each.title and each.areas
    ]
    members.sort(key=lambda member: by_hash(member.id))
    print_accuracy(areas, members)
    print_speed()


def read(path: Path) -> list[object]:
    """Return the records of a file."""
    with open_source(str(path)) as source:
        return [each.record for each in reader_for(source, ReadOptions())(source) if isinstance(each, Located)]


def print_accuracy(areas: list[AreaText], members: list[Member]) -> None:
    """Measure how often a held-out paper comes to one of its areas, and to its main one."""
    named = {id_ for member in members for id_ in member.area_ids}
    _, found = calibrate(TfidfModel, [area for area in areas if area.id in named], members, ACCURACY)
    print(f"{len(members):,} papers, {len(named):,} areas, {found.held_out:,} papers held out, threshold", end=" ")
    print(found.threshold, "\n")
    rows = [
        (f"{step.threshold:.3f}", step.coverage, step.accuracy, step.accuracy / found.most_frequent,
         step.main_accuracy, step.main_accuracy / found.main_most_frequent)
        for step in found.steps
    ]  # fmt: skip
    floor = ("the most frequent area", 1.0, found.most_frequent, 1.0, found.main_most_frequent, 1.0)
    print_table(("score from", "placed", "in one of its areas", "ratio", "in its main area", "ratio"), [floor, *rows])


def print_speed() -> None:
    """Measure how quickly texts are learned and placed, and what that holds."""
    papers = [each for each in read(SAMPLE_FILE) if isinstance(each, PaperRecord) and each.abstract]
    texts = [PaperText(paper.title, paper.abstract) for paper in papers]
    areas = [AreaText(f"area:{number}", f"Area {number}", None) for number in range(MADE_UP_AREAS)]
    area_ids = [areas[by_hash(paper.id)[0] % MADE_UP_AREAS].id for paper in papers]
    before = psutil.Process().memory_info().rss
    began = time.process_time()
    model = TfidfModel()
    model.fit(areas, texts, area_ids)
    learned = time.process_time()
    held = psutil.Process().memory_info().rss - before
    model.nearest(texts, NEAREST)
    placed = time.process_time()
    row = (f"{len(texts) / (learned - began):,.0f}", f"{len(texts) / (placed - learned):,.0f}", f"{held / 1e6:,.0f}")
    print(f"\n{len(texts):,} titles with abstracts\n")
    print_table(("learned a second", "placed a second", "MB held at most"), [row])


if __name__ == "__main__":
    main()
