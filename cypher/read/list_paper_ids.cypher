// Lists the ids of papers in their order.
// Returns one record: papers, list of [id].
// $after_id: id after which the papers follow, '' for the first ones; $most: how many at most
MATCH (paper:Paper)
WHERE paper.id > $after_id
WITH paper
ORDER BY paper.id LIMIT $most
RETURN collect([paper.id]) AS papers
