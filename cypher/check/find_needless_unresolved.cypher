// Finds works noted as having no record that do have one, or that nothing refers to.
// Returns one record: count, how many; examples, ids of some.
MATCH (outside:Unresolved)
WHERE NOT EXISTS { (outside)<-[:CITES_UNRESOLVED]-(:Paper) }
  OR EXISTS { (:Paper {id: outside.id}) }
  OR EXISTS { (:Alias {id: outside.id}) }
RETURN count(*) AS count, collect(outside.id)[..5] AS examples
