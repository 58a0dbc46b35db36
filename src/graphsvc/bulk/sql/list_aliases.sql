-- Lists the further ids of papers, for Neo4j's importer.
SELECT id AS "id:ID(Alias)"
FROM works
WHERE NOT is_own
