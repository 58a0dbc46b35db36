// Forgets papers that no record tells of any more: one that a citation states by itself stays, known by its id alone;
// any other one becomes a work without a record, if papers refer to it.
// Returns one record: gone, the ids of those that are no paper any more; citations, how many citations were into them.
// $ids: list of paper ids
CALL () {
  UNWIND $ids AS id
  MATCH (paper:Paper {id: id})
  WHERE coalesce(size(paper.record_digests), 0) = 0
    AND EXISTS { (paper)-[citation:CITES]-() WHERE any(source IN citation.sources WHERE source STARTS WITH 'stated') }
  SET paper = {
    id: paper.id,
    is_known: false,
    cited_by_count: paper.cited_by_count,
    references_known: EXISTS { (paper)-[:CITES]->() }
  }
  WITH paper
  MATCH (paper)-[told:IN_AREA|IN_AREA_ASIDE|WROTE]-(other:Area|Author)
  WHERE other.map IS NULL OR told.placed_by = 'text'
  DELETE told
  WITH DISTINCT other
  WHERE other:Author AND NOT EXISTS { (other)-[:WROTE]->() }
  DELETE other
}
CALL () {
  UNWIND $ids AS id
  MATCH (paper:Paper {id: id})
  WHERE coalesce(size(paper.record_digests), 0) = 0 AND NOT EXISTS {
    (paper)-[citation:CITES]-() WHERE any(source IN citation.sources WHERE source STARTS WITH 'stated')
  }
  CALL (paper) {
    MATCH (citing:Paper)-[citation:CITES]->(paper)
    MERGE (outside:Unresolved {id: paper.id})
    CREATE (citing)-[:CITES_UNRESOLVED {sources: citation.sources}]->(outside)
    RETURN count(*) AS citations
  }
  CALL (paper) {
    MATCH (paper)<-[:WROTE]-(author:Author)
    WHERE COUNT { (author)-[:WROTE]->() } = 1
    DETACH DELETE author
  }
  CALL (paper) {
    MATCH (alias:Alias)-[:OF]->(paper)
    DETACH DELETE alias
  }
  WITH paper, citations, paper.id AS id
  DETACH DELETE paper
  RETURN collect(id) AS gone, sum(citations) AS citations
}
RETURN gone, citations
