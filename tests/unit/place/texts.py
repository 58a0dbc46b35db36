"""Tiny texts of two areas, of which nothing but a few words is common, and a text model of the tests' own."""

from collections.abc import Sequence

from graphsvc.domain.texts import AreaText, Member, PaperText

AREAS = (
    AreaText("area:birds", "Birds", "Nests, feathers and migration."),
    AreaText("area:stars", "Stars", None),
)
BIRDS = ("Nests of swallows", "Feathers of owls", "Migration of swallows", "Owls and nests")
STARS = ("Stars and dust", "Dwarf stars", "Dust around dwarf stars", "Luminous dust")


def members(count: int = 1) -> list[Member]:
    """Return the papers, the areas taking turns, all of them so many times."""
    pairs = [pair for titles in zip(BIRDS, STARS, strict=True) for pair in zip(AREAS, titles, strict=True)] * count
    return [Member(f"x:{place}", PaperText(title, None), (area.id,)) for place, (area, title) in enumerate(pairs)]


class FirstLetterModel:
    """A text model that goes by the first letter: an area fits whose papers begin with it, as often as they do."""

    def fit(self, areas: Sequence[AreaText], texts: Sequence[PaperText], area_ids: Sequence[str]) -> None:
        self.known = list(zip((text.words[:1] for text in texts), area_ids, strict=True))
        self.sizes = {area.id: max(1, list(area_ids).count(area.id)) for area in areas}

    def nearest(self, texts: Sequence[PaperText], most: int) -> list[list[tuple[str, float]]]:
        return [self._nearest(text.words[:1], most) for text in texts]

    def _nearest(self, letter: str, most: int) -> list[tuple[str, float]]:
        shares = {id_: self.known.count((letter, id_)) / size for id_, size in self.sizes.items()}
        return sorted(((id_, share) for id_, share in shares.items() if share), key=lambda each: -each[1])[:most]
