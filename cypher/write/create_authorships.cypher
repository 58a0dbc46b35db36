// Writes who wrote what. An author with an id is one person everywhere, and has the first of its names in order of texts,
// whichever came first; one without is known on its paper only.
// $identified: list of [paper id, position from 0, name as printed, author id]
// $named: list of [paper id, position from 0, name as printed]
CALL () {
  UNWIND $identified AS row
  MATCH (paper:Paper {id: row[0]})
  MERGE (author:Author {id: row[3]})
  ON CREATE SET author.name = row[2]
  ON MATCH SET author.name = CASE WHEN row[2] < author.name THEN row[2] ELSE author.name END
  CREATE (author)-[:WROTE {position: row[1], name: row[2]}]->(paper)
}
CALL () {
  UNWIND $named AS row
  MATCH (paper:Paper {id: row[0]})
  CREATE (:Author {name: row[2]})-[:WROTE {position: row[1], name: row[2]}]->(paper)
}
