// Finds further ids that belong to no paper or several, or that are the id of a paper themselves.
// Returns one record: count, how many; examples, some of them.
MATCH (alias:Alias)
WHERE COUNT { (alias)-[:OF]->(:Paper) } <> 1 OR EXISTS { (:Paper {id: alias.id}) }
RETURN count(*) AS count, collect(alias.id)[..5] AS examples
