// Makes the one Dataset where there is none yet; returns the version of the schema that the store has.
// $store_id: text, a random name of a new store; dataset versions begin with it
// $schema_version: integer, the version that this code writes
MERGE (dataset:Dataset {key: 'dataset'})
ON CREATE SET
  dataset.name = 'Citations',
  dataset.store_id = $store_id,
  dataset.revision = 0,
  dataset.schema_version = $schema_version
RETURN dataset.schema_version AS schema_version
