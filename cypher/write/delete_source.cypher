// Takes a record's word on references back: what it alone listed is no reference any more, what others list too stays
// theirs.
// Returns ids: the papers that are no longer cited.
// $owner: paper id; $source: id of the record
MATCH (citing:Paper {id: $owner})
CALL (citing) {
  MATCH (citing)-[reference:CITES_UNRESOLVED]->(outside:Unresolved)
  WHERE $source IN coalesce(reference.sources, [$owner])
  WITH reference, outside, [told IN coalesce(reference.sources, [$owner]) WHERE told <> $source] AS others
  FOREACH (_ IN CASE WHEN size(others) = 0 THEN [] ELSE [1] END | SET reference.sources = others)
  FOREACH (_ IN CASE WHEN size(others) = 0 THEN [1] ELSE [] END | DELETE reference)
  WITH DISTINCT outside
  WHERE NOT EXISTS { (outside)<-[:CITES_UNRESOLVED]-() }
  DELETE outside
}
CALL (citing) {
  MATCH (citing)-[citation:CITES]->(cited:Paper)
  WHERE $source IN coalesce(citation.sources, [$owner])
  WITH citation, cited.id AS cited_id, [told IN coalesce(citation.sources, [$owner]) WHERE told <> $source] AS others
  FOREACH (_ IN CASE WHEN size(others) = 0 THEN [] ELSE [1] END | SET citation.sources = others)
  FOREACH (_ IN CASE WHEN size(others) = 0 THEN [1] ELSE [] END | DELETE citation)
  WITH cited_id, others WHERE size(others) = 0
  RETURN collect(cited_id) AS ids
}
RETURN ids
