// Makes or describes areas and what they are part of; hubs keep names with their counts, and drop these for a new name.
// Returns how many were changed.
// $areas: list of {id, name, description or null, parent: area id or null, parent_name: name for a new parent}
UNWIND $areas AS row
MERGE (area:Area {id: row.id})
WITH area, row, [(area)-[:PART_OF]->(parent:Area) | parent.id] AS parents, area.name <> row.name AS is_renamed
WHERE coalesce(area.name <> row.name, true)
  OR coalesce(area.description <> row.description, area.description IS NOT NULL OR row.description IS NOT NULL)
  OR parents <> [parent IN [row.parent] WHERE parent IS NOT NULL]
SET area.name = row.name, area.description = row.description
WITH area, row, is_renamed
CALL (is_renamed) {
  WITH is_renamed WHERE is_renamed
  MATCH (hub:Hub)
  SET hub.citer_counts = null
}
CALL (area) {
  MATCH (area)-[part_of:PART_OF]->(:Area)
  DELETE part_of
}
CALL (area, row) {
  UNWIND [parent IN [row.parent] WHERE parent IS NOT NULL] AS parent_id
  MERGE (parent:Area {id: parent_id})
  ON CREATE SET parent.name = row.parent_name
  CREATE (area)-[:PART_OF]->(parent)
}
RETURN count(*) AS changed
