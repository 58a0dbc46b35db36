// Takes papers out of the areas of the sources, before they are put where their record says. Where the record names areas, what was
// found by the paper's own words goes too; where it names none, that stays.
// $owners: list of [paper id, whether its record names an area]
UNWIND $owners AS row
MATCH (paper:Paper {id: row[0]})
CALL (paper, row) {
  MATCH (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
  WHERE area.map IS NULL AND (row[1] OR membership.placed_by IS NULL)
  DELETE membership
}
WITH paper, row
WHERE row[1] AND paper.nearest_area_ids IS NOT NULL
SET
  paper.nearest_area_ids = null, paper.nearest_area_scores = null,
  paper.nearest_area_threshold = null, paper.nearest_by_title = null
