-- Numbers the authors that have an id; their name is the first in the order of texts.
CREATE TABLE people AS
SELECT row_number() OVER () AS author, id, name
FROM (
  SELECT person.id AS id, min(person.name) AS name
  FROM (SELECT unnest(authors) AS person FROM papers JOIN nodes USING (place))
  WHERE person.id IS NOT NULL
  GROUP BY person.id
)
