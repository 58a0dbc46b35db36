// Finds papers by the words of their title, the best match first, then the most cited.
// Returns one record: papers, list of [columns of the paper], those of list_papers.
// $query: text in Lucene's syntax, made from plain words
// $limit: integer, the most papers to return
CALL db.index.fulltext.queryNodes('paper_title', $query, {limit: $limit}) YIELD node, score
WITH node AS paper, score ORDER BY score DESC, paper.cited_by_count DESC, paper.id
RETURN collect([
  paper.id, paper.title, paper.type, paper.venue, paper.language, paper.published_ymd, paper.categories,
  paper.is_known, paper.is_retracted, paper.cited_by_count, paper.source_cited_by_count,
  CASE WHEN paper.references_known THEN COUNT { (paper)-[:CITES]->() } END,
  CASE WHEN paper.references_known THEN COUNT { (paper)-[:CITES_UNRESOLVED]->() } END,
  COUNT { (paper)<-[:WROTE]-() }
]) AS papers
