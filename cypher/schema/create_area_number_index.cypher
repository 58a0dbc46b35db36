// Finds areas by the number that citations of hubs keep.
CREATE INDEX area_number IF NOT EXISTS
FOR (area:Area) ON (area.number)
