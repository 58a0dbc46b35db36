// Takes back citations that were stated by themselves; what else lists them keeps them, without the facts of the
// statement. Looks at every citation once, for no index leads from a statement to its citation.
// Returns one record: gone, how many citations there were no more; cited, the papers that they were into; ends, the
// papers at their ends; found, the sources that were found.
// $sources: list of sources, each the source of one statement
MATCH (citing:Paper)-[citation:CITES]->(cited:Paper)
WHERE any(source IN citation.sources WHERE source IN $sources)
WITH citing, citation, cited, citation.sources AS before,
  [source IN citation.sources WHERE NOT source IN $sources] AS left
FOREACH (_ IN CASE WHEN size(left) = 0 THEN [1] ELSE [] END | DELETE citation)
FOREACH (_ IN CASE WHEN size(left) = 0 THEN [] ELSE [1] END |
  SET citation.sources = CASE WHEN left = [citing.id] THEN null ELSE left END)
FOREACH (_ IN CASE WHEN size(left) > 0 AND none(source IN left WHERE source STARTS WITH 'stated') THEN [1] ELSE [] END |
  SET citation.contexts = null, citation.intents = null, citation.is_influential = null, cited.citer_counts = null)
WITH citing.id AS citing_id, cited.id AS cited_id, left,
  [source IN before WHERE source IN $sources] AS sources
WITH collect([citing_id, cited_id, size(left) = 0, sources]) AS rows
RETURN
  size([row IN rows WHERE row[2]]) AS gone,
  [row IN rows WHERE row[2] | row[1]] AS cited,
  reduce(ends = [], row IN rows | ends + [row[0], row[1]]) AS ends,
  reduce(found = [], row IN rows | found + row[3]) AS found
