// Keeps how many papers are in areas that have others below them, each paper once; it holds for the data's version.
// Returns counted, how many areas.
// $most: integer, how many memberships an area and those below may have to be counted
MATCH (dataset:Dataset {key: 'dataset'})
MATCH (area:Area)
WHERE coalesce(area.total_at <> dataset.revision, true) AND EXISTS { (area)<-[:PART_OF]-(:Area) }
CALL (area) {
  MATCH (area)<-[:PART_OF*0..30]-(part:Area)
  WITH DISTINCT part
  RETURN sum(COUNT { (part)<-[:IN_AREA]-() }) AS memberships
}
WITH dataset, area WHERE memberships <= $most
CALL (area) {
  OPTIONAL MATCH (area)<-[:PART_OF*0..30]-(:Area)<-[:IN_AREA]-(paper:Paper)
  RETURN count(DISTINCT paper) AS total
}
SET area.total_paper_count = total, area.total_at = dataset.revision
RETURN count(*) AS counted
