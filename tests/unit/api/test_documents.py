"""What is kept of the texts of queries: each is parsed, validated and compiled once, and all of it is bounded."""

import contextlib
import gc
import tracemalloc
from typing import Any

import pytest
from graphql import GraphQLError

from graphsvc.api import documents
from graphsvc.api.documents import Documents
from graphsvc.api.schema import make_schema

PAGE = '{ paper(id: "x:a") { id title } }'


@pytest.fixture
def kept() -> Documents:
    return make_schema().documents


def test_a_text_is_parsed_and_validated_once(kept: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text gives the same document, good or bad."""
    parsed: list[str] = []
    validated: list[Any] = []
    parse, validate = documents.parse, documents.validate_document
    monkeypatch.setattr(documents, "parse", lambda text, **more: (parsed.append(text), parse(text, **more))[1])
    monkeypatch.setattr(documents, "validate_document", lambda *given: (validated.append(given), validate(*given))[1])
    for _ in range(3):
        assert () == kept.find(PAGE).errors
        assert ["Cannot query field 'nothing' on type 'Query'."] == [
            error.message for error in kept.find("{ nothing }").errors
        ]
        with pytest.raises(GraphQLError, match="Syntax Error"):
            kept.find("{ a ")
    assert [PAGE, "{ nothing }", "{ a "] == parsed
    assert 2 == len(validated)


def test_an_error_that_is_raised_again_holds_on_to_nothing(kept: Documents) -> None:
    """The trace of a kept error does not grow."""
    depths: list[int] = []
    for _ in range(5):
        with pytest.raises(GraphQLError) as raised:
            kept.find("{ a ")
        depths.append(len(raised.traceback))
    assert 1 == len(set(depths))


def test_what_was_used_last_stays(kept: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for more, what was not used for longest goes."""
    texts = [f"{{ a{number}: __typename }}" for number in range(10)]
    monkeypatch.setattr(documents, "MAX_BYTES", 3 * documents.CHARACTER_BYTES * len(texts[0]))
    first, second, third = (kept.find(text) for text in texts[:3])
    assert first is kept.find(texts[0])
    kept.find(texts[3])
    assert first is kept.find(texts[0])
    assert third is kept.find(texts[2])
    assert second is not kept.find(texts[1])
    assert 3 == len(kept)


def test_long_texts_are_not_kept(kept: Documents) -> None:
    """One text that is too long for what is kept does not drive out all others."""
    page = kept.find(PAGE)
    kept.find("{ __typename } #" + "x" * documents.MAX_CHARACTERS)
    assert page is kept.find(PAGE)
    assert 1 == len(kept)


def names(seed: int) -> str:
    """Return the densest text there is: a token for every two characters."""
    return f"{{ n{seed} " + "a " * 1_500 + "}"


@pytest.mark.parametrize("make", [names, lambda seed: names(seed)[:-1], lambda seed: PAGE + f" # {seed}"])
def test_a_flood_of_texts_costs_no_more_than_the_bound(
    kept: Documents, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    """Ever new texts, good or bad, take no more memory than the bound says."""
    monkeypatch.setattr(documents, "MAX_BYTES", 2_000_000)
    make_schema()
    gc.collect()
    tracemalloc.start()
    try:
        for seed in range(60):
            with contextlib.suppress(GraphQLError):
                kept.find(make(seed))
            assert kept.bytes <= documents.MAX_BYTES
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 1.5 * documents.MAX_BYTES
    finally:
        tracemalloc.stop()


def test_variants_count(kept: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled for other variables of @skip and @include counts, and goes with its text."""
    document = kept.find(PAGE)
    before = kept.bytes
    for number in range(3):
        assert kept.complete(document, number, lambda: (str, 9)) is str
    assert before + 3 * 10 * documents.FIELD_BYTES == kept.bytes
    kept.complete(document, 0, lambda: pytest.fail("made again"))
    monkeypatch.setattr(documents, "MAX_BYTES", kept.bytes)
    kept.find("{ __typename }")
    assert ({}, 1) == (kept.find(PAGE).completes, kept.complete(document, "late", lambda: (None, 1)) is None)


def test_only_variables_of_directives_make_variants(kept: Documents) -> None:
    """Variables that are passed to fields do not change what is compiled."""
    query = """query ($id: ID!, $a: Boolean!, $b: Boolean!) {
        paper(id: $id) { id @skip(if: $a) ...F @include(if: $b) } } fragment F on Paper { title @skip(if: true) }"""
    assert {"a", "b"} == set(kept.find(query).steering)
    assert () == kept.find("query ($id: ID!) { paper(id: $id) { id } }").steering
