// Takes the authors off papers whose author list is about to be written anew.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (author:Author)-[wrote:WROTE]->(:Paper {id: id})
DELETE wrote
WITH DISTINCT author
WHERE NOT EXISTS { (author)-[:WROTE]->() }
DELETE author
