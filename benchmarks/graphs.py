"""Made-up citation graphs of any size as native JSON lines, the same for the same seed: python -m benchmarks.graphs F

Papers cite earlier ones, a few of which are cited very often (the citers of paper n fall off as a power of n), as in
real data. Titles, authors, years and areas are short and plausible, so that files are as large as such records are.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

WORDS = [
    *("adaptive", "attention", "bounds", "causal", "compact", "convergence", "deep", "dense", "dynamics", "efficient"),
    *("entropy", "estimation", "exact", "fields", "finite", "fourier", "gauge", "generalised", "graphs", "inference"),
    *("kernels", "lattice", "learning", "limits", "local", "metrics", "models", "networks", "neural", "noise"),
    *("optimal", "order", "phase", "priors", "quantum", "random", "regret", "robust", "sampling", "scaling", "sparse"),
    *("spectral", "stable", "stochastic", "strings", "structure", "supervised", "symmetry", "transport", "universal"),
]
NAMES = ("Ada", "Bo", "Chen", "Dilip", "Elena", "Femi", "Grace", "Hugo", "Ines", "Jun", "Kwame", "Lena", "Mina")
FAMILIES = ("Abe", "Berg", "Costa", "Diaz", "Eriksen", "Fischer", "Gupta", "Hoang", "Ito", "Jansen", "Kim", "Lopez")
AREAS, VENUES, VENUE_EXPONENT = 300, 2_000, 3
TYPES = ("article", "article", "article", "article", "preprint", "preprint", "review", "book-chapter")
FIRST_YEAR, YEARS = 1980, 46
HUB_EXPONENT = 2.5
CITERS = (10, 1_000, 10_000, 50_000, 100_000, 300_000)
"""How many citers papers have that benchmarks ask for, as far as the graph has so many papers."""
DATA_THROUGH = f"{FIRST_YEAR + YEARS - 1}-12-31"


@dataclass(frozen=True, slots=True)
class Graph:
    """How large a graph is: `citations` is how many edges it has."""

    papers: int
    citations: int


def write_graph(
    file: Path,
    papers: int,
    mean_references: int = 10,
    seed: int = 7,
    hubs: Sequence[int] = (),
    large_areas: Sequence[int] = (),
) -> Graph:
    """Write a graph as native records, some 400 bytes each; return how large it came out.

    `hubs` are papers with exactly so many citers, in addition: `hub_id` says how they are called. `large_areas` are
    areas with exactly so many papers, which are in one of the others too: `area_id`.
    """
    citations = 0
    with file.open("w", encoding="ascii") as out:
        for citers in hubs:
            told = f'"title":"Cited {citers:,} times","published":"1979","references":[]'
            out.write(f'{{"id":"{hub_id(citers)}",{told}}}\n')
        for line, references in _lines(papers, mean_references, random.Random(seed), hubs, large_areas):
            out.write(line)
            citations += references
    return Graph(papers, citations)


def write_update(file: Path, papers: int, new_papers: int, hubs: Sequence[int], mean_references: int = 13) -> Graph:
    """Write papers newer than those of a graph of so many, which cite these and, one in ten, each of the hubs."""
    chance = random.Random(papers)
    citations = 0
    with file.open("w", encoding="ascii") as out:
        for number in range(papers, papers + new_papers):
            wanted = chance.randint(1, 2 * mean_references)
            cited = {paper_id(int(number * chance.random() ** HUB_EXPONENT)) for _ in range(wanted)}
            cited.update(hub_id(citers) for citers in hubs if chance.random() < 0.1)
            citations += len(cited)
            references = ",".join(f'"{id_}"' for id_ in sorted(cited))
            title = " ".join(chance.choices(WORDS, k=chance.randint(4, 9))).capitalize()
            out.write(
                f'{{"id":"{paper_id(number)}","title":"{title}","published":"{DATA_THROUGH[:7]}","type":"article",'
                f'"areas":["area:{chance.randrange(AREAS)}"],"references":[{references}]}}\n'
            )
    return Graph(new_papers, citations)


def paper_id(number: int) -> str:
    """Return the id of a paper by its place in the order of publication."""
    return f"openalex:W{2_000_000_000 + 7 * number}"


def hub_id(citers: int) -> str:
    """Return the id of the paper with exactly so many citers."""
    return f"openalex:W1{citers}"


def area_id(papers: int) -> str:
    """Return the id of the area with exactly so many papers."""
    return f"area:large-{papers}"


def _lines(
    papers: int, mean_references: int, chance: random.Random, hubs: Sequence[int], large_areas: Sequence[int]
) -> Iterator[tuple[str, int]]:
    draw = chance.random
    citing: list[list[int]] = [[] for _ in range(papers)]
    for citers in hubs:
        for number in chance.sample(range(papers), citers):
            citing[number].append(citers)
    members: list[list[int]] = [[] for _ in range(papers)]
    for size in large_areas:
        for number in chance.sample(range(papers), size):
            members[number].append(size)
    titles = [" ".join(chance.choices(WORDS, k=chance.randint(4, 9))).capitalize() for _ in range(5000)]
    people = [f"{first} {last}" for first in NAMES for last in FAMILIES]
    for number in range(papers):
        # the first ones have nobody to cite, the others make up for them
        wanted = min(int(draw() * (2 * mean_references + 1)), number // 2)
        cited: set[int] = set()
        while len(cited) < wanted:
            cited.add(int(number * draw() ** HUB_EXPONENT))
        ids = [f'"{paper_id(other)}"' for other in sorted(cited)]
        references = ",".join([*ids, *[f'"{hub_id(citers)}"' for citers in citing[number]]])
        authors = ",".join([f'{{"name":"{people[int(draw() * len(people))]}"}}' for _ in range(2 + (number & 1))])
        large = "".join([f',"{area_id(size)}"' for size in members[number]])
        year = FIRST_YEAR + number * YEARS // papers
        yield (
            f'{{"id":"{paper_id(number)}","title":"{titles[int(draw() * 5000)]} {number % 977}",'
            f'"published":"{year}-{1 + number % 12:02d}","type":"{TYPES[int(draw() * len(TYPES))]}",'
            f'"venue":"Journal {int(VENUES * draw() ** VENUE_EXPONENT)}","authors":[{authors}],'
            f'"areas":["area:{int(draw() * AREAS)}"{large}],"references":[{references}]}}\n',
            len(cited) + len(citing[number]),
        )


def main(arguments: list[str]) -> None:
    file, papers = Path(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 100_000
    graph = write_graph(file, papers)
    print(f"{file}: {graph.papers:,} papers, {graph.citations:,} citations, {file.stat().st_size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
