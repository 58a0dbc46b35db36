// Lists papers in the order of their ids, with the words of those that have no area but by their words.
// Returns one record: papers, list of [id, whether it has an area by another reason, or is known by its id alone; whether
// its words were tried, title, abstract, id of the area they placed it in or null, ids of the nearest areas, their
// scores, score that was needed, true where it had its title alone, else null]; the words of the other ones are null.
// $after_id: id after which the papers follow, '' for the first ones; $most: how many at most
// $most_characters: integer, how much of an abstract to read
MATCH (paper:Paper)
WHERE paper.id > $after_id
WITH paper
ORDER BY paper.id LIMIT $most
WITH paper, NOT coalesce(paper.is_known, true)
  OR EXISTS { (paper)-[membership:IN_AREA]->(:Area) WHERE membership.placed_by IS NULL } AS is_other
RETURN collect([
  paper.id,
  is_other,
  paper.nearest_area_ids IS NOT NULL,
  CASE WHEN NOT is_other THEN paper.title END,
  CASE WHEN NOT is_other THEN left(paper.abstract, $most_characters) END,
  head(COLLECT {
    MATCH (paper)-[membership:IN_AREA]->(area:Area)
    WHERE membership.placed_by IS NOT NULL
    RETURN area.id
  }),
  paper.nearest_area_ids,
  paper.nearest_area_scores,
  paper.nearest_area_threshold,
  paper.nearest_by_title
]) AS papers
