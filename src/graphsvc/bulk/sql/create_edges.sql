-- Makes the citations, each pair of papers once: `listed` by the reference list, `place` and `times` of the rows that
-- state it by itself.
CREATE TABLE edges AS
SELECT citing, cited, bool_or(listed) AS listed, max(place) AS place, max(times) AS times
FROM (
  SELECT citing, cited, true AS listed, NULL AS place, NULL AS times
  FROM listed WHERE cited IS NOT NULL AND citing <> cited
  UNION ALL
  SELECT citing, cited, false, place, times FROM told_edges WHERE citing <> cited
)
GROUP BY citing, cited
