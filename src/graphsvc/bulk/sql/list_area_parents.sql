-- Lists which area each area is part of, for Neo4j's importer.
SELECT id AS ":START_ID(Area)", parent AS ":END_ID(Area)"
FROM areas
WHERE parent IS NOT NULL
