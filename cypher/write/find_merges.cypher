// Finds the merges that a source told of, those of ids and those into them.
// Returns one record: merges, pairs [id, id it was merged into].
// $ids: list of identifiers in normal form
CALL () {
  UNWIND $ids AS id
  MATCH (merged:Merged {id: id})
  RETURN merged
  UNION
  UNWIND $ids AS id
  MATCH (merged:Merged {into: id})
  RETURN merged
}
RETURN collect([merged.id, merged.into]) AS merges
