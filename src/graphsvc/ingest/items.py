"""What a format's reader yields."""

from graphsvc.domain.records import (
    AreaRecord,
    CitationRecord,
    Located,
    MergeRecord,
    Odd,
    PaperRecord,
    Refused,
    WithdrawnRecord,
)

Record = PaperRecord | CitationRecord | AreaRecord | MergeRecord | WithdrawnRecord
Item = (
    Located[PaperRecord]
    | Located[CitationRecord]
    | Located[AreaRecord]
    | Located[MergeRecord]
    | Located[WithdrawnRecord]
    | Refused
    | Odd
)
