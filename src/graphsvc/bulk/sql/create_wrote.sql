-- Numbers the authors without an id, who are known on their paper only, and says who wrote what at which position.
CREATE TABLE wrote AS
SELECT
  coalesce(author, (SELECT count(*) FROM people) + row_number() OVER ()) AS author,
  author IS NULL AS is_new,
  node,
  position - 1 AS position,
  person.name AS name
FROM (
  SELECT node, unnest(authors) AS person, generate_subscripts(authors, 1) AS position
  FROM papers
  JOIN nodes USING (place)
)
LEFT JOIN people ON people.id = person.id
