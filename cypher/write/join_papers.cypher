// Makes one paper of two whose edges are joined already: what the one that is kept does not tell is taken from the
// other, the earlier date counts, and the other's ids lead to the one that is kept from now on.
// $kept, $gone: paper ids
// $fills_gaps: false to take the other's ids alone, for its record is no longer valid
MATCH (kept:Paper {id: $kept})
MATCH (gone:Paper {id: $gone})
CALL (kept, gone) {
  MATCH (alias:Alias)-[of:OF]->(gone)
  DELETE of
  CREATE (alias)-[:OF]->(kept)
}
CALL (kept, gone) {
  WITH kept, gone
  WHERE $fills_gaps AND NOT EXISTS { (kept)<-[:WROTE]-() }
  MATCH (author:Author)-[wrote:WROTE]->(gone)
  CREATE (author)-[moved:WROTE]->(kept)
  SET moved = properties(wrote)
  DELETE wrote
}
CALL (gone) {
  MATCH (author:Author)-[wrote:WROTE]->(gone)
  DELETE wrote
  WITH DISTINCT author
  WHERE NOT EXISTS { (author)-[:WROTE]->() }
  DELETE author
}
CALL (kept, gone) {
  WITH kept, gone, EXISTS { (kept)-[:IN_AREA]->() } AS has_areas
  MATCH (gone)-[membership:IN_AREA]->(area:Area)
  WHERE $fills_gaps AND NOT EXISTS { (kept)-[:IN_AREA]->(area) }
  CREATE (kept)-[:IN_AREA {primary: membership.primary AND NOT has_areas, score: membership.score}]->(area)
}
WITH kept, gone, properties(kept) AS own,
  CASE WHEN $fills_gaps THEN gone {.*, id: $kept} ELSE properties(kept) END AS other
SET kept += other
SET kept += own
SET
  kept.references_known = own.references_known OR other.references_known
    OR EXISTS { (kept)-[:CITES|CITES_UNRESOLVED]->() },
  kept.is_known = coalesce(own.is_known, true) OR coalesce(other.is_known, true),
  kept.is_retracted = CASE WHEN own.is_retracted OR other.is_retracted THEN true ELSE kept.is_retracted END,
  kept.published_ymd = CASE
    WHEN own.published_ymd IS NULL THEN other.published_ymd
    WHEN other.published_ymd IS NULL THEN own.published_ymd
    WHEN other.published_ymd / 10000 < own.published_ymd / 10000 THEN other.published_ymd
    ELSE own.published_ymd
  END,
  kept.record_digests = coalesce(own.record_digests, [])
    + [mark IN coalesce(other.record_digests, []) WHERE NOT mark IN coalesce(own.record_digests, [])]
DETACH DELETE gone
CREATE (:Alias {id: $gone})-[:OF]->(kept)
