// Lists the further ids of papers that no record tells of: merges of ids gave them all.
// Returns one record: papers, list of [paper id, [further ids]].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id, is_known: false})
RETURN collect([id, COLLECT { MATCH (alias:Alias)-[:OF]->(paper) RETURN alias.id }]) AS papers
