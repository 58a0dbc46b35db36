// Gives the references of one paper to another one, so that both lists are joined; each stays its source's.
// Returns ids: the papers that were cited, whose counts may have changed.
// $kept, $gone: paper ids
MATCH (kept:Paper {id: $kept})
MATCH (gone:Paper {id: $gone})-[citation:CITES]->(cited:Paper)
OPTIONAL MATCH (kept)-[known:CITES]->(cited)
WITH kept, cited, citation, known, properties(citation) AS facts,
  coalesce(citation.sources, [$gone]) AS sources, coalesce(known.sources, [$kept]) AS known_sources
DELETE citation
FOREACH (_ IN CASE WHEN known IS NULL AND cited <> kept THEN [1] ELSE [] END |
  CREATE (kept)-[made:CITES]->(cited)
  SET made = facts, made.sources = sources, made.hub = null)
FOREACH (_ IN CASE WHEN known IS NOT NULL THEN [1] ELSE [] END |
  SET
    known.sources = known_sources + [source IN sources WHERE NOT source IN known_sources],
    known.contexts = CASE WHEN facts.contexts IS NULL THEN known.contexts ELSE coalesce(known.contexts, [])
      + [text IN facts.contexts WHERE NOT text IN coalesce(known.contexts, [])] END,
    known.intents = CASE WHEN facts.intents IS NULL THEN known.intents ELSE coalesce(known.intents, [])
      + [text IN facts.intents WHERE NOT text IN coalesce(known.intents, [])] END,
    known.is_influential = CASE WHEN facts.is_influential IS NULL THEN known.is_influential
      ELSE coalesce(known.is_influential, false) OR facts.is_influential END)
RETURN collect(cited.id) AS ids
