"""How the local Neo4j is sized."""

from dataclasses import replace
from pathlib import Path

import pytest

from graphsvc.domain.errors import LocalServerError
from graphsvc.localdb import LocalOptions
from graphsvc.localdb.memory import Memory, machine_mb, sized

OPTIONS = LocalOptions(Path("home"))


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (1_500, Memory(512, 375)),
        (16_000, Memory(2_666, 4_000)),
        (256_000, Memory(8_192, 32_768)),
    ],
)
def test_sized_from_the_machine(total: int, expected: Memory) -> None:
    """A laptop keeps more than half of its memory, a big machine gives no more than helps."""
    assert expected == sized(OPTIONS, total)


def test_set_sizes_win() -> None:
    """What the user sets is taken as it is."""
    assert Memory(700, 80) == sized(replace(OPTIONS, heap_mb=700, page_cache_mb=80), 4_000)


@pytest.mark.parametrize(
    ("options", "setting"),
    [
        (replace(OPTIONS, heap_mb=9_000), "GRAPHSVC_LOCAL_HEAP_MB and GRAPHSVC_LOCAL_PAGE_CACHE_MB"),
        (replace(OPTIONS, page_cache_mb=9_000), "GRAPHSVC_LOCAL_HEAP_MB and GRAPHSVC_LOCAL_PAGE_CACHE_MB"),
        (replace(OPTIONS, heap_mb=10), "GRAPHSVC_LOCAL_HEAP_MB"),
        (replace(OPTIONS, page_cache_mb=1), "GRAPHSVC_LOCAL_PAGE_CACHE_MB"),
    ],
)
def test_too_much_or_too_little(options: LocalOptions, setting: str) -> None:
    """A size that cannot work is refused before Java starts, with the name of the setting."""
    with pytest.raises(LocalServerError, match=setting):
        sized(options, 8_000)


def test_machine_has_memory() -> None:
    """The machine's memory is found, in MB."""
    assert 256 < machine_mb() < 100_000_000
