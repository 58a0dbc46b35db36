// Counts the papers of areas and of all areas below them, each paper once; an unknown id gives no row.
// Returns one record: totals, list of [area id, count].
// $ids: list of area ids
UNWIND $ids AS id
MATCH (area:Area {id: id})
CALL (area) {
  WITH area WHERE area.total_paper_count IS NULL
  OPTIONAL MATCH (area)<-[:PART_OF*0..30]-(:Area)<-[:IN_AREA]-(paper:Paper)
  RETURN count(DISTINCT paper) AS counted
}
RETURN collect([area.id, coalesce(area.total_paper_count, counted)]) AS totals
