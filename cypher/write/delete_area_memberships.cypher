// Takes papers out of their areas, before they are put where their record says.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (:Paper {id: id})-[membership:IN_AREA]->(:Area)
DELETE membership
