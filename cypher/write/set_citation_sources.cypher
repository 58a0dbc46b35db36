// Notes which sources list citations that are there already.
// $rows: list of [citing paper id, cited paper id, sources, or null for the paper's own record alone]
UNWIND $rows AS row
MATCH (:Paper {id: row[0]})-[citation:CITES]->(:Paper {id: row[1]})
SET citation.sources = row[2]
