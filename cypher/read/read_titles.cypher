// Reads the titles of papers.
// Returns one record: papers, list of [id, title or null].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
RETURN collect([paper.id, paper.title]) AS papers
