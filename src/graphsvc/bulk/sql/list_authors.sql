-- Lists the authors that have an id, for Neo4j's importer.
SELECT author AS ":ID(Author){id-type: long}", id, name
FROM people
