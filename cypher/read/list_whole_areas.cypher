// Lists the areas that sources gave whole, in the order of their ids.
// Returns one record: areas, list of [id, name, description, id of the area it is part of].
// $after_id: id after which the areas follow, '' for the first ones; $most: how many at most
MATCH (area:Area)
WHERE area.id > $after_id AND area.map IS NULL
WITH area
ORDER BY area.id LIMIT $most
RETURN collect([
  area.id,
  area.name,
  area.description,
  head(COLLECT { MATCH (area)-[:PART_OF]->(parent:Area) RETURN parent.id })
]) AS areas
