// Reads what earlier records left of papers: which records those were, and whether they told authors and areas.
// Returns one record: papers, list of [paper id, list of "<id of a record> <its digest>", has authors, has areas].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
RETURN collect([
  paper.id,
  coalesce(paper.record_digests, []),
  EXISTS { (paper)<-[:WROTE]-() },
  EXISTS { (paper)-[:IN_AREA]->() }
]) AS papers
