// Finds papers that have a title and no key to sort it by, or the other way round.
// Returns one record: count, how many; examples, ids of some.
MATCH (paper:Paper)
WHERE (paper.title IS NULL) <> (paper.title_key IS NULL)
RETURN count(*) AS count, collect(paper.id)[..5] AS examples
