"""Limits: what a query asks for is counted before it runs, quickly and exactly, whatever its fragments."""

import contextlib
import threading
from typing import Any

import pytest
from graphql import get_introspection_query, parse

from graphsvc.api.limits import MAX_DEPTH, MAX_FIELDS, MAX_PAPERS, MAX_ROOT_FIELDS, check_limits
from graphsvc.domain.errors import LimitExceeded

SECONDS = 5.0


def check(query: str, variables: dict[str, Any] | None = None) -> None:
    """Check a query in a thread, so that counting that does not end fails the test instead of hanging it."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            check_limits(parse(query), variables)
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(SECONDS)
    assert not thread.is_alive(), "counting does not end"
    if raised:
        raise raised[0]


def refused(query: str, what: str, variables: dict[str, Any] | None = None) -> None:
    """Hold that a query is refused for asking for too much of `what`."""
    with pytest.raises(LimitExceeded, match=what):
        check(query, variables)


def nested(*sizes: int | str, below: str = "id") -> str:
    """Return the citers of citers …, so many on each level."""
    selection = below
    for size in reversed(sizes):
        selection = f"citers(first: {size}) {{ nodes {{ {selection} }} }}"
    return selection


def paper(selection: str) -> str:
    """Return a query of one paper."""
    return f'{{ paper(id: "x:a") {{ {selection} }} }}'


def test_depth_is_counted() -> None:
    """As many levels as are allowed pass, one more does not."""
    deep = "a {" * (MAX_DEPTH - 1) + "a" + "}" * (MAX_DEPTH - 1)
    check(f"{{ {deep} }}")
    refused(f"{{ a {{ {deep} }} }}", "levels")


def test_depth_counts_through_fragments() -> None:
    """A fragment adds the levels that it holds, an inline fragment none of its own."""
    half = MAX_DEPTH // 2
    open_, close = "a {" * half, "}" * half
    fragment = f"fragment F on Paper {{ {open_} a {close} }}"
    check(f"{{ {'a {' * (half - 1)} ... on Paper {{ ...F }} {'}' * (half - 1)} }} {fragment}")
    refused(f"{{ {open_} ... on Paper {{ ...F }} {close} }} {fragment}", "levels")


def test_fields_are_counted() -> None:
    """As many fields as are allowed pass, one more does not, aliases of one field among them."""
    check(paper(" ".join(f"a{number}: title" for number in range(MAX_FIELDS - 1))))
    refused(paper(" ".join(f"a{number}: title" for number in range(MAX_FIELDS))), "fields")


def test_root_fields_are_counted() -> None:
    """Root fields have a limit of their own, fragments on the root included."""
    inside = " ".join(f"a{number}: __typename" for number in range(MAX_ROOT_FIELDS))
    check(f"{{ {inside} }}")
    refused(f"{{ b: __typename {inside} }}", "root fields")
    refused(f"{{ b: __typename ...F }} fragment F on Query {{ {inside} }}", "root fields")


def test_nested_pages_multiply() -> None:
    """100 citers of each of 100 citers pass; another 100 of each of those do not."""
    check(paper(nested(100, 100)))
    refused(paper(nested(100, 100, 100)), "papers at once: 1,000,000")


def test_pages_without_a_size_count_as_the_default() -> None:
    """Three levels of 12 pass, five of them (248,832) do not."""
    page = "citers {{ nodes {{ {0} }} }}"
    three = page.format(page.format(page.format("id")))
    check(paper(three))
    refused(paper(page.format(page.format(three))), "papers at once: 248,832")


def test_lists_beside_each_other_add_up() -> None:
    """Lists side by side under different aliases are added, `edges` and `nodes` of one list too."""
    lists = " ".join(f"a{number}: {nested(100, 100)}" for number in range(MAX_PAPERS // 10_000 + 1))
    refused(paper(lists), "papers")
    below = nested(100, 1)
    both = f"citers(first: 100) {{ nodes {{ {below} }} edges {{ node {{ {below} }} }} }}"
    check(paper(both))
    refused(paper(f"x: {both} {both}"), "papers")


def test_papers_by_ids_multiply() -> None:
    """The ids of `papers` count as a page, written out or as a variable."""
    ids = ", ".join(f'"x:{number}"' for number in range(100))
    refused(f"{{ papers(ids: [{ids}]) {{ {nested(100, 100)} }} }}", "papers at once: 1,000,000")
    query = f"query ($ids: [ID!]!) {{ papers(ids: $ids) {{ {nested(100, 100)} }} }}"
    refused(query, "papers at once: 1,000,000", {"ids": ["x:1"] * 100})
    check(query, {"ids": ["x:1"]})


def test_sizes_in_variables_are_counted() -> None:
    """A size that comes as a variable counts as what it is."""
    query = f'query ($n: Int) {{ paper(id: "x:a") {{ {nested("$n", "$n", "$n")} }} }}'
    check(query, {"n": 10})
    refused(query, "papers at once: 1,000,000", {"n": 100})


def test_the_default_of_a_variable_is_counted() -> None:
    """A size that is the default of a variable counts as if it were given."""
    query = f'query ($n: Int = 100) {{ paper(id: "x:a") {{ {nested("$n", "$n", "$n")} }} }}'
    refused(query, "papers")
    refused(query, "papers", {})
    check(query, {"n": 1})


def test_the_default_of_a_list_of_ids_is_counted() -> None:
    """Ids that are the default of a variable count as if they were given."""
    ids = ", ".join(f'"x:{number}"' for number in range(100))
    refused(f"query ($ids: [ID!]! = [{ids}]) {{ papers(ids: $ids) {{ {nested(100, 100)} }} }}", "papers")


def test_a_negative_size_hides_nothing() -> None:
    """A size below zero does not make room for what stands beside it."""
    hidden = f"hidden: {nested(100, 100, 100)}"
    refused(paper(f"x: citers(first: -1000000) {{ totalCount }} {hidden}"), "papers")
    refused(paper(f"x: citers(last: -1000000) {{ totalCount }} {hidden}"), "papers")
    query = f'query ($n: Int) {{ paper(id: "x:a") {{ x: citers(first: $n) {{ totalCount }} {hidden} }} }}'
    refused(query, "papers", {"n": -1_000_000})


def test_nodes_by_ids_multiply() -> None:
    """The ids of `nodes` count as a page of papers like those of `papers`."""
    ids = ", ".join(f'"x:{number}"' for number in range(100))
    refused(f"{{ nodes(ids: [{ids}]) {{ ... on Paper {{ {nested(100, 100)} }} }} }}", "papers")


@pytest.mark.parametrize(
    "query",
    [
        f"{{ areas(first: 100) {{ nodes {{ papers(first: 100) {{ nodes {{ {nested(100)} }} }} }} }} }}",
        f"{{ areas(first: 100) {{ edges {{ node {{ papers(first: 100) {{ nodes {{ {nested(100)} }} }} }} }} }} }}",
        paper(f"citers {{ byArea(first: 100) {{ area {{ papers(first: 100) {{ nodes {{ {nested(100)} }} }} }} }} }}"),
        paper(nested(100, 100, below="authors(first: 100) { nodes { name } }")),
    ],
    ids=["areas", "areas by edges", "areas of a facet", "authors"],
)
def test_areas_and_authors_multiply(query: str) -> None:
    """A page of areas, the areas of a facet and the authors of a paper multiply what is below or above them."""
    with pytest.raises(LimitExceeded):
        check(query)


def test_many_fields_of_many_papers_are_refused() -> None:
    """1,900 fields of each of 10,000 papers (19 million values) are more than one answer may hold."""
    fields = " ".join(f"a{number}: title" for number in range(1_900))
    with pytest.raises(LimitExceeded):
        check(paper(nested(100, 100, below=fields)))


def test_fragments_may_be_used_before_they_are_defined() -> None:
    """Where a fragment stands in the document does not change what it costs."""
    fragment = f"fragment F on Paper {{ {nested(100, 100)} }}"
    query = paper("citers(first: 100) { nodes { ...F } }")
    refused(f"{query} {fragment}", "papers at once: 1,000,000")
    refused(f"{fragment} {query}", "papers at once: 1,000,000")


def test_a_fragment_spread_twice_counts_twice() -> None:
    """Each spread of a fragment adds what it holds."""
    fragment = "fragment F on Paper { " + " ".join(f"a{number}: title" for number in range(700)) + " }"
    check(f"{paper('...F ...F')} {fragment}")
    refused(f"{paper('...F ...F ...F')} {fragment}", "fields at once: 2,101")


@pytest.mark.parametrize(
    "query",
    [
        "{ ...A } fragment A on Query { ...A }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A ...A }",
        "{ ...A } fragment A on Query { dataset { ...A } }",
        "{ ...Nowhere }",
    ],
)
def test_fragments_within_themselves_end(query: str) -> None:
    """A fragment within itself, or one that is missing, is left to validation and counted without end or error."""
    check(query)


def test_doubling_fragments_are_refused_at_once() -> None:
    """1.3 KB of fragments that each spread the next one twice (2^40 fields) are refused at once."""
    doubling = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(40))
    query = f"{{ ...F0 }} {doubling} fragment F40 on Query {{ __typename }}"
    refused(query, "fields at once: 1,099,511,627,776")


def test_doubling_fields_are_refused_at_once() -> None:
    """The same with fields between the fragments, so that depth and fields both grow."""
    doubling = " ".join(
        f"fragment F{n} on Area {{ a: parent {{ ...F{n + 1} }} b: parent {{ ...F{n + 1} }} }}" for n in range(60)
    )
    with pytest.raises(LimitExceeded):
        check(f'{{ area(id: "a") {{ ...F0 }} }} {doubling} fragment F60 on Area {{ id }}')


def test_a_long_chain_of_fragments_is_refused_plainly() -> None:
    """A thousand fragments one within the other are refused for their depth or pass: never a RecursionError."""
    chain = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(1_000))
    with contextlib.suppress(LimitExceeded):
        check(f"{{ ...F0 }} {chain} fragment F1000 on Query {{ __typename }}")


def test_every_operation_is_counted() -> None:
    """An operation that is too large is refused wherever it stands in the document."""
    refused(f"query A {{ __typename }} query B {paper(nested(100, 100, 100))}", "papers")


@pytest.mark.parametrize("size", ["null", "1.5", '"a"', "$missing", "[1]", "true", "99999999999999999999999999"])
def test_odd_sizes_are_no_error_here(size: str) -> None:
    """A size of another type is left to validation; a huge one is refused."""
    try:
        check(paper(f"citers(first: {size}) {{ totalCount }}"), {})
    except LimitExceeded:
        assert size.startswith("999")


def test_the_introspection_query_passes() -> None:
    """The query that tools send to learn the schema is within the limits, with every option of it."""
    check(
        get_introspection_query(
            descriptions=True,
            specified_by_url=True,
            directive_is_repeatable=True,
            schema_description=True,
            input_value_deprecation=True,
        )
    )


def test_a_page_as_large_as_the_seed_page_passes() -> None:
    """100 citers with their areas, years and authors beside 100 references are far from any limit."""
    below = "nodes { id title authors(first: 3) { nodes { name } } placement { area { name } } } byYear { year count }"
    check(paper(f"citers(first: 100) {{ {below} }} references(first: 100) {{ {below} }}"))
