"""What a text model is, and where it is found: graphsvc's own, or a plug-in's by its entry point."""

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Protocol

from graphsvc.domain.errors import BadInput
from graphsvc.domain.texts import AreaText, PaperText

ENTRY_POINTS = "graphsvc.text_models"
DEFAULT_MODEL = "tfidf"

Scored = list[tuple[str, float]]
"""Ids of areas with their scores, the best first."""


class TextModel(Protocol):
    """Learns from papers whose areas are known which areas fit the words of others.

    A plug-in names a class of this form (or any function without arguments that returns such an object) as an entry
    point in the group `graphsvc.text_models`. Each object is fitted once; several are made while accuracy is measured.
    """

    def fit(self, areas: Sequence[AreaText], texts: Sequence[PaperText], area_ids: Sequence[str]) -> None:
        """Learn. `areas` are all there are to choose from, `area_ids[n]` is the main area of the paper `texts[n]`."""
        ...

    def nearest(self, texts: Sequence[PaperText], most: int) -> list[Scored]:
        """Return, for each text, at most so many areas that fit it, none where nothing does.

        Scores are finite and above 0, larger ones are better; the same text has the same score beside any others.
        """
        ...


def make_model(name: str) -> TextModel:
    """Make a model by its name. Raises BadInput for one that is not installed."""
    if name == DEFAULT_MODEL:
        from graphsvc.place.tfidf import TfidfModel  # loads scikit-learn, which nothing else needs

        return TfidfModel()
    found = {each.name: each for each in entry_points(group=ENTRY_POINTS)}
    if name not in found:
        names = ", ".join(sorted({DEFAULT_MODEL, *found}))
        raise BadInput(f"there is no text model {name!r} here, only {names}: install the package that has it")
    return found[name].load()()
