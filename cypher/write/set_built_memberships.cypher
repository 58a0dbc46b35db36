// Puts papers into areas of a built map, in place of those of this map that they are in; what text placed in it goes too.
// $map: name of the map; $type: IN_AREA if it is in use, else IN_AREA_ASIDE
// $memberships: list of [paper id, area id, or null for a paper that stands in none]
UNWIND $memberships AS row
MATCH (paper:Paper {id: row[0]})
CALL (paper) {
  MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map = $map
  DELETE membership
}
CALL (paper) {
  MATCH (nearest:Area {id: paper.nearest_area_ids[0]})
  WHERE nearest.map = $map
  SET
    paper.nearest_area_ids = null, paper.nearest_area_scores = null,
    paper.nearest_area_threshold = null, paper.nearest_by_title = null
}
CALL (paper, row) {
  MATCH (area:Area {id: row[1]})
  CREATE (paper)-[membership:$($type) {primary: true}]->(area)
}
