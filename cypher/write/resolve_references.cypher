// Turns references to works whose record has now arrived into citations, and keeps the counts true.
// Returns references, how many there were; citations, how many of them became one; self_citations, how many turned
// out to point to their own paper.
// $rows: list of pairs [id the work was referred to by, id of its paper]
UNWIND $rows AS row
MATCH (outside:Unresolved {id: row[0]})
MATCH (cited:Paper {id: row[1]})
CALL (outside, cited) {
  MATCH (citing:Paper)-[reference:CITES_UNRESOLVED]->(outside)
  DELETE reference
  WITH citing, cited, citing = cited AS is_self, EXISTS { (citing)-[:CITES]->(cited) } AS is_known
  FOREACH (_ IN CASE WHEN is_self OR is_known THEN [] ELSE [1] END |
    CREATE (citing)-[:CITES]->(cited))
  RETURN
    count(*) AS waiting,
    sum(CASE WHEN is_self OR is_known THEN 0 ELSE 1 END) AS made,
    sum(CASE WHEN is_self THEN 1 ELSE 0 END) AS to_itself
}
DELETE outside
SET cited.cited_by_count = cited.cited_by_count + made
RETURN sum(waiting) AS references, sum(made) AS citations, sum(to_itself) AS self_citations
