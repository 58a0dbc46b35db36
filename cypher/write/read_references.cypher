// Reads the reference lists that papers have now.
// Returns one record: lists, triples [paper id, [ids of papers], [ids of works without a record]].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (citing:Paper {id: id})
RETURN collect([
  citing.id,
  COLLECT { MATCH (citing)-[:CITES]->(cited:Paper) RETURN cited.id },
  COLLECT { MATCH (citing)-[:CITES_UNRESOLVED]->(outside:Unresolved) RETURN outside.id }
]) AS lists
