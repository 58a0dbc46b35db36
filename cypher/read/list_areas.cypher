// Lists the areas of the map in use by name.
// Returns one record: total, how many there are; page, list of [lower-case name, id],
// one more than $size where there are more.
// $query: lower-case text that the name must hold, or null
// $parent: area id; only areas right below it, or null
// $is_top: true for areas alone that are part of no other
// $after, $before: [lower-case name, id] of an area, or null
// $backward: true to read the areas nearest to $before
// $size: integer, the most areas to return
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.map, 'source') AS map
MATCH (area:Area)
WHERE coalesce(area.map, 'source') = map
  AND ($query IS NULL OR toLower(area.name) CONTAINS $query)
  AND ($parent IS NULL OR EXISTS { (area)-[:PART_OF]->(:Area {id: $parent}) })
  AND (NOT $is_top OR NOT EXISTS { (area)-[:PART_OF]->(:Area) })
WITH collect({key: [toLower(area.name), area.id + '']}) AS all_areas
CALL (all_areas) {
  UNWIND all_areas AS row
  WITH row
  WHERE ($after IS NULL OR row.key > $after) AND ($before IS NULL OR row.key < $before)
  ORDER BY CASE WHEN $backward THEN null ELSE row.key END, CASE WHEN $backward THEN row.key END DESC
  LIMIT $size + 1
  RETURN collect(row.key) AS page
}
RETURN size(all_areas) AS total, page
