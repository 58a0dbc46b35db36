// Takes back what records told of a paper, once its references are.
// $owner: paper id; $fields: names of the properties to remove; $deletes_authors, $deletes_areas: true to take those too
// $digests: what is left of the list of "<mark of a record> <its digest>"; $told_by: what is left of the list of
//   "<field> <mark of a record>", or null
MATCH (paper:Paper {id: $owner})
CALL (paper) {
  WITH paper WHERE $deletes_authors
  MATCH (author:Author)-[wrote:WROTE]->(paper)
  DELETE wrote
  WITH DISTINCT author
  WHERE NOT EXISTS { (author)-[:WROTE]->() }
  DELETE author
}
CALL (paper) {
  WITH paper WHERE $deletes_areas
  MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NULL AND membership.placed_by IS NULL
  DELETE membership
}
FOREACH (field IN $fields | SET paper[field] = null)
SET
  paper.record_digests = $digests,
  paper.told_by = $told_by,
  paper.is_known = size($digests) > 0,
  paper.references_known = CASE WHEN size($digests) > 0 THEN paper.references_known
    ELSE EXISTS { (paper)-[:CITES|CITES_UNRESOLVED]->() } END
