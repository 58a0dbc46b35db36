// Joins what rows tell of citations with what is known: contexts and intents without repeats, influential if any says so.
// Where the latter changes for a citation of a hub, what was counted over its citers is dropped.
// Returns changed, how many citations know more than before.
// $rows: list of [citing paper id, cited paper id, [contexts], [intents], true, false or null]
UNWIND $rows AS row
MATCH (:Paper {id: row[0]})-[citation:CITES]->(cited:Paper {id: row[1]})
WITH cited, citation, row,
  [text IN row[2] WHERE NOT text IN coalesce(citation.contexts, [])] AS contexts,
  [text IN row[3] WHERE NOT text IN coalesce(citation.intents, [])] AS intents
WITH cited, citation, contexts, intents,
  CASE WHEN row[4] IS NULL THEN citation.is_influential
       ELSE coalesce(citation.is_influential, false) OR row[4] END AS is_influential
WHERE size(contexts) > 0 OR size(intents) > 0 OR coalesce(is_influential <> citation.is_influential, is_influential IS NOT NULL)
FOREACH (_ IN CASE WHEN coalesce(is_influential <> citation.is_influential, is_influential IS NOT NULL) THEN [1] ELSE [] END |
  SET cited.citer_counts = null)
SET citation.is_influential = is_influential
FOREACH (_ IN CASE WHEN size(contexts) > 0 THEN [1] ELSE [] END |
  SET citation.contexts = coalesce(citation.contexts, []) + contexts)
FOREACH (_ IN CASE WHEN size(intents) > 0 THEN [1] ELSE [] END |
  SET citation.intents = coalesce(citation.intents, []) + intents)
RETURN count(*) AS changed
