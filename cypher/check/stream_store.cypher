// Streams everything that is known of papers, in the order of their ids: two stores with the same stream are the same.
// Returns a record a paper: paper, all of its properties; references, outside, aliases, lists of ids; areas, list of
// [id, name]; authors, list of [position, name, id].
MATCH (paper:Paper)
WITH paper ORDER BY paper.id
RETURN
  properties(paper) AS paper,
  COLLECT { MATCH (paper)-[:CITES]->(cited) RETURN cited.id ORDER BY cited.id } AS references,
  COLLECT { MATCH (paper)-[:CITES_UNRESOLVED]->(outside) RETURN outside.id ORDER BY outside.id } AS outside,
  COLLECT { MATCH (alias:Alias)-[:OF]->(paper) RETURN alias.id ORDER BY alias.id } AS aliases,
  COLLECT { MATCH (paper)-[:IN_AREA]->(area) RETURN [area.id, area.name] ORDER BY area.id } AS areas,
  COLLECT {
    MATCH (paper)<-[wrote:WROTE]-(author) RETURN [wrote.position, wrote.name, author.id] ORDER BY wrote.position
  } AS authors
