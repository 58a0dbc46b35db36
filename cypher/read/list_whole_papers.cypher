// Lists papers whole, in the order of their ids: what an export tells of them. A citation belongs to the paper's list if
// the record of some source has it there, and is told by itself if it is stated so or has facts of its own; it may be both.
// Returns one record: papers, list of [id, whether a record tells of it, further ids, title, abstract, date as yyyymmdd,
// type, venue, language, [[name, id] of an author], categories, [[id of an area, score]], whether its references are
// known, ids of papers in its list, ids of works without a record, whether it cites any paper, count that its source
// claims, whether it is retracted, [[cited paper id, contexts, intents, is influential, sources that
// state it] of a citation told by itself], whether it is no end of such a citation, known for papers that no record tells of].
// The further ids of a paper that no record tells of are those that no merge of ids gives it.
// $after_id: id after which the papers follow, '' for the first ones; $most: how many at most
// $stated: how the sources of citations that are stated by themselves begin
MATCH (paper:Paper)
WHERE paper.id > $after_id
WITH paper, coalesce(paper.is_known, true) AS is_known
ORDER BY paper.id LIMIT $most
RETURN collect([
  paper.id,
  is_known,
  COLLECT {
    MATCH (alias:Alias)-[:OF]->(paper)
    WHERE is_known OR NOT (EXISTS { (:Merged {id: alias.id}) } OR EXISTS { (:Merged {into: alias.id}) })
    RETURN alias.id
  },
  paper.title,
  paper.abstract,
  paper.published_ymd,
  paper.type,
  paper.venue,
  paper.language,
  COLLECT {
    MATCH (paper)<-[wrote:WROTE]-(author:Author)
    RETURN [wrote.name, author.id] ORDER BY wrote.position
  },
  paper.categories,
  COLLECT {
    MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
    WHERE area.map IS NULL AND membership.placed_by IS NULL
    RETURN [area.id, membership.score] ORDER BY membership.primary DESC, area.id
  },
  paper.references_known,
  COLLECT {
    MATCH (paper)-[citation:CITES]->(cited:Paper)
    WHERE citation.sources IS NULL OR any(source IN citation.sources WHERE NOT source STARTS WITH $stated)
    RETURN cited.id
  },
  COLLECT { MATCH (paper)-[:CITES_UNRESOLVED]->(outside:Unresolved) RETURN outside.id },
  EXISTS { (paper)-[:CITES]->() },
  paper.source_cited_by_count,
  paper.is_retracted,
  COLLECT {
    MATCH (paper)-[citation:CITES]->(cited:Paper)
    WHERE any(source IN citation.sources WHERE source STARTS WITH $stated)
      OR citation.contexts IS NOT NULL OR citation.intents IS NOT NULL OR citation.is_influential IS NOT NULL
    RETURN [
      cited.id,
      citation.contexts,
      citation.intents,
      citation.is_influential,
      [source IN citation.sources WHERE source STARTS WITH $stated]
    ]
  },
  NOT is_known AND NOT EXISTS {
    MATCH (paper)-[citation:CITES]-()
    WHERE any(source IN citation.sources WHERE source STARTS WITH $stated)
  }
]) AS papers
