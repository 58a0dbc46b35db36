// Keeps the years, types, venues and first papers of areas that have many; they hold for the data's version.
// Returns kept, how many areas.
// $least: integer, how many papers an area has that has many
// $most: integer, how many papers to keep in each order
// The orders are those of list_papers, and `text + ''` stands here for the reason told there; 0 is no year, '' no type
// or venue.
MATCH (dataset:Dataset {key: 'dataset'})
MATCH (area:Area)
WHERE coalesce(area.first_at <> dataset.revision, true) AND COUNT { (area)<-[:IN_AREA]-() } >= $least
CALL (area) {
  MATCH (paper:Paper)-[:IN_AREA]->(area)
  WITH coalesce(paper.published_ymd / 10000, 0) AS year, count(*) AS count
  RETURN collect(year) AS years, collect(count) AS counts
}
CALL (area) {
  MATCH (paper:Paper)-[:IN_AREA]->(area)
  WITH coalesce(paper.type, '') AS type, count(*) AS count
  RETURN collect(type) AS types, collect(count) AS type_counts
}
CALL (area) {
  MATCH (paper:Paper)-[:IN_AREA]->(area)
  WITH coalesce(paper.venue, '') AS venue, count(*) AS count
  RETURN collect(venue) AS venues, collect(count) AS venue_counts
}
CALL (area) {
  MATCH (paper:Paper)-[:IN_AREA]->(area)
  WITH paper
  ORDER BY paper.cited_by_count DESC, coalesce(paper.published_ymd, 99999999), paper.id + ''
  LIMIT $most
  RETURN collect(paper.id) AS most_cited
}
CALL (area) {
  MATCH (paper:Paper)-[:IN_AREA]->(area)
  WITH paper
  ORDER BY coalesce(paper.published_ymd, 0) DESC, paper.cited_by_count DESC, paper.id + ''
  LIMIT $most
  RETURN collect(paper.id) AS newest
}
SET
  area.paper_years = years,
  area.paper_year_counts = counts,
  area.paper_types = types,
  area.paper_type_counts = type_counts,
  area.paper_venues = venues,
  area.paper_venue_counts = venue_counts,
  area.first_most_cited = most_cited,
  area.first_newest = newest,
  area.first_at = dataset.revision
RETURN count(*) AS kept
