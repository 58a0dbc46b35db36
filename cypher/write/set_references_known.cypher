// Notes that the references of papers are known, though there is none to another paper.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
SET paper.references_known = true
