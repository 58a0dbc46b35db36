// Reads what earlier records left of papers: which records those were, who told what, and which fields are there.
// Returns one record: papers, list of [paper id, list of "<mark of a record> <its digest>", list of "<field> <mark of a
// record>" or null, names of the fields that are there (`authors` and `areas` too), published_ymd, is_retracted].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
RETURN collect([
  paper.id,
  coalesce(paper.record_digests, []),
  paper.told_by,
  keys(paper)
    + CASE WHEN EXISTS { (paper)<-[:WROTE]-() } THEN ['authors'] ELSE [] END
    + CASE WHEN EXISTS {
      (paper)-[membership:IN_AREA|IN_AREA_ASIDE]->(area:Area) WHERE area.map IS NULL AND membership.placed_by IS NULL
    } THEN ['areas'] ELSE [] END,
  paper.published_ymd,
  paper.is_retracted
]) AS papers
