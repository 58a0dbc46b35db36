"""Words that tell areas apart, and how they are written."""

from graphsvc.map.words import telling_words

HOLES = [
    "Black Holes in String Theory",
    "Entropy of a black hole",
    "The black holes of string theory",
    "Entropy and Black Holes",
]
BRANES = [
    "A tachyon on the D-brane",
    "Tachyon Condensation in String Theory",
    "D-branes and string theory",
    "The Tachyon of String Theory",
]


def test_words_tell_an_area_from_its_neighbours() -> None:
    """What only one area has comes first, also as a term of two words; what all have comes after it."""
    holes, branes = telling_words([HOLES, BRANES], 3)
    assert ["black hole", "entropy", "string theory"] == [
        word.rstrip("s") if "hole" in word else word for word in holes
    ]
    assert "tachyon" == branes[0]
    assert "D-brane" in {word.rstrip("s") for word in branes[:2]}


def test_words_that_differ_by_plural_or_hyphen_are_one() -> None:
    """Of their forms the one that most titles have is shown, and none is shown beside another."""
    (words,) = telling_words([["noncommutative torus", "non-commutative tori", "Noncommutative torus"]], 5)
    assert "noncommutative torus" == words[0]
    assert not any("non-commutative" in word for word in words)


def test_upper_case_stays_where_it_says_something() -> None:
    """Names keep their case, and words that only stand in a title of capitals lose it."""
    (words,) = telling_words(
        [
            [
                "Comments on the Casimir energy",
                "Vacuum fluctuations and the Casimir energy",
                "Casimir Energy Of The Vacuum",
            ]
        ],
        2,
    )
    assert ["Casimir energy", "vacuum"] == sorted(words)


def test_markup_is_no_word() -> None:
    """Commands of LaTeX, dollars, braces and tags are left out, and what they stand around stays."""
    (words,) = telling_words([[r"${\cal N}=2$ duality", r"<i>N=2</i> duality", "M(atrix) models", "Matrix models"]], 4)
    assert {"N=2 duality", "matrix models"} == set(words)


def test_titles_that_say_nothing_give_no_words() -> None:
    """Neither empty titles nor such of stop words alone break anything, nor has every area to have some."""
    assert [[], []] == telling_words([["", "On the"], []], 3)
    assert [] == telling_words([["Remarks", ""], HOLES], 3)[0]


def test_other_scripts_are_words() -> None:
    """Titles of letters that are not Latin have words too."""
    (words,) = telling_words([["Чёрные дыры", "Энтропия: чёрные дыры"]], 2)
    assert ["чёрные дыры"] == [word.lower() for word in words]
