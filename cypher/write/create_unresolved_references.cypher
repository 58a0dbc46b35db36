// Notes references to works that have no record here.
// $rows: list of pairs [citing paper id, [ids of the works]]
UNWIND $rows AS row
MATCH (citing:Paper {id: row[0]})
UNWIND row[1] AS outside_id
MERGE (outside:Unresolved {id: outside_id})
CREATE (citing)-[:CITES_UNRESOLVED]->(outside)
