"""What a format's reader yields."""

from graphsvc.domain.records import Located, Odd, Record, Refused

Item = Located[Record] | Refused | Odd
