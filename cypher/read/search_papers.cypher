// Searches papers by words, and by an id, whose paper comes first. Where `examined` papers or more have the words, so
// many are taken, those that fit best, and the hubs among the others; all numbers, orders and facets are those of the
// papers taken.
// Returns one record: data_through; taken, how many papers with the words were taken, hubs beside the best left out; and
// the list of them:
//   total, [[year or null, count]], [[area id, area name, count]], no_area, [[type or null, count]],
//   [[venue or null, count]], [[key, columns of the paper, null]]
// The columns are those of list_papers; there is one paper more than `size` where the list goes on.
// $search: {
//   query: text in Lucene's syntax, made from plain words, or null, id: identifier in normal form, or null,
//   examined: integer, the most papers to take because they fit best,
//   sort: 'relevance', 'most_cited', 'newest', 'oldest', 'title' or 'most_cited_per_year',
//   areas: area ids or null, has_area: boolean or null, first_year, last_year: year or null, types, venues: lower case or null,
//   size: papers to read or null for none, backward: boolean, after, before: key of a paper or null,
//   wants_years: boolean, areas_first: the most areas to count, 0 for none, wants_types, wants_venues: boolean }
// By relevance stand first: the paper with the id, then those whose words weigh most, a paper cited ten times as often
// (and once more) weighing a fifth of its words more.
// All is in one parameter, as Neo4j plans a statement anew for each kind of value that its parameters have.
// The keys hold `text + ''` for the reason told in list_papers.
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset.data_through AS data_through, $search AS list
CALL () {
  CALL () {
    MATCH (named:Paper {id: $search.id})
    RETURN named
    UNION
    MATCH (:Alias {id: $search.id})-[:OF]->(named:Paper)
    RETURN named
  }
  RETURN head(collect(named)) AS named
}
CALL () {
  WITH $search.query AS query WHERE query IS NOT NULL
  CALL db.index.fulltext.queryNodes('paper_text', query, {limit: $search.examined}) YIELD node, score
  RETURN collect({listed: node, score: score}) AS best
}
CALL (best) {
  WITH $search.query AS query WHERE query IS NOT NULL AND size(best) >= $search.examined
  CALL db.index.fulltext.queryNodes('hub_text', query, {limit: $search.examined}) YIELD node, score
  RETURN collect({listed: node, score: score}) AS hubs
}
CALL (best, hubs) {
  UNWIND best + hubs AS entry
  WITH entry.listed AS listed, max(entry.score) AS score
  RETURN collect({listed: listed, score: score}) AS with_words
}
WITH data_through, list, size(best) AS taken, CASE
    WHEN named IS NULL THEN with_words
    ELSE [entry IN with_words WHERE entry.listed <> named] + {listed: named, score: null}
  END AS found,
  list.areas IS NOT NULL OR list.has_area IS NOT NULL AS is_by_area,
  list.first_year IS NOT NULL OR list.last_year IS NOT NULL AS is_by_year
