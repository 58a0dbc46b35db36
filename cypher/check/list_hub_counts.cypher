// Lists what is counted on hubs, to be compared with what their citations say.
// Returns one record: hubs, list of [number, paper id, counts as JSON, cells as JSON, counts of types and venues as JSON,
// table as bytes], in the order of the hubs' numbers.
// $after_number: number of a hub after which the others follow, -1 for the first ones; $most: how many at most
MATCH (hub:Hub)
WHERE hub.citer_counts IS NOT NULL AND hub.hub_number > $after_number
WITH hub
ORDER BY hub.hub_number LIMIT $most
RETURN collect([hub.hub_number, hub.id, hub.citer_counts, hub.citer_cells, hub.citer_values, hub.citer_table]) AS hubs
