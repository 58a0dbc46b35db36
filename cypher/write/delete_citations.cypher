// Takes citations away that a paper's newer reference list no longer has, and keeps the counts true.
// $rows: list of pairs [citing paper id, [cited paper ids]]
UNWIND $rows AS row
MATCH (citing:Paper {id: row[0]})
UNWIND row[1] AS cited_id
MATCH (citing)-[citation:CITES]->(cited:Paper {id: cited_id})
DELETE citation
SET cited.cited_by_count = cited.cited_by_count - 1, cited.citer_counts = null
