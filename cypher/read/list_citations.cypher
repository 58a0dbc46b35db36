// Lists citations as pairs of ids, in the order of the citing papers' ids.
// Returns one record: papers, list of [citing paper id, [cited paper ids]].
// $after_id: id after which the citing papers follow, '' for the first ones; $most: how many of them at most
MATCH (citing:Paper)
WHERE citing.id > $after_id
WITH citing
ORDER BY citing.id LIMIT $most
RETURN collect([
  citing.id,
  COLLECT { MATCH (citing)-[:CITES]->(cited:Paper) RETURN cited.id }
]) AS papers
