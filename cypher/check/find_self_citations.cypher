// Finds papers that cite themselves.
// Returns one record: count, how many; examples, ids of some.
MATCH (paper:Paper)-[:CITES]->(paper)
RETURN count(*) AS count, collect(paper.id)[..5] AS examples
