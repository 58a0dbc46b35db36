-- Says which papers are in which areas; of an area that is named twice the first mention counts.
CREATE TABLE memberships AS
SELECT node, area.id AS area, area.score AS score, position = 1 AS is_primary
FROM (
  SELECT node, unnest(areas) AS area, generate_subscripts(areas, 1) AS position, areas
  FROM papers
  JOIN nodes USING (place)
)
WHERE position = 1 OR list_position(list_transform(areas, lambda each: each.id), area.id) = position
