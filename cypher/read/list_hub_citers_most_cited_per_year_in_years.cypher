// Reads who cites hubs in a range of years, the most cited per year first: from an index that has the citations of each year in
// this order, a page of each, of which the first ones of all are taken.
// Returns one record: hub_most_cited_per_year_in_years, entries as those of list_hub_citers_most_cited_per_year.
// $lists, $most: as there; those with a range of years have 'most_cited_per_year_in_years' for hub_sort
UNWIND range(0, size($lists) - 1) AS list_place
WITH list_place, $lists[list_place] AS list
WHERE list.hub_sort = 'most_cited_per_year_in_years'
OPTIONAL MATCH (dataset:Dataset {key: 'dataset'})
WITH list_place, list, coalesce(dataset.data_through, date()).year AS this_year
UNWIND range(0, size(list.ids) - 1) AS place
CALL (list, place) {
  MATCH (hub:Paper {id: list.ids[place]})
  RETURN hub
  UNION
  MATCH (:Alias {id: list.ids[place]})-[:OF]->(hub:Paper)
  RETURN hub
}
WITH list_place, list, place, hub, this_year
WHERE hub:Hub AND hub.citer_counts IS NOT NULL AND hub.keys_year = this_year
CALL (list) {
  OPTIONAL MATCH (area:Area {id: list.area})
  RETURN area.number AS area_number
}
CALL (list, hub, area_number, this_year) {
  CALL (list, hub, area_number, this_year) {
    UNWIND [year IN hub.citer_years WHERE coalesce(list.first_year, 0) <= year <= coalesce(list.last_year, 9999)] AS year
    WITH year, CASE WHEN year < this_year THEN this_year - year + 1 ELSE 1 END AS age
    WITH year,
      CASE WHEN list.after_key IS NULL THEN -1
           ELSE (16777215 - (1 - list.after_key[0]) * age / 1000000) * 100000000 END AS from_key,
      CASE WHEN list.before_key IS NULL THEN 4611686018427387904
           ELSE (16777215 + list.before_key[0] * age / 1000000) * 100000000 + 99999999 END AS to_key
    CALL (list, hub, area_number, year, from_key, to_key) {
      MATCH (citing)-[citation:CITES]->()
      USING INDEX SEEK citation:CITES(hub, year, most_cited, citing_id)
      WHERE citation.hub = CASE WHEN NOT list.backward AND list.size IS NOT NULL THEN hub.hub_number END
        AND citation.year = year
        AND citation.most_cited >= from_key AND citation.most_cited <= to_key
        AND citation.citing_id IS NOT NULL
        AND (list.after_key IS NULL OR citation.per_year > list.after_key[0] OR (citation.per_year = list.after_key[0]
          AND (citation.most_cited > list.after_key[1]
            OR (citation.most_cited = list.after_key[1] AND citation.citing_id > list.after_key[2]))))
        AND (list.before_key IS NULL OR citation.per_year < list.before_key[0] OR (citation.per_year = list.before_key[0]
          AND (citation.most_cited < list.before_key[1]
            OR (citation.most_cited = list.before_key[1] AND citation.citing_id < list.before_key[2]))))
        AND (list.area IS NULL OR area_number IN citation.areas)
        AND (list.has_area IS NULL OR list.has_area = (size(citation.areas) > 0))
        AND (list.types IS NULL OR citation.type IN list.types)
        AND (list.venues IS NULL OR citation.venue IN list.venues)
        AND (list.is_influential IS NULL OR citation.is_influential = list.is_influential)
      WITH citing, citation
      ORDER BY citation.hub, citation.year, citation.most_cited, citation.citing_id
      LIMIT $most + 1
      RETURN citing, citation
      UNION ALL
      MATCH (citing)-[citation:CITES]->()
      USING INDEX SEEK citation:CITES(hub, year, most_cited, citing_id)
      WHERE citation.hub = CASE WHEN list.backward AND list.size IS NOT NULL THEN hub.hub_number END
        AND citation.year = year
        AND citation.most_cited >= from_key AND citation.most_cited <= to_key
        AND citation.citing_id IS NOT NULL
        AND (list.after_key IS NULL OR citation.per_year > list.after_key[0] OR (citation.per_year = list.after_key[0]
          AND (citation.most_cited > list.after_key[1]
            OR (citation.most_cited = list.after_key[1] AND citation.citing_id > list.after_key[2]))))
        AND (list.before_key IS NULL OR citation.per_year < list.before_key[0] OR (citation.per_year = list.before_key[0]
          AND (citation.most_cited < list.before_key[1]
            OR (citation.most_cited = list.before_key[1] AND citation.citing_id < list.before_key[2]))))
        AND (list.area IS NULL OR area_number IN citation.areas)
        AND (list.has_area IS NULL OR list.has_area = (size(citation.areas) > 0))
        AND (list.types IS NULL OR citation.type IN list.types)
        AND (list.venues IS NULL OR citation.venue IN list.venues)
        AND (list.is_influential IS NULL OR citation.is_influential = list.is_influential)
      WITH citing, citation
      ORDER BY citation.hub DESC, citation.year DESC, citation.most_cited DESC, citation.citing_id DESC
      LIMIT $most + 1
      RETURN citing, citation
    }
    WITH citing, citation, [citation.per_year, citation.most_cited, citation.citing_id] AS key
    ORDER BY CASE WHEN list.backward THEN null ELSE key END, CASE WHEN list.backward THEN key END DESC
    LIMIT $most + 1
    RETURN citing, citation
  }
  RETURN collect([[citation.per_year, citation.most_cited, citation.citing_id], [
    citing.id, citing.title, citing.type, citing.venue, citing.language, citing.published_ymd, citing.categories,
    citing.is_known, citing.is_retracted, citing.cited_by_count, citing.source_cited_by_count,
    CASE WHEN citing.references_known THEN COUNT { (citing)-[:CITES]->() } END,
    CASE WHEN citing.references_known THEN COUNT { (citing)-[:CITES_UNRESOLVED]->() } END,
    COUNT { (citing)<-[:WROTE]-() }
  ], CASE WHEN list.wants_facts THEN [citation.contexts, citation.intents, citation.is_influential] END]) AS page
}
RETURN collect([
  list_place, place, hub.citer_counts, CASE WHEN list.wants_cells THEN hub.citer_cells END,
  CASE WHEN list.wants_values THEN hub.citer_values END, CASE WHEN list.wants_table THEN hub.citer_table END, page
]) AS hub_most_cited_per_year_in_years
