// Reads which map of areas is in use.
// Returns one record, or none where no schema was applied yet: map, its name; built, when the map of the citations was
// built, null where it is not whole; source_memberships, how many papers are in areas of sources, counted once for each.
MATCH (dataset:Dataset {key: 'dataset'})
RETURN
  coalesce(dataset.map, 'source') AS map,
  dataset.map_built AS built,
  COUNT { (:Paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area) WHERE area.map IS NULL } AS source_memberships
