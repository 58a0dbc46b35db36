// Lists papers in the order of their ids, with the areas that they are in by another reason than their words.
// Returns one record: papers, list of [id, [ids of its areas, the main one first]].
// $after_id: id after which the papers follow, '' for the first ones; $most: how many at most
MATCH (paper:Paper)
WHERE paper.id > $after_id
WITH paper
ORDER BY paper.id LIMIT $most
RETURN collect([
  paper.id,
  COLLECT {
    MATCH (paper)-[membership:IN_AREA]->(area:Area)
    WHERE membership.placed_by IS NULL
    RETURN area.id ORDER BY membership.primary DESC, area.id
  }
]) AS papers
