-- Lists the citations that a reference list alone has, for Neo4j's importer: those of one cited paper together, which
-- makes reading them several times cheaper.
SELECT citing AS ":START_ID(Paper)", cited AS ":END_ID(Paper)"
FROM edges
WHERE place IS NULL
ORDER BY cited
