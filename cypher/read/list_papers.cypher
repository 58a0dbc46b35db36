// Reads lists of papers: who cites a paper, what it references, what is in an area. All numbers of one list are
// taken from one pass over its citations, so they agree with each other whatever is written meanwhile.
// Returns one record: data_through, and lists, one entry for each id of each of $lists that is known:
//   [place in $lists, place in its ids, total, [[year or null, count]], [[area id, area name, count]], no_area,
//    [[type or null, count]], [[venue or null, count]],
//    [[key, columns of the paper, [contexts, intents, is influential] of its citation, or null]]]
// There is one paper more than `size` where the list goes on.
// $lists: list of {
//   kind: 'citers', 'references', 'area_papers' or 'area_tree_papers' (those of the areas below too),
//   ids: identifiers of papers or areas in normal form,
//   sort: 'most_cited', 'newest', 'oldest', 'title' or 'most_cited_per_year',
//   areas: area ids or null, has_area: boolean or null, first_year, last_year: year or null,
//   types, venues: lower case or null, is_influential: boolean or null,
//   size: papers to read or null for none, backward: boolean, after, before: key of a paper or null,
//   hub_sort: its sort where another statement reads the citers of hubs, else null,
//   wants_facts: boolean, wants_years: boolean, areas_first: the most areas to count, 0 for none,
//   wants_types, wants_venues: boolean }
// $most: integer, the largest size among $lists
// The keys hold `text + ''` where they could hold the text itself: Neo4j sorts stored texts by code point, but compares
// them with a parameter in the order of UTF-16; what was computed is sorted and compared in one and the same order.
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
  // the citers of a hub are read from an index, by one of the statements list_hub_citers_…
  WITH data_through, list_place, list, place, start
  WHERE list.hub_sort IS NULL OR NOT start:Hub OR start.citer_counts IS NULL
    OR (list.sort = 'most_cited_per_year' AND start.keys_year <> coalesce(data_through, date()).year)
  CALL (list, start) {
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
      UNION ALL
      WITH list, start WHERE list.kind = 'area_papers'
      MATCH (member:Paper)-[:IN_AREA]->(start)
      RETURN member AS listed
      UNION ALL
      WITH list, start WHERE list.kind = 'area_tree_papers'
      MATCH (start)<-[:PART_OF*0..30]-(:Area)<-[:IN_AREA]-(member:Paper)
      RETURN DISTINCT member AS listed
    }
    RETURN collect(listed) AS all_listed
  }
  WITH *,
    list.first_year IS NOT NULL OR list.last_year IS NOT NULL OR list.types IS NOT NULL OR list.venues IS NOT NULL
      AS is_filtered,
    list.areas IS NOT NULL OR list.has_area IS NOT NULL AS is_by_area
  // Each facet applies every filter but its own: what fails one filter alone counts in the facet of that one.
  CALL (list, all_listed, is_filtered) {
    UNWIND CASE WHEN is_filtered THEN all_listed ELSE [] END AS listed
    WITH listed,
      CASE WHEN list.first_year IS NULL AND list.last_year IS NULL
        OR coalesce(list.first_year, 0) <= listed.published_ymd / 10000 <= coalesce(list.last_year, 9999)
        THEN [] ELSE ['year'] END +
      CASE WHEN list.types IS NULL OR toLower(listed.type) IN list.types THEN [] ELSE ['type'] END +
      CASE WHEN list.venues IS NULL OR toLower(listed.venue) IN list.venues THEN [] ELSE ['venue'] END AS failed
    WHERE size(failed) <= 1
    RETURN collect([listed, head(failed)]) AS tested
  }
  WITH *,
    CASE WHEN is_filtered THEN [row IN tested WHERE row[1] IS NULL | row[0]] ELSE all_listed END AS passed,
    [row IN tested WHERE row[1] IS NOT NULL] AS nearly
  CALL (list, passed, is_by_area) {
    UNWIND CASE WHEN is_by_area THEN passed ELSE [] END AS listed
    WITH list, listed
    WHERE (list.areas IS NULL OR EXISTS { (listed)-[:IN_AREA]->(area:Area) WHERE area.id IN list.areas })
      AND (list.has_area IS NULL OR list.has_area = EXISTS { (listed)-[:IN_AREA]->(:Area) })
    RETURN collect(listed) AS passed_in_areas
  }
  CALL (list, nearly, is_by_area) {
    UNWIND CASE WHEN is_by_area THEN nearly ELSE [] END AS row
    WITH list, row, row[0] AS listed
    WHERE (list.areas IS NULL OR EXISTS { (listed)-[:IN_AREA]->(area:Area) WHERE area.id IN list.areas })
      AND (list.has_area IS NULL OR list.has_area = EXISTS { (listed)-[:IN_AREA]->(:Area) })
    RETURN collect(row) AS nearly_in_areas
  }
  WITH *,
    CASE WHEN is_by_area THEN passed_in_areas ELSE passed END AS kept,
    CASE WHEN is_by_area THEN nearly_in_areas ELSE nearly END AS nearly_kept
  CALL (list, kept, nearly_kept) {
    UNWIND CASE WHEN list.wants_years THEN kept + [row IN nearly_kept WHERE row[1] = 'year' | row[0]] ELSE [] END
      AS listed
    WITH listed.published_ymd / 10000 AS year, count(*) AS count
    RETURN collect([year, count]) AS years
  }
  CALL (list, kept, nearly_kept) {
    UNWIND CASE WHEN list.wants_types THEN kept + [row IN nearly_kept WHERE row[1] = 'type' | row[0]] ELSE [] END
      AS listed
    WITH listed.type AS type, count(*) AS count
    RETURN collect([type, count]) AS types
  }
  CALL (list, kept, nearly_kept) {
    UNWIND CASE WHEN list.wants_venues THEN kept + [row IN nearly_kept WHERE row[1] = 'venue' | row[0]] ELSE [] END
      AS listed
    WITH listed.venue AS venue, count(*) AS count
    RETURN collect([venue, count]) AS venues
  }
  CALL (list, passed) {
    UNWIND CASE WHEN list.areas_first > 0 THEN passed ELSE [] END AS listed
    OPTIONAL MATCH (listed)-[:IN_AREA]->(area:Area)
    WITH area, count(*) AS count ORDER BY count DESC, area.name, area.id
    WITH collect([area.id, area.name, count]) AS counts
    RETURN
      [entry IN counts WHERE entry[0] IS NOT NULL] AS areas,
      coalesce(head([entry IN counts WHERE entry[0] IS NULL | entry[2]]), 0) AS no_area
  }
  CALL (list, start, kept, data_through) {
    UNWIND CASE WHEN list.size IS NULL THEN [] ELSE kept END AS listed
    WITH list, start, listed, listed.published_ymd / 10000 AS year, coalesce(data_through, date()).year AS this_year
    WITH list, start, listed, CASE list.sort
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
    WITH list, start, key, listed
    ORDER BY CASE WHEN list.backward THEN null ELSE key END, CASE WHEN list.backward THEN key END DESC
    LIMIT $most + 1
    RETURN collect([key, [
      listed.id, listed.title, listed.type, listed.venue, listed.language, listed.published_ymd, listed.categories,
      listed.is_known, listed.is_retracted, listed.cited_by_count, listed.source_cited_by_count,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES]->() } END,
      CASE WHEN listed.references_known THEN COUNT { (listed)-[:CITES_UNRESOLVED]->() } END,
      COUNT { (listed)<-[:WROTE]-() }
    ], CASE
      WHEN NOT list.wants_facts THEN null
      WHEN list.kind = 'citers' THEN head(COLLECT {
        MATCH (listed)-[citation:CITES]->(start)
        RETURN [citation.contexts, citation.intents, citation.is_influential] })
      WHEN list.kind = 'references' THEN head(COLLECT {
        MATCH (start)-[citation:CITES]->(listed)
        RETURN [citation.contexts, citation.intents, citation.is_influential] })
    END]) AS page
  }
  RETURN collect([
    list_place, place, size(kept), years, areas[..list.areas_first], no_area, types, venues, page
  ]) AS lists
}
RETURN data_through, lists
