// Finds citations that do not go from a paper to a paper.
// Returns one record: count, how many; examples, ids of some of their ends.
MATCH (citing)-[:CITES]->(cited)
WHERE NOT citing:Paper OR NOT cited:Paper
RETURN count(*) AS count, collect(coalesce(citing.id, cited.id))[..5] AS examples
