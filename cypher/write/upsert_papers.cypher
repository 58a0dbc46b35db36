// Makes papers, or sets the properties that a record states; what it does not state stays.
// $papers: list of {id: paper id, properties: map of what the record states}
UNWIND $papers AS row
MERGE (paper:Paper {id: row.id})
ON CREATE SET paper.cited_by_count = 0, paper.references_known = false
SET paper += row.properties
