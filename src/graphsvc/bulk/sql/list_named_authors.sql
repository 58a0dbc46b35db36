-- Lists the authors without an id, for Neo4j's importer.
SELECT author AS ":ID(Author){id-type: long}", name
FROM wrote
WHERE is_new
