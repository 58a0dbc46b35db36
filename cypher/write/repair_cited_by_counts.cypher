// Sets every paper's count of citers to the number of citations that point to it.
// Returns how many were wrong.
MATCH (paper:Paper)
WITH paper, COUNT { (paper)<-[:CITES]-() } AS true_count
WHERE paper.cited_by_count IS NULL OR paper.cited_by_count <> true_count
SET paper.cited_by_count = true_count, paper.citer_counts = null
RETURN count(*) AS repaired
