// Writes where papers stand by their own words, in place of where these placed them before; one that has come to an area
// by another reason meanwhile is left alone.
// $placements: list of [paper id, area id or null, ids of the nearest areas, their scores, score that was needed or null,
//   true where it had its title alone, else null]
UNWIND $placements AS row
MATCH (paper:Paper {id: row[0]})
WHERE NOT EXISTS { (paper)-[membership:IN_AREA]->(:Area) WHERE membership.placed_by IS NULL }
SET
  paper.nearest_area_ids = row[2], paper.nearest_area_scores = row[3],
  paper.nearest_area_threshold = row[4], paper.nearest_by_title = row[5]
WITH paper, row
CALL (paper) {
  MATCH (paper)-[placed:IN_AREA]->(:Area)
  DELETE placed
}
WITH paper, row
MATCH (area:Area {id: row[1]})
CREATE (paper)-[:IN_AREA {primary: true, score: row[3][0], placed_by: 'text'}]->(area)
