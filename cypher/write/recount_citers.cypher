// Sets the count of citers of papers to the number of citations that point to them.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
SET paper.cited_by_count = COUNT { (paper)<-[:CITES]-() }, paper.citer_counts = null
