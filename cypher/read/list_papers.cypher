// Reads lists of papers: who cites a paper, what it references, what is in an area. All numbers of one list are
// taken from one pass over its citations, so they agree with each other whatever is written meanwhile.
// Returns one record: data_through, and lists, one entry for each id of each of $lists that is known:
//   [place in $lists, place in its ids, total, [[year or null, count]], [[area id, area name, count]], no_area,
//    [[key, columns of the paper]], true if papers stand at or before `after`, true if some stand at or behind `before`]
// There is one paper more than `size` where the list goes on.
// $lists: list of {
//   kind: 'citers', 'references' or 'area_papers', ids: identifiers of papers or areas in normal form,
//   sort: 'most_cited', 'newest', 'oldest', 'title' or 'most_cited_per_year',
//   areas: area ids or null, has_area: boolean or null, first_year, last_year: year or null, types: lower case or null,
//   size: papers to read or null for none, backward: boolean, after, before: key of a paper or null,
//   wants_years: boolean, areas_first: the most areas to count, 0 for none }
// $most: integer, the largest size among $lists
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset.data_through AS data_through
CALL (data_through) {
  UNWIND range(0, size($lists) - 1) AS list_place
  WITH data_through, list_place, $lists[list_place] AS list
  UNWIND range(0, size(list.ids) - 1) AS place
  CALL (list, place) {
    MATCH (start:Paper {id: list.ids[place]})
    RETURN start
    UNION
    MATCH (:Alias {id: list.ids[place]})-[:OF]->(start:Paper)
    RETURN start
    UNION
    MATCH (start:Area {id: list.ids[place]})
    RETURN start
  }
  CALL (list, start, data_through) {
    CALL (list, start) {
      WITH list, start WHERE list.kind = 'citers'
      MATCH (citing:Paper)-[:CITES]->(start)
      RETURN citing AS listed
      UNION ALL
      WITH list, start WHERE list.kind = 'references'
      MATCH (start)-[:CITES]->(cited:Paper)
      RETURN cited AS listed
      UNION ALL
      WITH list, start WHERE list.kind = 'area_papers'
      MATCH (member:Paper)-[:IN_AREA]->(start)
      RETURN member AS listed
    }
    WITH list, listed, listed.published_ymd / 10000 AS year, coalesce(data_through, date()).year AS this_year
    WHERE list.types IS NULL OR toLower(listed.type) IN list.types
    RETURN collect({
      listed: listed,
      year: year,
      in_years: CASE WHEN list.first_year IS NULL AND list.last_year IS NULL THEN true ELSE
        coalesce(coalesce(list.first_year, 0) <= year <= coalesce(list.last_year, 9999), false) END,
      in_areas: CASE WHEN list.areas IS NULL AND list.has_area IS NULL THEN true ELSE
        (list.areas IS NULL OR EXISTS { (listed)-[:IN_AREA]->(area:Area) WHERE area.id IN list.areas })
        AND (list.has_area IS NULL OR list.has_area = EXISTS { (listed)-[:IN_AREA]->(:Area) }) END,
      key: CASE WHEN list.size IS NULL THEN null ELSE CASE list.sort
        WHEN 'most_cited' THEN [-listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id]
        WHEN 'newest' THEN [-coalesce(listed.published_ymd, 0), -listed.cited_by_count, listed.id]
        WHEN 'oldest' THEN [coalesce(listed.published_ymd, 99999999), -listed.cited_by_count, listed.id]
        WHEN 'title' THEN [
          CASE WHEN listed.title_key IS NULL THEN 1 ELSE 0 END, coalesce(listed.title_key, ''),
          -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id]
        WHEN 'most_cited_per_year' THEN [
          CASE WHEN year IS NULL THEN 1
               WHEN year < this_year THEN -listed.cited_by_count * 1000000 / (this_year - year + 1)
               ELSE -listed.cited_by_count * 1000000 END,
          -listed.cited_by_count, coalesce(listed.published_ymd, 99999999), listed.id]
      END END
    }) AS rows
  }
  CALL (list, rows) {
    UNWIND CASE WHEN list.wants_years THEN rows ELSE [] END AS row
    WITH row WHERE row.in_areas
    WITH row.year AS year, count(*) AS count
    RETURN collect([year, count]) AS years
  }
  CALL (list, rows) {
    UNWIND CASE WHEN list.areas_first > 0 THEN rows ELSE [] END AS row
    WITH row.listed AS listed, row.in_years AS in_years WHERE in_years
    MATCH (listed)-[:IN_AREA]->(area:Area)
    WITH area, count(*) AS count ORDER BY count DESC, area.name, area.id
    RETURN collect([area.id, area.name, count]) AS areas
  }
  CALL (list, rows) {
    UNWIND CASE WHEN list.areas_first > 0 THEN rows ELSE [] END AS row
    WITH row.listed AS listed, row.in_years AS in_years
    WHERE in_years AND NOT EXISTS { (listed)-[:IN_AREA]->(:Area) }
    RETURN count(*) AS no_area
  }
  CALL (list, rows) {
    UNWIND CASE WHEN list.size IS NULL THEN [] ELSE rows END AS row
    WITH list, row.key AS key, row.listed AS listed, row.in_years AND row.in_areas AS is_in
    WHERE is_in AND (list.after IS NULL OR key > list.after) AND (list.before IS NULL OR key < list.before)
    WITH list, key, listed
    ORDER BY CASE WHEN list.backward THEN null ELSE key END, CASE WHEN list.backward THEN key END DESC
    LIMIT $most + 1
    RETURN collect([key, [
      listed.id, listed.title, listed.type, listed.venue, listed.language, listed.published_ymd, listed.categories,
      listed.is_known, listed.is_retracted, listed.cited_by_count, listed.source_cited_by_count,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES]->() } END,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES_UNRESOLVED]->() } END,
      COUNT { (listed)<-[:WROTE]-() }
    ]]) AS page
  }
  WITH list_place, place, list, rows, years, areas, no_area, page,
    [row IN rows WHERE row.in_years AND row.in_areas] AS filtered
  RETURN collect([
    list_place, place, size(filtered), years, areas[..list.areas_first], no_area, page,
    any(row IN filtered WHERE coalesce(row.key <= list.after, false)),
    any(row IN filtered WHERE coalesce(row.key >= list.before, false))
  ]) AS lists
}
RETURN data_through, lists
