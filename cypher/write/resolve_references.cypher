// Turns references to works whose record has now arrived into citations, and keeps the counts true. A citation that two
// such references become, or one of them and a citation that is there, is listed by the sources of both.
// Returns references, how many there were; citations, how many of them became one; self_citations, how many turned
// out to point to their own paper.
// $rows: list of pairs [id the work was referred to by, id of its paper]
UNWIND $rows AS row
MATCH (outside:Unresolved {id: row[0]})
MATCH (cited:Paper {id: row[1]})
CALL (outside, cited) {
  MATCH (citing:Paper)-[reference:CITES_UNRESOLVED]->(outside)
  WITH citing, cited, reference, reference.sources AS sources, citing = cited AS is_self
  OPTIONAL MATCH (citing)-[known:CITES]->(cited)
  DELETE reference
  FOREACH (_ IN CASE WHEN is_self OR known IS NOT NULL THEN [] ELSE [1] END |
    CREATE (citing)-[:CITES {sources: sources}]->(cited))
  FOREACH (_ IN CASE WHEN known IS NULL OR coalesce(known.sources = sources, known.sources IS NULL AND sources IS NULL)
                     THEN [] ELSE [1] END |
    SET known.sources = coalesce(known.sources, [citing.id]) + [source IN coalesce(sources, [citing.id])
      WHERE NOT source IN coalesce(known.sources, [citing.id])])
  RETURN
    count(*) AS waiting,
    sum(CASE WHEN is_self OR known IS NOT NULL THEN 0 ELSE 1 END) AS made,
    sum(CASE WHEN is_self THEN 1 ELSE 0 END) AS to_itself
}
DELETE outside
SET cited.cited_by_count = cited.cited_by_count + made, cited.citer_counts = null
RETURN sum(waiting) AS references, sum(made) AS citations, sum(to_itself) AS self_citations
