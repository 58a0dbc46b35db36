// Finds what the store knows of each id.
// Returns one record: papers, the ids that are papers' own; aliases, pairs [alias id, paper id];
// unresolved, the ids of works that are referred to and have no record.
// $ids: list of identifiers in normal form
CALL () {
  UNWIND $ids AS id
  MATCH (paper:Paper {id: id})
  RETURN collect(paper.id) AS papers
}
CALL () {
  UNWIND $ids AS id
  MATCH (alias:Alias {id: id})-[:OF]->(paper:Paper)
  RETURN collect([alias.id, paper.id]) AS aliases
}
CALL () {
  UNWIND $ids AS id
  MATCH (outside:Unresolved {id: id})
  RETURN collect(outside.id) AS unresolved
}
RETURN papers, aliases, unresolved
