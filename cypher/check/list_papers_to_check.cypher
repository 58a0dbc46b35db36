// Chooses papers whose answers are compared with each other: the most cited ones, and some by chance.
// Returns one record: ids.
// $most_cited, $by_chance: integers, how many of each
CALL () {
  MATCH (paper:Paper)
  WITH paper ORDER BY paper.cited_by_count DESC, paper.id LIMIT $most_cited
  RETURN collect(paper.id) AS most_cited
}
CALL () {
  MATCH (paper:Paper)
  WITH paper, rand() AS chance ORDER BY chance LIMIT $by_chance
  RETURN collect(paper.id) AS by_chance
}
RETURN most_cited + by_chance AS ids
