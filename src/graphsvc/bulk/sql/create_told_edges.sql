-- Finds the pairs of papers of citations that are stated by themselves: the place of the first row of each, how many
-- rows it has, and how many of those repeat another one of the same unit. Citations of a paper by itself too.
CREATE TABLE told_edges AS
SELECT citing, cited, min(place) AS place, sum(times)::BIGINT AS times, sum(times - 1)::BIGINT AS repeats
FROM (
  SELECT one.node AS citing, other.node AS cited, min(place) AS place, count(*) AS times
  FROM stated
  JOIN works AS one ON one.id = stated.citing
  JOIN works AS other ON other.id = stated.cited
  GROUP BY one.node, other.node, place >> 32
)
GROUP BY citing, cited
