// Gives each area that has none a number, to be kept with citations.
// Returns how many were numbered.
MATCH (area:Area)
WHERE area.number IS NULL
WITH area ORDER BY area.id
WITH collect(area) AS areas
MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset, areas, coalesce(dataset.areas_numbered, 0) AS before
FOREACH (at IN range(0, size(areas) - 1) |
  FOREACH (area IN [areas[at]] | SET area.number = before + at))
SET dataset.areas_numbered = before + size(areas)
RETURN size(areas) AS numbered
