-- Resolves the reference lists: who cites which paper, or which id that no paper has. Repeats and self-citations too.
CREATE TABLE listed AS
SELECT citing, works.node AS cited, CASE WHEN works.node IS NULL THEN reference END AS outside
FROM (SELECT node AS citing, unnest(cites) AS reference FROM papers JOIN nodes USING (place))
LEFT JOIN works ON works.id = reference
