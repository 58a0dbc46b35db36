// Finds whether the store holds any data, and what the data set is called.
// Returns one record: is_empty, true where there is nothing but notes of data sets and loads; name and data_through of
// the data set, null where there is none.
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
RETURN
  NOT EXISTS { MATCH (node) WHERE NOT node:Dataset AND NOT node:Load } AS is_empty,
  dataset.name AS name,
  dataset.data_through AS data_through
