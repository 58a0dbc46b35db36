// Keeps what was counted over the citers of hubs.
// $hubs: list of [paper id, counts as JSON, cells as JSON, years that have citers]
// $this_year: integer, the year that the keys were made for
UNWIND $hubs AS row
MATCH (hub:Hub {id: row[0]})
SET hub.citer_counts = row[1], hub.citer_cells = row[2], hub.citer_years = row[3], hub.keys_year = $this_year
