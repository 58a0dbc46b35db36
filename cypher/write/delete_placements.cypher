// Takes back what was found by papers' own words.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
SET
  paper.nearest_area_ids = null, paper.nearest_area_scores = null,
  paper.nearest_area_threshold = null, paper.nearest_by_title = null
WITH paper
MATCH (paper)-[placed:IN_AREA]->(:Area)
WHERE placed.placed_by IS NOT NULL
DELETE placed
