"""Reference lists that several sources tell."""

from hypothesis import given
from hypothesis import strategies as st

from graphsvc.graph.reference_lists import (
    STATED,
    ListChange,
    add_to_list,
    replace_list,
    statement_source,
    stored_sources,
)

OWN, OTHER = frozenset({"x:a"}), frozenset({"doi:a"})


def test_a_new_list_takes_the_place_of_the_old_one() -> None:
    """What is not listed any more is gone, what is listed now is new."""
    assert ListChange(new={"x:3": OWN}, gone={"x:1"}) == replace_list({"x:1": OWN, "x:2": OWN}, {"x:2", "x:3"}, "x:a")


def test_another_source_keeps_what_it_lists() -> None:
    """A citation is gone only when the last source that listed it no longer does."""
    known = {"x:1": OWN | OTHER, "x:2": OTHER}
    assert ListChange(retold={"x:1": OTHER}) == replace_list(known, set(), "x:a")


def test_a_second_source_is_noted() -> None:
    """A citation that a second source lists is one citation of both."""
    assert ListChange(retold={"x:1": OWN | OTHER}) == replace_list({"x:1": OWN}, {"x:1"}, "doi:a")


def test_a_statement_takes_nothing_away() -> None:
    """Citations that are stated by themselves come beside those of a list, and stay when it no longer has them."""
    stated = frozenset({statement_source(None)})
    assert ListChange(new={"x:2": stated}) == add_to_list({"x:1": OWN}, {"x:2": stated})
    assert ListChange() == replace_list({"x:2": stated}, set(), "x:a")


def test_statements_of_one_citation_are_sources_of_their_own() -> None:
    """A statement that its source may take back is told from any other one."""
    first, second = (frozenset({statement_source(id_)}) for id_ in ("s2:1", "s2:2"))
    assert ListChange(retold={"x:1": first | second}) == add_to_list({"x:1": first}, {"x:1": second})
    assert ListChange() == add_to_list({"x:1": first | second}, {"x:1": second})


def test_what_the_store_keeps() -> None:
    """Nothing is kept where the paper's own record alone lists a citation, as most often."""
    assert None is stored_sources(["x:a"], "x:a")
    assert ["doi:a", "x:a"] == stored_sources({"x:a", "doi:a"}, "x:a")


SOURCES = st.sampled_from(["x:a", "doi:a", STATED])
LISTS = st.lists(st.tuples(SOURCES, st.frozensets(st.sampled_from(["x:1", "x:2", "x:3"]))), max_size=8)


@given(LISTS)
def test_the_last_list_of_each_source_counts(lists: list[tuple[str, frozenset[str]]]) -> None:
    """After any lists in any order, what is cited is what the last list of some source, or any statement, has."""
    known: dict[str, frozenset[str]] = {}
    last: dict[str, frozenset[str]] = {}
    for source, wanted in lists:
        told = frozenset({source})
        change = (
            add_to_list(known, dict.fromkeys(wanted, told)) if source == STATED else replace_list(known, wanted, source)
        )
        known |= change.new | change.retold
        known = {target: sources for target, sources in known.items() if target not in change.gone}
        last[source] = wanted | (last.get(source, frozenset()) if source == STATED else frozenset())
    expected = {
        target: frozenset(s for s, ids in last.items() if target in ids) for ids in last.values() for target in ids
    }
    assert expected == known
