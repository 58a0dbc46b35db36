// Gives the citers of one paper to another one, as the first step of making the two one. Who cited both cites once,
// told by the sources of both citations; nobody comes to cite itself.
// $kept, $gone: paper ids
MATCH (kept:Paper {id: $kept})
MATCH (citing:Paper)-[citation:CITES]->(:Paper {id: $gone})
OPTIONAL MATCH (citing)-[known:CITES]->(kept)
WITH kept, citing, citation, known, properties(citation) AS facts,
  coalesce(citation.sources, [citing.id]) AS sources, coalesce(known.sources, [citing.id]) AS known_sources
DELETE citation
FOREACH (_ IN CASE WHEN known IS NULL AND citing <> kept THEN [1] ELSE [] END |
  CREATE (citing)-[made:CITES]->(kept)
  SET made = facts, made.hub = null)
FOREACH (_ IN CASE WHEN known IS NOT NULL THEN [1] ELSE [] END |
  SET
    known.sources = known_sources + [source IN sources WHERE NOT source IN known_sources],
    known.contexts = CASE WHEN facts.contexts IS NULL THEN known.contexts ELSE coalesce(known.contexts, [])
      + [text IN facts.contexts WHERE NOT text IN coalesce(known.contexts, [])] END,
    known.intents = CASE WHEN facts.intents IS NULL THEN known.intents ELSE coalesce(known.intents, [])
      + [text IN facts.intents WHERE NOT text IN coalesce(known.intents, [])] END,
    known.is_influential = CASE WHEN facts.is_influential IS NULL THEN known.is_influential
      ELSE coalesce(known.is_influential, false) OR facts.is_influential END)
