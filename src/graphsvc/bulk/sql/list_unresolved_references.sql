-- Lists the references to works without a record, for Neo4j's importer.
SELECT citing AS ":START_ID(Paper)", node AS ":END_ID(Unresolved)"
FROM outside
JOIN unresolved ON unresolved.id = outside
