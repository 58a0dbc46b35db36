// Reads the first papers of areas that have many, where those that were kept hold for the data's version.
// Returns one record: data_through, and lists, one entry for each id of each of $lists that this can be read of: it is
// that of list_papers, without counts by area.
// $lists: list of {ids: area ids, sort: 'most_cited' or 'newest', size: papers to read or null for none,
//   wants_types, wants_venues: boolean}
MATCH (dataset:Dataset {key: 'dataset'})
CALL (dataset) {
  UNWIND range(0, size($lists) - 1) AS list_place
  WITH dataset, list_place, $lists[list_place] AS list
  UNWIND range(0, size(list.ids) - 1) AS place
  MATCH (area:Area {id: list.ids[place]})
  WHERE area.first_at = dataset.revision
  WITH list_place, list, place, area,
    CASE list.sort WHEN 'newest' THEN area.first_newest ELSE area.first_most_cited END AS ids
  CALL (list, ids) {
    UNWIND CASE WHEN list.size IS NULL THEN [] ELSE range(0, size(ids[..list.size + 1]) - 1) END AS at
    MATCH (listed:Paper {id: ids[at]})
    WITH list, at, listed, CASE list.sort
      WHEN 'newest' THEN [-coalesce(listed.published_ymd, 0), -listed.cited_by_count, listed.id]
      ELSE [-listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id]
    END AS key
    ORDER BY at
    RETURN collect([key, [
      listed.id, listed.title, listed.type, listed.venue, listed.language, listed.published_ymd, listed.categories,
      listed.is_known, listed.is_retracted, listed.cited_by_count, listed.source_cited_by_count,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES]->() } END,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES_UNRESOLVED]->() } END,
      COUNT { (listed)<-[:WROTE]-() }
    ], null]) AS page
  }
  RETURN collect([
    list_place, place, COUNT { (area)<-[:IN_AREA]-() },
    [at IN range(0, size(area.paper_years) - 1) |
      [CASE WHEN area.paper_years[at] > 0 THEN area.paper_years[at] END, area.paper_year_counts[at]]],
    [], 0,
    CASE WHEN list.wants_types THEN [at IN range(0, size(area.paper_types) - 1) |
      [CASE WHEN area.paper_types[at] <> '' THEN area.paper_types[at] END, area.paper_type_counts[at]]] ELSE [] END,
    CASE WHEN list.wants_venues THEN [at IN range(0, size(area.paper_venues) - 1) |
      [CASE WHEN area.paper_venues[at] <> '' THEN area.paper_venues[at] END, area.paper_venue_counts[at]]] ELSE [] END,
    page
  ]) AS lists
}
RETURN dataset.data_through AS data_through, lists
