// Finds papers whose count of citers is not the number of citations that point to them.
// Returns one record: count, how many; examples, ids of some.
MATCH (paper:Paper)
WHERE paper.cited_by_count IS NULL OR paper.cited_by_count <> COUNT { (paper)<-[:CITES]-() }
RETURN count(*) AS count, collect(paper.id)[..5] AS examples
