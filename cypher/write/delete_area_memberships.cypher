// Takes papers out of the areas that sources gave them, before they are put where their record says.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (:Paper {id: id})-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area)
WHERE area.map IS NULL
DELETE membership
