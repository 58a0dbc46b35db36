// Reads the data set as a whole; every count comes from Neo4j's own counts.
// Returns one record, or none where no schema was applied yet.
MATCH (dataset:Dataset {key: 'dataset'})
RETURN
  dataset.name AS name,
  dataset.store_id + '-' + dataset.revision AS version,
  dataset.data_through AS data_through,
  COUNT { (:Paper) } AS paper_count,
  COUNT { ()-[:CITES]->() } AS citation_count,
  COUNT { (:Unresolved) } AS unresolved_count
