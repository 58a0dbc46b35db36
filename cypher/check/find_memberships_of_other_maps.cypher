// Finds papers whose areas are not those of the map in use, as a change of maps leaves them that was broken off.
// Returns one record: count, how many memberships; examples, ids of some of the papers.
MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.map, 'source') AS map
CALL (map) {
  MATCH (paper:Paper)-[:IN_AREA]->(area:Area)
  WHERE coalesce(area.map, 'source') <> map
  RETURN paper
  UNION ALL
  MATCH (paper:Paper)-[:IN_AREA_ASIDE]->(area:Area)
  WHERE coalesce(area.map, 'source') = map
  RETURN paper
}
RETURN count(*) AS count, collect(DISTINCT paper.id)[..5] AS examples
