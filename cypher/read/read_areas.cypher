// Reads areas of the map in use; any other id gives no row.
// Returns one record: areas, list of [id, name, description, [ids of the areas below], papers right in it,
// [[id, name] of each area above it, the topmost one first]].
// $ids: list of area ids
// An area that is above itself, as only a mistake in an areas file makes one, has the others of that ring above it.
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.map, 'source') AS map
UNWIND $ids AS id
MATCH (area:Area {id: id})
WHERE coalesce(area.map, 'source') = map
RETURN collect([
  area.id, area.name, area.description,
  COLLECT { MATCH (child:Area)-[:PART_OF]->(area) RETURN child.id ORDER BY child.name, child.id },
  COUNT { (area)<-[:IN_AREA]-() },
  COLLECT {
    MATCH way = (area)-[:PART_OF*1..30]->(above:Area)
    WHERE above <> area
    RETURN [above.id, above.name] ORDER BY length(way) DESC
  }
]) AS areas
