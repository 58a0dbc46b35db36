"""Native records: what is taken, what is left out and told, what is refused."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphsvc.domain.dates import PartialDate
from graphsvc.domain.records import (
    AreaMembership,
    AreaRecord,
    AuthorRecord,
    CitationRecord,
    Located,
    MergeRecord,
    Odd,
    PaperRecord,
    Refused,
)
from graphsvc.ingest import fields
from graphsvc.ingest.fields import QUOTED_CHARACTERS
from graphsvc.ingest.files import Line
from graphsvc.ingest.formats.native import read_areas, read_records

FULL = {
    "id": "arXiv:1905.09418v2",
    "ids": ["https://doi.org/10.5555/X", "W123"],
    "title": "A\ttitle",
    "abstract": "One.\n\nTwo.",
    "published": "2019-05-23",
    "type": "article",
    "venue": "ACL",
    "language": "en",
    "authors": [{"name": "Ada Example", "id": "orcid:0000-0001"}, {"name": "Bo Sample"}, "Bare Name"],
    "categories": ["cs.CL"],
    "areas": ["efficient-inference", "area:B"],
    "references": ["10.5555/y", "arxiv:hep-th/9711200"],
    "sourceCitedByCount": 844,
    "isRetracted": False,
}
FULL_RECORD = PaperRecord(
    id="arxiv:1905.09418",
    ids=("doi:10.5555/x", "openalex:W123"),
    title="A title",
    abstract="One.\n\nTwo.",
    published=PartialDate(2019, 5, 23),
    type="article",
    venue="ACL",
    language="en",
    authors=(AuthorRecord("Ada Example", "orcid:0000-0001"), AuthorRecord("Bo Sample"), AuthorRecord("Bare Name")),
    categories=("cs.CL",),
    areas=(AreaMembership("area:efficient-inference"), AreaMembership("area:B")),
    references=("doi:10.5555/y", "arxiv:hep-th/9711200"),
    source_cited_by_count=844,
    is_retracted=False,
)


def papers(*lines: bytes | str) -> list[Any]:
    """Read lines of papers, numbered from 1."""
    data = [line.encode() if isinstance(line, str) else line for line in lines]
    return list(read_records(Line(number, text) for number, text in enumerate(data, start=1)))


def one(**values: Any) -> tuple[PaperRecord, list[str]]:
    """Return the paper of one line, and the reasons why parts of it were left out."""
    *odd, located = papers(json.dumps({"id": "x:a", **values}))
    assert isinstance(located, Located)
    return located.record, [item.reason for item in odd if isinstance(item, Odd)]


def refusal(line: bytes | str) -> str:
    """Return why a line is refused."""
    (refused,) = papers(line)
    assert isinstance(refused, Refused)
    return refused.reason


def test_every_field_is_taken() -> None:
    """A full record comes out with each id in its normal form, and with the line that it stands on."""
    text = json.dumps(FULL)
    assert [Located(1, FULL_RECORD, text[:QUOTED_CHARACTERS])] == papers(text)


def test_only_the_id_is_needed() -> None:
    """What is absent, null or empty says nothing: lists that are not there are not empty lists."""
    nothing = PaperRecord(id="x:a")
    assert [nothing] * 2 == [
        one()[0],
        one(**dict.fromkeys((*FULL, "unknown"), None) | {"id": "x:a"})[0],
    ]
    assert nothing == one(title="", abstract=" \n ", published="", venue="\t")[0]
    assert ((), (), (), ()) == (
        (empty := one(authors=[], categories=[], areas=[], references=[])[0]).authors,
        empty.categories,
        empty.areas,
        empty.references,
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "the line is not JSON"),
        ("{", "the line is not JSON"),
        ('{"id": "x:a"} {"id": "x:b"}', "the line is not JSON"),
        ('{"id": "x:a",}', "the line is not JSON"),
        (b'{"id": "x:\xff"}', "the line is not JSON"),
        ("[" * 100_000, "the line is nested too deeply"),
        ('{"id": "x:a", "n": ' + "9" * 5000 + "}", "the line is not JSON"),
        ("[]", "the line holds no JSON object"),
        ('"x:a"', "the line holds no JSON object"),
        ("null", "the line holds no JSON object"),
        ("NaN", "the line holds no JSON object"),
        ("{}", "`id` is missing"),
        ('{"id": null}', "`id` is missing"),
        ('{"id": NaN}', "`id` is missing"),
        ('{"id": 7}', "`id` is no text"),
        ('{"id": ["x:a"]}', "`id` is no text"),
        ('{"id": ""}', "`id` is no text"),
        ('{"id": " \\u0000 "}', "`id` is no text"),
        ('{"id": "9107999"}', "'9107999' is a number and could be several works"),
        ('{"id": "area:x"}', "`name` is missing"),
        ('{"id": "isbn:1"}', "'isbn:1' has the unknown scheme isbn"),
        ('{"id": "x:' + "a" * 1000 + '"}', "has 1,002 characters"),
    ],
)
def test_a_line_that_names_no_paper_is_refused(line: str | bytes, reason: str) -> None:
    """The reason says what is wrong with the line."""
    assert reason in refusal(line)


def test_a_refused_line_does_not_touch_its_neighbours() -> None:
    """Refused lines carry their number, and the lines around them are taken."""
    found = papers('{"id": "x:a"}', "nonsense", '{"id": "x:b"}', "{}", '{"id": "x:c"}')
    assert [(1, Located), (2, Refused), (3, Located), (4, Refused), (5, Located)] == [
        (item.line, type(item)) for item in found
    ]


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("x" * 201, "x" * 200),
        ("é" * 300, "é" * 200),
        ("𝕏" * 300, "𝕏" * 200),
        (b"\xff\x00\x1b[31mred", "�[31mred"),
        ("a\u202eb", "ab"),
        ("y" * 5_000_000, "y" * 200),
    ],
)
def test_a_refused_line_is_quoted_shortly_and_safely(line: str | bytes, quoted: str) -> None:
    """At most 200 characters, nothing in them that a terminal or a page would obey."""
    (refused,) = papers(line)
    assert isinstance(refused, Refused)
    assert quoted == refused.quoted


def test_a_line_longer_than_the_maximum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no data any more; the reason names the limit."""
    monkeypatch.setattr(fields, "MAX_LINE_BYTES", 1234)
    assert [Refused(9, "the line is longer than 1,234 bytes", "")] == list(read_records([Line(9, None)]))


