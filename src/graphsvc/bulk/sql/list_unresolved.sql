-- Lists the works that are referred to and have no record, for Neo4j's importer.
SELECT node AS ":ID(Unresolved){id-type: long}", id
FROM unresolved
