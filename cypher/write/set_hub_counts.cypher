// Keeps what was counted over the citers of hubs.
// $hubs: list of [paper id, counts as JSON, cells as JSON, counts of types and venues as JSON, table as bytes, years that
//   have citers]
// $this_year: integer, the year that the keys were made for
UNWIND $hubs AS row
MATCH (hub:Hub {id: row[0]})
SET
  hub.citer_counts = row[1],
  hub.citer_cells = row[2],
  hub.citer_values = row[3],
  hub.citer_table = row[4],
  hub.citer_years = row[5],
  hub.keys_year = $this_year
