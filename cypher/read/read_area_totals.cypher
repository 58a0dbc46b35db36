// Counts the papers of areas and of all areas below them, each paper once; an unknown id gives no row.
// Returns one record: totals, list of [area id, count, or null where it was not kept and is too much to count now].
// $ids: list of area ids
// $most: integer, how many memberships an area and those below may have to be counted now
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
UNWIND $ids AS id
MATCH (area:Area {id: id})
WITH area, coalesce(area.total_at = dataset.revision, false) AS is_kept, EXISTS { (area)<-[:PART_OF]-(:Area) } AS has_parts
CALL (area, is_kept, has_parts) {
  WITH area WHERE has_parts AND NOT is_kept
  MATCH (area)<-[:PART_OF*0..30]-(part:Area)
  WITH DISTINCT part
  RETURN coalesce(sum(COUNT { (part)<-[:IN_AREA]-() }), 0) AS memberships
}
CALL (area, is_kept, has_parts, memberships) {
  WITH area WHERE has_parts AND NOT is_kept AND memberships <= $most
  MATCH (area)<-[:PART_OF*0..30]-(:Area)<-[:IN_AREA]-(paper:Paper)
  RETURN count(DISTINCT paper) AS counted
}
RETURN collect([area.id, CASE
  WHEN NOT has_parts THEN COUNT { (area)<-[:IN_AREA]-() }
  WHEN is_kept THEN area.total_paper_count
  WHEN memberships <= $most THEN counted
END]) AS totals
