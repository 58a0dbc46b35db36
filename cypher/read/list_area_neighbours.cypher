// Counts the citations between the papers of an area and those of each other area.
// Returns one record: neighbours, one entry for each area of $ids that is known:
//   [area id, [is exact, [[id of the other area, its name, citations from this one to it]]],
//             [is exact, [[id of the other area, its name, citations from it to this one]]]]
// Where there are more papers or more citations than are counted, a part of them is, and is exact says so.
// $ids: list of area ids
// $most_papers: integer, the most papers of an area to look at
// $most_citations: integer, the most citations to count in one direction
// $of_a_paper: integer, the most citations to count of one paper where not all are
UNWIND $ids AS id
MATCH (area:Area {id: id})
CALL (area) {
  MATCH (area)<-[:IN_AREA]-(member:Paper)
  WITH member LIMIT $most_papers
  RETURN
    collect(member) AS members,
    sum(COUNT { (member)-[:CITES]->() }) AS cited_count,
    sum(member.cited_by_count) AS citing_count
}
WITH area, members, size(members) = COUNT { (area)<-[:IN_AREA]-() } AS are_all, cited_count, citing_count
WITH area, members,
  are_all AND cited_count <= $most_citations AS is_cited_exact,
  are_all AND citing_count <= $most_citations AS is_citing_exact
CALL (area, members, is_cited_exact) {
  CALL (members, is_cited_exact) {
    UNWIND CASE WHEN is_cited_exact THEN members ELSE [] END AS member
    MATCH (member)-[:CITES]->(cited:Paper)
    RETURN cited
    UNION ALL
    UNWIND CASE WHEN is_cited_exact THEN [] ELSE members END AS member
    CALL (member) {
      MATCH (member)-[:CITES]->(cited:Paper)
      RETURN cited LIMIT $of_a_paper
    }
    WITH cited LIMIT $most_citations
    RETURN cited
  }
  MATCH (cited)-[:IN_AREA]->(other:Area)
  WHERE other <> area
  WITH other, count(*) AS count
  RETURN collect([other.id, other.name, count]) AS cited_areas
}
CALL (area, members, is_citing_exact) {
  CALL (members, is_citing_exact) {
    UNWIND CASE WHEN is_citing_exact THEN members ELSE [] END AS member
    MATCH (citing:Paper)-[:CITES]->(member)
    RETURN citing
    UNION ALL
    UNWIND CASE WHEN is_citing_exact THEN [] ELSE members END AS member
    CALL (member) {
      MATCH (citing:Paper)-[:CITES]->(member)
      RETURN citing LIMIT $of_a_paper
    }
    WITH citing LIMIT $most_citations
    RETURN citing
  }
  MATCH (citing)-[:IN_AREA]->(other:Area)
  WHERE other <> area
  WITH other, count(*) AS count
  RETURN collect([other.id, other.name, count]) AS citing_areas
}
RETURN collect([area.id, [is_cited_exact, cited_areas], [is_citing_exact, citing_areas]]) AS neighbours
