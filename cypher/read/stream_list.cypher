// Streams one whole list of papers in order, taken from one pass over its citations: the first papers, then ids alone.
// Returns records: total, the length of the list; papers, in the first record the columns of its first $first papers,
// those of list_papers, else empty; ids, those of up to $chunk papers that follow. An unknown id gives no record.
// $list: one of the lists that list_papers describes, with the id alone in `id`; its page and counts are ignored
// $first: integer, papers in the first record
// $chunk: integer, ids in a record
// The order is that of list_papers, and `text + ''` stands here for the reason told there.
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH $list AS list, coalesce(dataset.data_through, date()).year AS this_year
CALL (list) {
  MATCH (start:Paper {id: list.id})
  RETURN start
  UNION
  MATCH (:Alias {id: list.id})-[:OF]->(start:Paper)
  RETURN start
}
CALL (list, start, this_year) {
  CALL (list, start) {
    WITH list, start WHERE list.kind = 'citers'
    MATCH (citing:Paper)-[citation:CITES]->(start)
    WHERE list.is_influential IS NULL OR citation.is_influential = list.is_influential
    RETURN citing AS listed
    UNION ALL
    WITH list, start WHERE list.kind = 'references'
    MATCH (start)-[citation:CITES]->(cited:Paper)
    WHERE list.is_influential IS NULL OR citation.is_influential = list.is_influential
    RETURN cited AS listed
  }
  WITH list, listed, this_year, listed.published_ymd / 10000 AS year
  WHERE (list.types IS NULL OR toLower(listed.type) IN list.types)
    AND (list.venues IS NULL OR toLower(listed.venue) IN list.venues)
    AND (list.first_year IS NULL OR year >= list.first_year)
    AND (list.last_year IS NULL OR year <= list.last_year)
    AND (list.areas IS NULL OR EXISTS { (listed)-[:IN_AREA]->(area:Area) WHERE area.id IN list.areas })
    AND (list.has_area IS NULL OR list.has_area = EXISTS { (listed)-[:IN_AREA]->(:Area) })
  WITH listed ORDER BY
    CASE list.sort
      WHEN 'newest' THEN -coalesce(listed.published_ymd, 0)
      WHEN 'oldest' THEN coalesce(listed.published_ymd, 99999999)
      WHEN 'title' THEN CASE WHEN listed.title_key IS NULL THEN 1 ELSE 0 END
      WHEN 'most_cited_per_year' THEN
        CASE WHEN year IS NULL THEN 1
             WHEN year < this_year THEN -listed.cited_by_count * 1000000 / (this_year - year + 1)
             ELSE -listed.cited_by_count * 1000000 END
    END,
    CASE list.sort WHEN 'title' THEN coalesce(listed.title_key, '') + '' END,
    -listed.cited_by_count,
    coalesce(listed.published_ymd, 99999999),
    listed.id + ''
  RETURN collect(listed) AS all_listed
}
UNWIND [0] + range($first, size(all_listed) - 1, $chunk) AS start_at
RETURN
  size(all_listed) AS total,
  CASE WHEN start_at > 0 THEN [] ELSE [listed IN all_listed[..$first] | [
    listed.id, listed.title, listed.type, listed.venue, listed.language, listed.published_ymd, listed.categories,
    listed.is_known, listed.is_retracted, listed.cited_by_count, listed.source_cited_by_count,
    CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES]->() } END,
    CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES_UNRESOLVED]->() } END,
    COUNT { (listed)<-[:WROTE]-() }
  ]] END AS papers,
  CASE WHEN start_at = 0 THEN [] ELSE [listed IN all_listed[start_at..start_at + $chunk] | listed.id] END AS ids
