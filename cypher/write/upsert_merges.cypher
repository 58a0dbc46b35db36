// Keeps which ids a source has merged into which, also before any of them has a record.
// Returns changed, how many are news, and replaced, the ids that some were said to be merged into before.
// $merges: list of pairs [id, id it was merged into]
UNWIND $merges AS pair
MERGE (merged:Merged {id: pair[0]})
WITH merged, pair, merged.into AS before WHERE coalesce(before <> pair[1], true)
SET merged.into = pair[1]
RETURN count(*) AS changed, collect(before) AS replaced
