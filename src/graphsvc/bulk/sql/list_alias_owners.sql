-- Lists which paper each further id is of, for Neo4j's importer.
SELECT id AS ":START_ID(Alias)", node AS ":END_ID(Paper)"
FROM works
WHERE NOT is_own
