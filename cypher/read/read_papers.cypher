// Reads papers by any of their ids; an unknown id gives no row.
// Returns one record: papers, list of [place of the id in $ids, columns of the paper, abstract, authors, other ids,
// areas, fit, how many areas there are]; the columns are those of list_papers, authors are [position, name, id], areas
// [id, name, primary, score, 'text' where its words placed it, 'citations' where the area is made of these], fit is null
// where its words were not tried, else [[[id, name, score] of a nearest area that still has papers, the nearest first],
// how many nearest ones there were, score that was needed or null, true where it had its title alone, else null].
// $ids: list of identifiers in normal form
// $wants_abstract, $wants_identifiers, $wants_areas: true to read them, else they come back empty
// $authors_from, $authors_to: integers, positions from 0 of the authors to read, the last one not included
UNWIND range(0, size($ids) - 1) AS place
CALL (place) {
  MATCH (paper:Paper {id: $ids[place]})
  RETURN paper
  UNION
  MATCH (:Alias {id: $ids[place]})-[:OF]->(paper:Paper)
  RETURN paper
}
RETURN collect([
  place,
  [
    paper.id, paper.title, paper.type, paper.venue, paper.language, paper.published_ymd, paper.categories,
    paper.is_known, paper.is_retracted, paper.cited_by_count, paper.source_cited_by_count,
    CASE WHEN paper.references_known THEN COUNT { (paper)-[:CITES]->() } END,
    CASE WHEN paper.references_known THEN COUNT { (paper)-[:CITES_UNRESOLVED]->() } END,
    COUNT { (paper)<-[:WROTE]-() }
  ],
  CASE WHEN $wants_abstract THEN paper.abstract END,
  CASE WHEN $authors_from >= $authors_to THEN [] ELSE COLLECT {
    MATCH (author:Author)-[wrote:WROTE]->(paper)
    WHERE $authors_from <= wrote.position < $authors_to
    RETURN [wrote.position, wrote.name, author.id] ORDER BY wrote.position
  } END,
  CASE WHEN NOT $wants_identifiers THEN [] ELSE COLLECT {
    MATCH (alias:Alias)-[:OF]->(paper)
    RETURN alias.id ORDER BY alias.id
  } END,
  CASE WHEN NOT $wants_areas THEN [] ELSE COLLECT {
    MATCH (paper)-[membership:IN_AREA]->(area:Area)
    RETURN [area.id, area.name, membership.primary, membership.score, membership.placed_by, area.map]
    ORDER BY CASE WHEN membership.primary THEN 0 ELSE 1 END, -coalesce(membership.score, 0), area.name, area.id
  } END,
  CASE WHEN $wants_areas AND paper.nearest_area_ids IS NOT NULL THEN [
    COLLECT {
      UNWIND range(0, size(paper.nearest_area_ids) - 1) AS at
      MATCH (area:Area {id: paper.nearest_area_ids[at]})
      WHERE EXISTS { (:Paper)-[:IN_AREA]->(area) }
      RETURN [area.id, area.name, paper.nearest_area_scores[at]] ORDER BY at
    },
    size(paper.nearest_area_ids),
    paper.nearest_area_threshold,
    paper.nearest_by_title
  ] END,
  CASE WHEN $wants_areas THEN COUNT { (:Area) } END
]) AS papers
