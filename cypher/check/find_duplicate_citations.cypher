// Finds papers that cite another one more than once.
// Returns one record: count, how many; examples, ids of some.
MATCH (citing:Paper)
WHERE COUNT { (citing)-[:CITES]->() } <> COUNT { MATCH (citing)-[:CITES]->(cited) RETURN DISTINCT cited }
RETURN count(*) AS count, collect(citing.id)[..5] AS examples