def test_a_mark_at_the_start_and_line_ends_are_no_matter() -> None:
    """A byte order mark, CRLF and blanks around a record change nothing."""
    found = papers(b'\xef\xbb\xbf{"id": "x:a"}\r\n', b' {"id": "x:b"}\t\r\n')
    assert ["x:a", "x:b"] == [item.record.id for item in found if isinstance(item, Located)]


@pytest.mark.parametrize("odd", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_json_number_is_null(odd: str) -> None:
    """NaN and the infinities of real dumps become null, wherever they stand."""
    found = papers(f'{{"id": "x:a", "sourceCitedByCount": {odd}, "title": {odd}, "references": {odd}}}')
    assert [PaperRecord(id="x:a")] == [item.record for item in found if isinstance(item, Located)]
    assert 1 == len(found)


@pytest.mark.parametrize(
    ("given_", "taken"),
    [
        ('"lone \\ud83d half"', "lone � half"),
        ('"half \\ude42"', "half �"),
        ('"paired \\ud83d\\ude42"', "paired 🙂"),
        ('"nul \\u0000 byte"', "nul byte"),
        ('"Cafe\\u0301"', "Café"),
        ('"two\\nlines"', "two lines"),
        ('"over\\u202eride"', "override"),
    ],
)
def test_text_is_made_fit_to_store(given_: str, taken: str) -> None:
    """Halves of characters, NUL, controls and overrides never get into a field."""
    line = f'{{"id": "x:a", "title": {given_}, "venue": {given_}, "categories": [{given_}], "authors": [{given_}]}}'
    (located,) = papers(line)
    assert isinstance(located, Located)
    record = located.record
    assert (taken, taken, (taken,), (AuthorRecord(taken),)) == (
        record.title,
        record.venue,
        record.categories,
        record.authors,
    )


TEXTS = ("title", "abstract", "type", "venue", "language")
LISTS = ("ids", "authors", "categories", "areas", "references")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("value", [7, 1.5, True, [], {}, ["text"]])
def test_a_text_of_another_type_is_left_out(name: str, value: Any) -> None:
    """The rest of the record is taken."""
    assert (PaperRecord(id="x:a"), [f"`{name}` is no text"]) == one(**{name: value})


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_too_long_is_left_out(name: str) -> None:
    """A million characters is the most for an abstract, ten thousand for a line; the rest of the record is taken."""
    most = 1_000_000 if name == "abstract" else 10_000
    assert (PaperRecord(id="x:a"), [f"`{name}` is longer than {most:,} characters"]) == one(**{name: "x" * (most + 1)})
    assert [] == one(**{name: "x" * most})[1]


def test_an_author_id_that_no_index_takes_is_left_out() -> None:
    """The author stays, without the id that is too long to look anyone up by."""
    record, odd = one(authors=[{"name": "Ada", "id": "x" * 1_001}])
    assert (AuthorRecord("Ada"),) == record.authors
    assert ["`authors`: `id` is longer than 1,000 characters"] == odd


def test_an_unknown_field_is_told_once() -> None:
    """A misspelt field is told where it first stands, and no more."""
    lines = [Line(number, b'{"id": "x:a", "titel": "A"}') for number in (1, 2)]
    told = [item for item in read_records(lines) if isinstance(item, Odd)]
    assert [Odd(1, "field 'titel', here and on later lines: no field of a record has this name")] == told


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("value", [7, 1.5, True, {}, "x:b"])
def test_a_list_of_another_type_is_left_out(name: str, value: Any) -> None:
    """It is not taken for an empty list: nothing is known."""
    assert (PaperRecord(id="x:a"), [f"`{name}` is no list"]) == one(**{name: value})


@pytest.mark.parametrize("name", ["ids", "references"])
def test_an_odd_item_is_left_out_of_its_list(name: str) -> None:
    """The others stay, in their order; each left out is told with its place."""
    record, odd = one(**{name: ["x:b", 7, None, "", "704.9999", ["x:c"], "10.5555/Y", "9107999"]})
    assert ("x:b", "doi:10.5555/y") == getattr(record, name)
    assert [2, 3, 4, 5, 6, 8] == [int(reason.split()[2].rstrip(":")) for reason in odd]
    assert f"`{name}`, item 2: is no text; write ids as text" == odd[0]


def test_odd_areas_are_left_out() -> None:
    """What is no area id is told; the others stay."""
    record, odd = one(areas=["a", 7, "", "area:", "x" * 401])
    assert ((AreaMembership("area:a"),), 4) == (record.areas, len(odd))


def test_odd_categories_are_left_out() -> None:
    """What is no text is told; the others stay."""
    record, odd = one(categories=["cs.CL", 7, "", None, {}])
    assert (("cs.CL",), 4) == (record.categories, len(odd))


def test_authors_may_be_bare_names() -> None:
    """A text is a name; what has no name is left out and told."""
    record, odd = one(authors=["Ada", {"name": "Bo", "id": None}, {"id": "orcid:1"}, 7, None, [], {"name": 5}, ""])
    assert (AuthorRecord("Ada"), AuthorRecord("Bo")) == record.authors
    assert [
        "`authors`, item 3: `name` is missing",
        "`authors`, item 4: `name` is no text",
        "`authors`, item 5: `name` is missing",
        "`authors`, item 6: `name` is no text",
        "`authors`, item 7: `name` is no text",
        "`authors`, item 8: `name` is no text",
    ] == odd


def test_an_odd_id_of_an_author_is_told() -> None:
    """The author stays, without the id that makes no sense, and the report says so."""
    record, odd = one(authors=[{"name": "Ada", "id": 7}])
    assert (AuthorRecord("Ada"),) == record.authors
    assert ["`authors`: `id` is no text"] == odd


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        ("2019", PartialDate(2019)),
        ("2019-05", PartialDate(2019, 5)),
        ("2019-05-23", PartialDate(2019, 5, 23)),
        (2019, PartialDate(2019)),
        (None, None),
        ("", None),
    ],
)
def test_dates_may_be_partial(value: Any, taken: PartialDate | None) -> None:
    """Year, month or day; a year may be a number; nothing is odd about an empty one."""
    assert (PaperRecord(id="x:a", published=taken), []) == one(published=value)


