// Notes which sources list references to works without a record that are there already.
// $rows: list of [citing paper id, id of the work, sources, or null for the paper's own record alone]
UNWIND $rows AS row
MATCH (:Paper {id: row[0]})-[reference:CITES_UNRESOLVED]->(:Unresolved {id: row[1]})
SET reference.sources = row[2]
