// Finds papers whose names of authors, as the search knows them, are not those of the authors they have.
// Returns one record: count, how many; examples, ids of some.
MATCH (paper:Paper)
WITH paper, COLLECT { MATCH (paper)<-[wrote:WROTE]-() RETURN wrote.name ORDER BY wrote.position } AS names
WHERE coalesce(paper.author_names, []) <> names
RETURN count(*) AS count, collect(paper.id)[..5] AS examples