@pytest.mark.parametrize(
    "value", ["2023-02-30", "2019-13", "23 May 2019", "19", "0000", True, 1.5, [2019], {}, 20190523, -1, 10**300]
)
def test_what_is_no_date_is_left_out(value: Any) -> None:
    """It is never guessed; the reason names the field."""
    record, odd = one(published=value)
    assert (None, 1, True) == (record.published, len(odd), odd[0].startswith("`published`"))


@pytest.mark.parametrize("value", [-1, 2**63, 10**30, 1.0, "844", True, [], {}])
def test_what_is_no_count_is_left_out(value: Any) -> None:
    """A count is a whole number that Neo4j can hold."""
    expected = "`sourceCitedByCount` is no count: a whole number from 0 to 2^63-1"
    assert (PaperRecord(id="x:a"), [expected]) == one(sourceCitedByCount=value)


@pytest.mark.parametrize("value", [0, 2**63 - 1])
def test_counts_reach_from_zero_to_the_largest(value: int) -> None:
    """Zero is a count, and so is the largest integer of Neo4j."""
    assert (PaperRecord(id="x:a", source_cited_by_count=value), []) == one(sourceCitedByCount=value)


@pytest.mark.parametrize("value", [0, 1, "true", "", [], {}])
def test_what_is_neither_true_nor_false_is_left_out(value: Any) -> None:
    """Nothing is taken for true or false."""
    assert (PaperRecord(id="x:a"), ["`isRetracted` is neither true nor false"]) == one(isRetracted=value)


