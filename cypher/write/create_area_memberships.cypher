// Puts papers into areas; an area that no areas file has described yet is named by its id.
// $memberships: list of [paper id, area id, true for the paper's primary area, score or null, name for a new
//   area]
// $type: IN_AREA, or IN_AREA_ASIDE while another map than that of the sources is in use
UNWIND $memberships AS row
MATCH (paper:Paper {id: row[0]})
MERGE (area:Area {id: row[1]})
ON CREATE SET area.name = row[4]
CREATE (paper)-[:$($type) {primary: row[2], score: row[3]}]->(area)