CALL (list, found, is_by_area, is_by_year) {
  UNWIND found AS entry
  WITH list, is_by_area, is_by_year, entry.listed AS listed, entry.score AS score
  WITH listed, score, listed.published_ymd / 10000 AS year,
    NOT is_by_area OR (
      (list.areas IS NULL OR EXISTS { (listed)-[:IN_AREA]->(area:Area) WHERE area.id IN list.areas })
      AND (list.has_area IS NULL OR list.has_area = EXISTS { (listed)-[:IN_AREA]->(:Area) })
    ) AS in_areas,
    NOT is_by_year OR coalesce(
      coalesce(list.first_year, 0) <= listed.published_ymd / 10000 <= coalesce(list.last_year, 9999), false
    ) AS in_years,
    list.types IS NULL OR coalesce(toLower(listed.type) IN list.types, false) AS in_types,
    list.venues IS NULL OR coalesce(toLower(listed.venue) IN list.venues, false) AS in_venues
  // each facet applies every filter but its own: what fails one filter alone counts in the facet of that one
  WITH listed, score, year,
    [failed IN [
      CASE WHEN NOT in_areas THEN 'area' END, CASE WHEN NOT in_years THEN 'year' END,
      CASE WHEN NOT in_types THEN 'type' END, CASE WHEN NOT in_venues THEN 'venue' END
    ] WHERE failed IS NOT NULL] AS failed
  WHERE size(failed) <= 1
  RETURN collect({listed: listed, score: score, year: year, failed: coalesce(head(failed), '')}) AS entries
}
CALL (list, entries) {
  UNWIND CASE WHEN list.wants_years THEN entries ELSE [] END AS entry
  WITH entry WHERE entry.failed IN ['', 'year']
  WITH entry.year AS year, count(*) AS count
  RETURN collect([year, count]) AS years
}
CALL (list, entries) {
  UNWIND CASE WHEN list.wants_types THEN entries ELSE [] END AS entry
  WITH entry WHERE entry.failed IN ['', 'type']
  WITH entry.listed.type AS type, count(*) AS count
  RETURN collect([type, count]) AS types
}
CALL (list, entries) {
  UNWIND CASE WHEN list.wants_venues THEN entries ELSE [] END AS entry
  WITH entry WHERE entry.failed IN ['', 'venue']
  WITH entry.listed.venue AS venue, count(*) AS count
  RETURN collect([venue, count]) AS venues
}
CALL (list, entries) {
  UNWIND CASE WHEN list.areas_first > 0 THEN entries ELSE [] END AS entry
  WITH entry WHERE entry.failed IN ['', 'area']
  WITH entry.listed AS listed
  OPTIONAL MATCH (listed)-[:IN_AREA]->(area:Area)
  WITH area, count(*) AS count ORDER BY count DESC, area.name, area.id
  WITH collect([area.id, area.name, count]) AS counts
  RETURN
    [entry IN counts WHERE entry[0] IS NOT NULL] AS areas,
    coalesce(head([entry IN counts WHERE entry[0] IS NULL | entry[2]]), 0) AS no_area
}
WITH data_through, list, taken, years, areas, no_area, types, venues,
  [entry IN entries WHERE entry.failed = ''] AS kept
CALL (data_through, list, kept) {
  UNWIND CASE WHEN list.size IS NULL THEN [] ELSE kept END AS entry
  WITH list, entry.listed AS listed, entry.score AS score, entry.year AS year,
    coalesce(data_through, date()).year AS this_year
  WITH list, listed, CASE list.sort
    WHEN 'relevance' THEN [
      CASE WHEN score IS NULL THEN -9000000000000000
           ELSE -toInteger(10000 * score * (1 + log10(1 + listed.cited_by_count) / 5)) END,
      -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id + '']
    WHEN 'most_cited' THEN [-listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id + '']
    WHEN 'newest' THEN [-coalesce(listed.published_ymd, 0), -listed.cited_by_count, listed.id + '']
    WHEN 'oldest' THEN [coalesce(listed.published_ymd, 99999999), -listed.cited_by_count, listed.id + '']
    WHEN 'title' THEN [
      CASE WHEN listed.title_key IS NULL THEN 1 ELSE 0 END, coalesce(listed.title_key, '') + '',
      -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id + '']
    WHEN 'most_cited_per_year' THEN [
      CASE WHEN year IS NULL THEN 1
           WHEN year < this_year THEN -listed.cited_by_count * 1000000 / (this_year - year + 1)
           ELSE -listed.cited_by_count * 1000000 END,
      -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id + '']
  END AS key
  WHERE (list.after IS NULL OR key > list.after) AND (list.before IS NULL OR key < list.before)
  WITH list, key, listed
  ORDER BY CASE WHEN list.backward THEN null ELSE key END, CASE WHEN list.backward THEN key END DESC
  LIMIT coalesce($search.size, 0) + 1
  RETURN collect([key, [
    listed.id, listed.title, listed.type, listed.venue, listed.language, listed.published_ymd, listed.categories,
    listed.is_known, listed.is_retracted, listed.cited_by_count, listed.source_cited_by_count,
    CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES]->() } END,
    CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES_UNRESOLVED]->() } END,
    COUNT { (listed)<-[:WROTE]-() }
  ], null]) AS page
}
RETURN data_through, taken, [size(kept), years, areas[..list.areas_first], no_area, types, venues, page] AS found
