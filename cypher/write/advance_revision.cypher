// Gives the data a new version; the last statement of a transaction that changed something.
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.revision = dataset.revision + 1
