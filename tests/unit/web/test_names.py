"""Names of people taken apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphsvc.web.names import PersonName, parted


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Elena Voita", ("Elena", "", "Voita", "")),
        ("E. V. Voita", ("E. V.", "", "Voita", "")),
        ("Ludwig van der Berg", ("Ludwig", "van der", "Berg", "")),
        ("Gerard 't Hooft", ("Gerard", "'t", "Hooft", "")),
        ("Martin Luther King Jr.", ("Martin Luther", "", "King", "Jr.")),
        ("Robert Downey III", ("Robert", "", "Downey", "III")),
        ("José María Íñiguez-Núñez", ("José María", "", "Íñiguez-Núñez", "")),
    ],
)
def test_people(name, parts):
    """The last word is the family name, with what is in lower case before it as its particle."""
    assert PersonName(*parts) == parted(name)


@pytest.mark.parametrize(
    "name",
    ["Plato", "ATLAS Collaboration", "Simon and Schuster", "Voita, Elena", "김 철수", "bell hooks", "Maria de", "X 3",
     "University of Oslo", "A  B", "Ludwig van Berg der", ""],
)  # fmt: skip
def test_no_guesses(name):
    """What is one word, a group, turned round or in letters without case stays whole."""
    assert None is parted(name)


@given(st.lists(st.sampled_from(["Ada", "de", "van", "B.", "Íb", "Jr", "II", "Li-Wu", "o'Neil"]), max_size=5))
def test_nothing_is_lost(words):
    """The parts in order are the name."""
    parts = parted(" ".join(words))
    assert (
        parts is None
        or words == " ".join(part for part in (parts.given, parts.particle, parts.family, parts.suffix) if part).split()
    )