def areas(*lines: str) -> list[Located[AreaRecord] | Refused | Odd]:
    """Read lines of areas."""
    return list(read_areas(Line(number, text.encode()) for number, text in enumerate(lines, start=1)))


def test_areas_are_read() -> None:
    """An area has an id and a name, and may have a description and a parent."""
    found = areas(
        '{"id": "a", "name": "A"}', '{"id": "area:b", "name": "B", "description": "Of\\nb", "parent": "AREA:a"}'
    )
    assert [AreaRecord("area:a", "A"), AreaRecord("area:b", "B", "Of b", "area:a")] == [
        item.record for item in found if isinstance(item, Located)
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"name": "A"}', "`id` is missing"),
        ('{"id": "a"}', "`name` is missing"),
        ('{"id": "a", "name": 7}', "`name` is no text"),
        ('{"id": "a", "name": "A", "parent": "area:a"}', "area:a cannot be part of itself"),
        ('{"id": "a", "name": "A", "parent": "area:"}', "The area id is empty"),
    ],
)
def test_areas_that_cannot_be_taken_are_refused(line: str, reason: str) -> None:
    """The reason says what is wrong with the line."""
    (refused,) = areas(line)
    assert isinstance(refused, Refused)
    assert reason in refused.reason


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ('{"citing": "10.5555/A", "cited": "W2"}', CitationRecord("doi:10.5555/a", "openalex:W2")),
        ('{"citing": "x:a", "cited": null}', CitationRecord("x:a", None)),
        (
            '{"citing": "x:a", "cited": "x:b", "contexts": ["One", "Two\\n", "One"], "intents": ["method"], '
            '"isInfluential": true}',
            CitationRecord("x:a", "x:b", ("One", "Two"), ("method",), True),
        ),
        ('{"id": "AREA:b", "name": "B", "parent": "a"}', AreaRecord("area:b", "B", None, "area:a")),
        ('{"id": "W2", "mergedInto": "W1"}', MergeRecord("openalex:W2", "openalex:W1")),
        ('{"id": "x:a", "citing": "x:b", "cited": "x:c"}', PaperRecord("x:a")),
    ],
)
def test_a_line_may_be_another_kind_of_record(line: str, record: Any) -> None:
    """A citation names its ends and no paper, an area is known by its id, a merged id by what it was merged into."""
    assert record == papers(line)[-1].record


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"citing": "x:a"}', "`cited` is missing"),
        ('{"citing": null, "cited": "x:a"}', "`citing` is missing"),
        ('{"citing": "x:a", "cited": 7}', "`cited` is no text"),
        ('{"citing": "x:a", "cited": "7"}', "'7' is a number and could be several works"),
        ('{"id": "x:a", "mergedInto": "X:a"}', "x:a is said to be merged into itself"),
        ('{"id": "x:a", "mergedInto": null}', "`mergedInto` is missing"),
    ],
)
def test_what_names_not_both_ends_is_refused(line: str, reason: str) -> None:
    """A citation and a merge need both of their ids."""
    assert reason in refusal(line)


