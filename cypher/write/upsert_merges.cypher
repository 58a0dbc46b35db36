// Keeps which ids a source has merged into which, also before any of them has a record.
// Returns changed, how many are news.
// $merges: list of pairs [id, id it was merged into]
UNWIND $merges AS pair
MERGE (merged:Merged {id: pair[0]})
WITH merged, pair WHERE coalesce(merged.into <> pair[1], true)
SET merged.into = pair[1]
RETURN count(*) AS changed
