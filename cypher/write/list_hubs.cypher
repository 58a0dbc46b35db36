// Lists the hubs by their numbers.
// Returns one record: this_year, the last year the data cover; hubs, list of [paper id, how many citers, whether these
// are counted, with keys for that year].
MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.data_through, date()).year AS this_year
RETURN this_year, COLLECT {
  MATCH (hub:Hub)
  RETURN [
    hub.id, hub.cited_by_count,
    hub.citer_counts IS NOT NULL AND hub.citer_values IS NOT NULL AND hub.keys_year = this_year]
  ORDER BY hub.hub_number
} AS hubs
