// Makes or describes areas of a built map and what they are part of, those above before those below.
// $map: name of the map; $build: text, what marks the areas of this build
// $areas: list of {id, name, description, parent: area id or null, words, papers: list of paper ids,
//   anchors: list of texts of paper ids that line ends part, is_named: boolean}
UNWIND $areas AS row
MERGE (area:Area {id: row.id})
SET
  area.map = $map,
  area.build = $build,
  area.name = row.name,
  area.description = row.description,
  area.words = row.words,
  area.papers = row.papers,
  area.anchors = row.anchors,
  area.is_named = row.is_named
WITH area, row
CALL (area) {
  MATCH (area)-[part_of:PART_OF]->(:Area)
  DELETE part_of
}
CALL (area, row) {
  MATCH (parent:Area {id: row.parent})
  CREATE (area)-[:PART_OF]->(parent)
}
