// Lists the areas that papers are in by another reason than their words, in the order of their ids.
// Returns one record: areas, list of [id, name, description].
// $after_id: id after which the areas follow, '' for the first ones; $most: how many at most
MATCH (area:Area)
WHERE area.id > $after_id AND EXISTS { (:Paper)-[membership:IN_AREA]->(area) WHERE membership.placed_by IS NULL }
WITH area
ORDER BY area.id LIMIT $most
RETURN collect([area.id, area.name, area.description]) AS areas
