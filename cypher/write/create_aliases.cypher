// Gives papers further ids.
// $aliases: list of pairs [id that no paper has yet, paper id]
UNWIND $aliases AS row
MATCH (paper:Paper {id: row[1]})
CREATE (:Alias {id: row[0]})-[:OF]->(paper)
