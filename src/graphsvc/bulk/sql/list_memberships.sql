-- Lists which papers are in which areas, for Neo4j's importer.
SELECT node AS ":START_ID(Paper)", area AS ":END_ID(Area)", is_primary AS "primary:boolean", score AS "score:double"
FROM memberships
