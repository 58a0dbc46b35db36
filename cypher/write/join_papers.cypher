// Makes one paper of two whose edges are joined already: what the other one's records tell first is taken from it, and
// its ids lead to the one that is kept from now on.
// $kept, $gone: paper ids
// $fields: names of the properties to take; $takes_authors, $takes_areas: true to take those too, in place of what is there
// $digests: list of "<mark of a record> <its digest>"; $told_by: list of "<field> <mark of a record>", or null
MATCH (kept:Paper {id: $kept})
MATCH (gone:Paper {id: $gone})
CALL (kept, gone) {
  MATCH (alias:Alias)-[of:OF]->(gone)
  DELETE of
  CREATE (alias)-[:OF]->(kept)
}
CALL (kept, gone) {
  MATCH (author:Author)-[wrote:WROTE]->(less:Paper)
  WHERE less = CASE WHEN $takes_authors THEN kept ELSE gone END
  DELETE wrote
  WITH DISTINCT author
  WHERE NOT EXISTS { (author)-[:WROTE]->() }
  DELETE author
}
CALL (kept, gone) {
  MATCH (author:Author)-[wrote:WROTE]->(gone)
  CREATE (author)-[moved:WROTE]->(kept)
  SET moved = properties(wrote)
  DELETE wrote
}
CALL (kept, gone) {
  WITH kept, gone WHERE $takes_areas
  OPTIONAL MATCH (kept)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NULL
  DELETE membership
  WITH DISTINCT kept, gone
  MATCH (gone)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NULL
  CREATE (kept)-[moved:$(type(membership))]->(area)
  SET moved = properties(membership)
}
CALL (kept, gone) {
  // of the areas of a built map those of the kept paper count
  MATCH (gone)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NOT NULL AND NOT EXISTS {
    (kept)-[:IN_AREA|IN_AREA_ASIDE]->(own:Area) WHERE own.map = area.map
  }
  CREATE (kept)-[moved:$(type(membership))]->(area)
  SET moved = properties(membership)
}
FOREACH (_ IN CASE WHEN $takes_areas THEN [1] ELSE [] END |
  SET
    kept.nearest_area_ids = null, kept.nearest_area_scores = null,
    kept.nearest_area_threshold = null, kept.nearest_by_title = null)
FOREACH (field IN $fields | SET kept[field] = gone[field])
SET
  kept.references_known = kept.references_known OR gone.references_known OR EXISTS { (kept)-[:CITES|CITES_UNRESOLVED]->() },
  kept.is_known = coalesce(kept.is_known, true) OR coalesce(gone.is_known, true),
  kept.record_digests = $digests,
  kept.told_by = $told_by
DETACH DELETE gone
CREATE (:Alias {id: $gone})-[:OF]->(kept)
