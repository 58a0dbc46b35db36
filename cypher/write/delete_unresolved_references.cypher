// Takes references to works without a record away; a work that nothing refers to any more goes too.
// $rows: list of pairs [citing paper id, [ids of the works]]
UNWIND $rows AS row
MATCH (citing:Paper {id: row[0]})
UNWIND row[1] AS outside_id
MATCH (citing)-[reference:CITES_UNRESOLVED]->(outside:Unresolved {id: outside_id})
DELETE reference
WITH DISTINCT outside
WHERE NOT EXISTS { (outside)<-[:CITES_UNRESOLVED]-() }
DELETE outside
