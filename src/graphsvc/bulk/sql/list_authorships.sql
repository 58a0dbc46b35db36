-- Lists who wrote what at which position from 0, the name as printed, for Neo4j's importer.
SELECT author AS ":START_ID(Author)", node AS ":END_ID(Paper)", position AS "position:long", name
FROM wrote
