// Takes papers out of the areas that sources gave them, before they are put where their record says. Where the record
// names areas, what was found by the paper's own words goes too, if the map of the sources is in use; where it names
// none, that stays.
// $owners: list of [paper id, whether its record names an area]
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.map, 'source') AS map
UNWIND $owners AS row
MATCH (paper:Paper {id: row[0]})
CALL (paper, row) {
  MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NULL AND (row[1] OR membership.placed_by IS NULL)
  DELETE membership
}
WITH map, paper, row
WHERE map = 'source' AND row[1] AND paper.nearest_area_ids IS NOT NULL
SET
  paper.nearest_area_ids = null, paper.nearest_area_scores = null,
  paper.nearest_area_threshold = null, paper.nearest_by_title = null
