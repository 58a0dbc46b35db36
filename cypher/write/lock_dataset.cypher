// Holds every other writer until this transaction ends: each write begins with it.
// Returns the revision, merged_count, how many ids are known to be merged into others, and map, the name of the map of
// areas in use.
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.lock = true
REMOVE dataset.lock
RETURN dataset.revision AS revision, COUNT { (:Merged) } AS merged_count,
  coalesce(dataset.map, 'source') AS map