def test_each_kind_of_record_has_its_fields() -> None:
    """A field that belongs to another kind of record is told, once."""
    told = [item for item in papers(*['{"citing": "x:a", "cited": "x:b", "title": "T"}'] * 2) if isinstance(item, Odd)]
    assert 1 == len(told)
    assert told[0].reason.startswith("field 'title', here and on later lines")


@pytest.mark.parametrize(
    ("score", "expected", "reasons"),
    [(0.5, 0.5, 0), (1, 1.0, 0), (None, None, 0), ("1", None, 1), (True, None, 1), (10**400, None, 1), ([], None, 1)],
)
def test_areas_may_have_scores(score: Any, expected: float | None, reasons: int) -> None:
    """An area in a record may be an object with a score; a score that is no number is left out, the area stays."""
    record, odd = one(areas=[{"id": "b", "score": score}, "area:a"])
    assert (AreaMembership("area:b", expected), AreaMembership("area:a")) == record.areas
    assert reasons == len(odd)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["x:a", "10.5555/y", "area:a", "2019-05", "W1", "\ud83d", "\x00", "x" * 5_000]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(["name", "id"]), inner),
    max_leaves=8,
)
OTHERS = ("name", "description", "parent", "unknown", "citing", "cited", "contexts", "isInfluential", "mergedInto")
RECORD = st.dictionaries(st.sampled_from([*FULL, *OTHERS]), JSON)


def check_all(line: bytes) -> None:
    """Read a line as a paper and as an area, and see that what comes can be told and stored."""
    for read in (read_records, read_areas):
        found: list[Any] = list(read([Line(1, line)]))
        kinds = [type(item) for item in found]
        assert kinds == [*[Odd] * (len(kinds) - 1), kinds[-1]]
        assert kinds[-1] in (Refused, Located)
        assert len(found[-1].quoted) <= QUOTED_CHARACTERS
        for item in found:
            orjson.dumps(item)  # raises on text that is no UTF-8


@settings(max_examples=300, deadline=None)
@given(values=RECORD)
def test_no_object_breaks_the_reader(values: dict[str, Any]) -> None:
    """Any JSON object gives odd values and then one record or one refusal, all fit to store and to tell."""
    check_all(json.dumps(values).encode())


@settings(max_examples=300, deadline=None)
@given(values=RECORD)
def test_no_record_with_an_id_is_refused(values: dict[str, Any]) -> None:
    """Whatever else is odd, a paper that has a good id is taken."""
    values.pop("mergedInto", None)  # that makes it the record of a merge
    found = papers(json.dumps({**values, "id": "x:a"}))
    assert isinstance(found[-1], Located)


@settings(max_examples=300, deadline=None)
@given(data=st.binary() | st.text().map(str.encode) | RECORD.map(lambda value: json.dumps(value).encode()[:-1]))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    """Any bytes are refused or taken."""
    check_all(data)
