// Holds every other writer until this transaction ends: each write begins with it.
// Returns the revision, and merged_count, how many ids are known to be merged into others.
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.lock = true
REMOVE dataset.lock
RETURN dataset.revision AS revision, COUNT { (:Merged) } AS merged_count
