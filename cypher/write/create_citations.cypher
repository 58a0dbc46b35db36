// Makes citations that are known to be new, and keeps the count of each cited paper true. Whoever cites something has
// references that are known. Where citations of a hub change, what was counted over them is dropped.
// $rows: list of [citing paper id, [cited paper ids], sources that list them, or null for the paper's own record alone]
// $counts: list of pairs [cited paper id, how many of the rows cite it]
CALL () {
  UNWIND $rows AS row
  MATCH (citing:Paper {id: row[0]})
  SET citing.references_known = true
  WITH citing, row
  UNWIND row[1] AS cited_id
  MATCH (cited:Paper {id: cited_id})
  CREATE (citing)-[:CITES {sources: row[2]}]->(cited)
}
CALL () {
  UNWIND $counts AS row
  MATCH (cited:Paper {id: row[0]})
  SET cited.cited_by_count = cited.cited_by_count + row[1], cited.citer_counts = null
}
