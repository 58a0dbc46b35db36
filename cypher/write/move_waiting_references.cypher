// Has references to a work without a record wait under the id it was merged into.
// $from, $to: ids of works without a record
MATCH (old:Unresolved {id: $from})
MERGE (new:Unresolved {id: $to})
WITH old, new
CALL (old, new) {
  MATCH (citing:Paper)-[reference:CITES_UNRESOLVED]->(old)
  OPTIONAL MATCH (citing)-[known:CITES_UNRESOLVED]->(new)
  WITH citing, new, reference, known, reference.sources AS stored, coalesce(reference.sources, [citing.id]) AS sources,
    coalesce(known.sources, [citing.id]) AS known_sources
  DELETE reference
  FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
    CREATE (citing)-[:CITES_UNRESOLVED {sources: stored}]->(new))
  FOREACH (_ IN CASE WHEN known IS NOT NULL AND sources <> known_sources THEN [1] ELSE [] END |
    SET known.sources = known_sources + [source IN sources WHERE NOT source IN known_sources])
}
DELETE old
