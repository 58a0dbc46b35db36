// Notes references to works that have no record here.
// $rows: list of [citing paper id, [ids of the works], sources that list them, or null for the paper's own record alone]
UNWIND $rows AS row
MATCH (citing:Paper {id: row[0]})
UNWIND row[1] AS outside_id
MERGE (outside:Unresolved {id: outside_id})
CREATE (citing)-[:CITES_UNRESOLVED {sources: row[2]}]->(outside)
