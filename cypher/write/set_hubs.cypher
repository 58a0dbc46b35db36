// Makes hubs of the papers that have many citers, each with a number of its own (also where it lost that with all that
// was known of it), and plain papers of those that no longer have half as many.
// Returns one record: made, unmade, how many papers.
// $hub_citers: integer, citers that make a hub
MATCH (dataset:Dataset {key: 'dataset'})
CALL () {
  MATCH (paper:Paper)
  WHERE (paper:Hub AND paper.hub_number IS NULL) OR (paper.cited_by_count >= $hub_citers AND NOT paper:Hub)
  WITH paper ORDER BY paper.id
  RETURN collect(paper) AS papers
}
CALL (dataset, papers) {
  WITH dataset, papers, coalesce(dataset.hubs_made, 0) AS before
  FOREACH (at IN range(0, size(papers) - 1) |
    FOREACH (paper IN [papers[at]] | SET paper:Hub, paper.hub_number = before + at))
  SET dataset.hubs_made = before + size(papers)
}
CALL () {
  MATCH (hub:Hub)
  WHERE hub.cited_by_count < $hub_citers / 2
  CALL (hub) {
    MATCH (hub)<-[citation:CITES]-(:Paper)
    SET citation.hub = null
  }
  REMOVE hub:Hub
  SET
    hub.hub_number = null, hub.citer_counts = null, hub.citer_cells = null, hub.citer_values = null,
    hub.citer_table = null, hub.citer_years = null, hub.keys_year = null
  RETURN count(*) AS unmade
}
RETURN size(papers) AS made, unmade
