// Holds every other writer until this transaction ends: each write begins with it. Returns the revision.
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.lock = true
REMOVE dataset.lock
RETURN dataset.revision AS revision
