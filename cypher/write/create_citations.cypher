// Makes citations that are known to be new, and keeps the count of each cited paper true.
// $rows: list of pairs [citing paper id, [cited paper ids]]
// $counts: list of pairs [cited paper id, how many of the rows cite it]
CALL () {
  UNWIND $rows AS row
  MATCH (citing:Paper {id: row[0]})
  UNWIND row[1] AS cited_id
  MATCH (cited:Paper {id: cited_id})
  CREATE (citing)-[:CITES]->(cited)
}
CALL () {
  UNWIND $counts AS row
  MATCH (cited:Paper {id: row[0]})
  SET cited.cited_by_count = cited.cited_by_count + row[1]
}
