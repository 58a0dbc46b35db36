"""Names of people taken apart as bibliographies want them, where a name says by itself how."""

import re
from dataclasses import dataclass
from typing import Final

_SUFFIX: Final = re.compile(r"(?:Jr|Sr)\.?|II|III|IV")
_NO_PERSON: Final = re.compile(
    r"[0-9,;:&/()\[\]]|\b(?:and|for|of|the|[A-Za-z]*(?:agency|association|center|centre|collaboration|committee"
    r"|community|consortium|council|foundation|group|initiative|institute|network|organi[sz]ation|project|society"
    r"|team|university|working))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PersonName:
    """The parts of a name; with single blanks between those that are not empty they are the name again."""

    given: str
    particle: str
    family: str
    suffix: str


def parted(name: str) -> PersonName | None:
    """Take a name apart by BibTeX's rule: the last word is the family name, with the words in lower case before it.

    None where that would be a guess: a single word, a group, a name in letters without case.
    """
    words = name.split()
    if _NO_PERSON.search(name) or " ".join(words) != name:
        return None
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    if len(words) < 2 or not all(word[:1].isupper() or word.islower() for word in words) or words[0].islower():
        return None
    particles = next((at for at, word in enumerate(words) if word.islower()), len(words) - 1)
    family = next((at for at in range(particles, len(words)) if not words[at].islower()), len(words))
    if any(word.islower() for word in words[family:]) or family == len(words):
        return None
    return PersonName(" ".join(words[:particles]), " ".join(words[particles:family]), " ".join(words[family:]), suffix)
