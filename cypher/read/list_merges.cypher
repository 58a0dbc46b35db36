// Lists the ids that a source has merged into others, in the order of the merged ids.
// Returns one record: merges, list of pairs [id, id it was merged into].
// $after_id: id after which the merges follow, '' for the first ones; $most: how many at most
MATCH (merged:Merged)
WHERE merged.id > $after_id
WITH merged
ORDER BY merged.id LIMIT $most
RETURN collect([merged.id, merged.into]) AS merges
