// Lists all that is known of papers, in the order of their ids, to compare stores by.
// Returns one record: papers, list of [id, all properties, [[cited paper id, whether the record of a source lists it,
// whether it is stated by itself, contexts, intents, is influential]], ids of works without a record, further ids,
// [[area id, whether it is the main one, score] that a source tells], [[position, name, id] of an author]].
// $after_id: id after which the papers follow, '' for the first ones; $most: how many at most
// $stated: how the sources of citations that are stated by themselves begin
MATCH (paper:Paper)
WHERE paper.id > $after_id
WITH paper
ORDER BY paper.id LIMIT $most
RETURN collect([
  paper.id,
  properties(paper),
  COLLECT {
    MATCH (paper)-[citation:CITES]->(cited:Paper)
    RETURN [
      cited.id,
      coalesce(any(source IN citation.sources WHERE NOT source STARTS WITH $stated), true),
      coalesce(any(source IN citation.sources WHERE source STARTS WITH $stated), false),
      citation.contexts,
      citation.intents,
      citation.is_influential
    ]
  },
  COLLECT { MATCH (paper)-[:CITES_UNRESOLVED]->(outside:Unresolved) RETURN outside.id },
  COLLECT { MATCH (alias:Alias)-[:OF]->(paper) RETURN alias.id },
  COLLECT {
    MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
    WHERE area.map IS NULL AND membership.placed_by IS NULL
    RETURN [area.id, membership.primary, membership.score]
  },
  COLLECT {
    MATCH (paper)<-[wrote:WROTE]-(author:Author)
    RETURN [wrote.position, wrote.name, author.id]
  }
]) AS papers
