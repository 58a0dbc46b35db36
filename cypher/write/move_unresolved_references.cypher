// Gives the references of one paper to works without a record to another paper.
// $kept, $gone: paper ids
MATCH (kept:Paper {id: $kept})
MATCH (gone:Paper {id: $gone})-[reference:CITES_UNRESOLVED]->(outside:Unresolved)
OPTIONAL MATCH (kept)-[known:CITES_UNRESOLVED]->(outside)
WITH kept, outside, reference, known,
  coalesce(reference.sources, [$gone]) AS sources, coalesce(known.sources, [$kept]) AS known_sources
DELETE reference
FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
  CREATE (kept)-[:CITES_UNRESOLVED {sources: sources}]->(outside))
FOREACH (_ IN CASE WHEN known IS NOT NULL THEN [1] ELSE [] END |
  SET known.sources = known_sources + [source IN sources WHERE NOT source IN known_sources])
