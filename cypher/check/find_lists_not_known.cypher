// Finds papers that have references though no reference list of theirs is known.
// Returns one record: count, how many; examples, ids of some.
MATCH (citing:Paper)
WHERE coalesce(citing.references_known, false) = false
  AND (EXISTS { (citing)-[:CITES]->() } OR EXISTS { (citing)-[:CITES_UNRESOLVED]->() })
RETURN count(*) AS count, collect(citing.id)[..5] AS examples
