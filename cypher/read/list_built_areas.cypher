// Lists the areas of a built map whole, in the order of their ids.
// Returns one record: areas, list of [id, name, description, parent id, words, ids of the best papers, list of texts of
// ids that line ends part, whether a person named it, papers right in it, [[id, title, count of citers] of a best paper]].
// $map: name of the map
// $after_id: id after which the areas follow, '' for the first ones; $most: how many at most
MATCH (area:Area)
WHERE area.id > $after_id AND area.map = $map
WITH area
ORDER BY area.id LIMIT $most
RETURN collect([
  area.id,
  area.name,
  area.description,
  head(COLLECT { MATCH (area)-[:PART_OF]->(parent:Area) RETURN parent.id }),
  area.words,
  area.papers,
  area.anchors,
  area.is_named,
  COUNT { (:Paper)-[:IN_AREA|IN_AREA_ASIDE]->(area) },
  COLLECT {
    UNWIND range(0, size(area.papers) - 1) AS place
    MATCH (paper:Paper {id: area.papers[place]})
    RETURN [paper.id, paper.title, paper.cited_by_count] ORDER BY place
  }
]) AS areas
