// Puts papers into areas; an area that no areas file has described yet is named by its id.
// $memberships: list of [paper id, area id, true for the paper's primary area, name for a new area]
UNWIND $memberships AS row
MATCH (paper:Paper {id: row[0]})
MERGE (area:Area {id: row[1]})
ON CREATE SET area.name = row[3]
CREATE (paper)-[:IN_AREA {primary: row[2]}]->(area)
