// Gives the data a new version; the last statement of a transaction that changed something.
// Returns revision, the number of the version.
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.revision = dataset.revision + 1
RETURN dataset.revision AS revision
