"""The words that papers are placed by."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperText:
    """What a paper says of itself: its title, its abstract, either None where it is not known."""

    title: str | None
    abstract: str | None

    @property
    def words(self) -> str:
        """Return all of it as one text."""
        return "\n\n".join(filter(None, (self.title, self.abstract)))


@dataclass(frozen=True, slots=True)
class AreaText:
    """What an area says of itself."""

    id: str
    name: str
    description: str | None

    @property
    def words(self) -> str:
        """Return all of it as one text."""
        return "\n\n".join(filter(None, (self.name, self.description)))


@dataclass(frozen=True, slots=True)
class Member:
    """A paper whose areas are known, the main one first."""

    id: str
    text: PaperText
    area_ids: tuple[str, ...]
