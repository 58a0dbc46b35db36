// Sets every paper's names of authors to those of the authors it has.
// Returns how many were wrong.
MATCH (paper:Paper)
WITH paper, COLLECT { MATCH (paper)<-[wrote:WROTE]-() RETURN wrote.name ORDER BY wrote.position } AS names
WHERE coalesce(paper.author_names, []) <> names
SET paper.author_names = CASE WHEN size(names) > 0 THEN names END
RETURN count(*) AS repaired
