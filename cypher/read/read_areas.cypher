// Reads areas; an unknown id gives no row.
// Returns one record: areas, list of [id, name, description, parent id, [ids of the areas below], papers right in it].
// $ids: list of area ids
UNWIND $ids AS id
MATCH (area:Area {id: id})
RETURN collect([
  area.id, area.name, area.description,
  head(COLLECT { MATCH (area)-[:PART_OF]->(parent:Area) RETURN parent.id ORDER BY parent.id }),
  COLLECT { MATCH (child:Area)-[:PART_OF]->(area) RETURN child.id ORDER BY child.name, child.id },
  COUNT { (area)<-[:IN_AREA]-(:Paper) }
]) AS areas
