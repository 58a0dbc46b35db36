"""What a query may pass: the enums, the input types and the arguments that many fields share."""

from enum import Enum
from typing import Annotated

import strawberry


@strawberry.enum(
    description="The order of a list of papers. Ties: most cited, then older first, then id. "
    "Unknown years and titles come last in every order."
)
class PaperSort(Enum):
    """The orders, by the values of the domain's."""

    MOST_CITED = strawberry.enum_value("most_cited", description="Cited by the most papers here first.")
    NEWEST = strawberry.enum_value("newest", description="The latest publication date first.")
    OLDEST = strawberry.enum_value("oldest", description="The earliest publication date first.")
    TITLE = strawberry.enum_value("title", description="By title, without regard to case, accents and quotes.")
    MOST_CITED_PER_YEAR = strawberry.enum_value(
        "most_cited_per_year",
        description="By citations here a year since publication, the year of the data's date included.",
    )


@strawberry.input(description="Years of publication, both ends included; an end left out is open.")
class YearRange:
    """A span of years."""

    from_: int | None = strawberry.field(name="from", default=None, description="The first year.")
    to: int | None = strawberry.field(default=None, description="The last year.")


@strawberry.input(description="Which papers of a list to keep. Every field that is given must hold.")
class PaperFilter:
    """A filter of papers."""

    areas: list[strawberry.ID] | None = strawberry.field(
        default=None, description="In at least one of these areas, by their ids."
    )
    has_area: bool | None = strawberry.field(default=None, description="True: in some area. False: in none.")
    years: YearRange | None = strawberry.field(
        default=None, description="Published in these years; a paper without a known year is in none."
    )
    types: list[str] | None = strawberry.field(
        default=None, description='Of one of these types as their source names them ("article"), in any case.'
    )
    venues: list[str] | None = strawberry.field(
        default=None, description="Of one of these venues as their source names them, in any case."
    )
    is_influential: bool | None = strawberry.field(
        default=None,
        description="Of citers and references alone. True: a source calls the citation influential. False: a source "
        "says that it is not. A citation of which no source says either is in neither.",
    )


First = Annotated[
    int | None,
    strawberry.argument(description="The first so many, after `after` if that is given. At most 100; 12 if left out."),
]
After = Annotated[str | None, strawberry.argument(description="The cursor behind which to go on.")]
Last = Annotated[
    int | None,
    strawberry.argument(description="The last so many, before `before` if that is given; still in the list's order."),
]
Before = Annotated[str | None, strawberry.argument(description="The cursor before which to stop.")]
Sort = Annotated[PaperSort | None, strawberry.argument(description="The order of the list.")]
Filter = Annotated[
    PaperFilter | None,
    strawberry.argument(description="Which papers to keep; all counts of the list follow it."),
]
PaperId = Annotated[
    strawberry.ID,
    strawberry.argument(
        description="Any identifier of the paper in any spelling: `arxiv:1905.09418`, `10.1000/abc`, "
        "`https://openalex.org/W2945260553` …"
    ),
]
