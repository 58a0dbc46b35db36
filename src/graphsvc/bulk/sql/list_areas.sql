-- Lists the areas, for Neo4j's importer; one that nothing describes is named by its id.
SELECT
  id AS "id:ID(Area)",
  coalesce(name, substr(id, position(':' IN id) + 1)) AS name,
  description
FROM (SELECT DISTINCT area AS id FROM memberships UNION SELECT id FROM areas UNION SELECT parent FROM areas WHERE parent IS NOT NULL)
LEFT JOIN areas USING (id)
