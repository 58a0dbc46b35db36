"""Where text models are found."""

import pytest

from graphsvc.domain.errors import BadInput
from graphsvc.place.models import make_model
from graphsvc.place.tfidf import TfidfModel
from tests.unit.place.texts import FirstLetterModel


def test_the_model_of_graphsvc_needs_no_entry_point() -> None:
    """TF-IDF is there by its name."""
    assert TfidfModel is type(make_model("tfidf"))


@pytest.mark.usefixtures("plug_in")
def test_a_plug_in_is_found_by_its_entry_point() -> None:
    """A model of another package that is installed is made by the name it has there."""
    assert FirstLetterModel is type(make_model("first-letter"))


@pytest.mark.usefixtures("plug_in")
def test_an_unknown_model_is_refused_with_the_names_there_are() -> None:
    """A name that nobody has is answered with those that somebody has."""
    with pytest.raises(BadInput, match="no text model 'best' here, only first-letter, tfidf: "):
        make_model("best")
