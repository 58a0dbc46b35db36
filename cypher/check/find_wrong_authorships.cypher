// Finds papers whose authors do not stand at the places 0, 1, 2 … once each.
// Returns one record: count, how many; examples, ids of some.
MATCH (paper:Paper)
WITH paper, COLLECT { MATCH (paper)<-[wrote:WROTE]-() RETURN wrote.position ORDER BY wrote.position } AS positions
WHERE size(positions) > 0 AND positions <> range(0, size(positions) - 1)
RETURN count(*) AS count, collect(paper.id)[..5] AS examples
