// Puts memberships where they belong: IN_AREA in areas of the map in use, IN_AREA_ASIDE in those of another one; what
// text placed, or found near, is dropped with the map that it belonged to. What is right already stays.
// Returns one record: last_id, the last paper looked at or null; ids, the papers whose areas are others now.
// There is no record where another map is in use by now.
// $map: name of the map in use
// $after_id: id after which the papers follow, '' for the first ones; $most: how many of them at most
MATCH (:Dataset {key: 'dataset', map: $map})
CALL () {
  MATCH (paper:Paper)
  WHERE paper.id > $after_id
  WITH paper
  ORDER BY paper.id LIMIT $most
  RETURN collect(paper) AS papers
}
CALL (papers) {
  UNWIND papers AS paper
  MATCH (paper)-[membership:IN_AREA]->(area:Area)
  WHERE coalesce(area.map, 'source') <> $map
  FOREACH (kept IN CASE WHEN membership.placed_by = 'text' THEN [] ELSE [membership] END |
    CREATE (paper)-[aside:IN_AREA_ASIDE]->(area)
    SET aside = properties(kept))
  DELETE membership
  RETURN collect(DISTINCT paper.id) AS left
}
CALL (papers) {
  UNWIND papers AS paper
  MATCH (paper)-[membership:IN_AREA_ASIDE]->(area:Area)
  WHERE coalesce(area.map, 'source') = $map
  CREATE (paper)-[moved:IN_AREA]->(area)
  SET moved = properties(membership)
  DELETE membership
  RETURN collect(DISTINCT paper.id) AS entered
}
CALL (papers) {
  UNWIND papers AS paper
  MATCH (nearest:Area {id: paper.nearest_area_ids[0]})
  WHERE coalesce(nearest.map, 'source') <> $map
  SET
    paper.nearest_area_ids = null, paper.nearest_area_scores = null,
    paper.nearest_area_threshold = null, paper.nearest_by_title = null
}
RETURN papers[-1].id AS last_id, left + entered AS ids
