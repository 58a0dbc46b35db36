// Drops what was counted over the citers of the hubs that papers cite, for these citers are told of anew.
// $ids: list of ids of citing papers
UNWIND $ids AS id
MATCH (:Paper {id: id})-[:CITES]->(hub:Hub)
SET hub.citer_counts = null
