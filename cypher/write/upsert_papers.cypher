// Makes papers, or sets what counts of a record; what it does not state stays.
// $papers: list of {id: paper id, properties: map of what counts of the record, digests: list of "<mark of a record> <its
//   digest>", told_by: list of "<field> <mark of a record>", or null where one record told everything}
UNWIND $papers AS row
MERGE (paper:Paper {id: row.id})
ON CREATE SET paper.cited_by_count = 0, paper.references_known = false
SET paper += row.properties
SET paper.is_known = true, paper.record_digests = row.digests, paper.told_by = row.told_by
