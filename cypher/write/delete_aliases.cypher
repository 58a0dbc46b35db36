// Forgets further ids of papers.
// Returns nothing.
// $ids: list of identifiers in normal form
UNWIND $ids AS id
MATCH (alias:Alias {id: id})
DETACH DELETE alias
