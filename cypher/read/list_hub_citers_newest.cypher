// Reads who cites hubs, the newest first, from the index that has their citations in this order.
// Returns one record: hub_newest, one entry for each id of a list of $lists that is a hub whose citers are counted:
//   [place in $lists, place in its ids, counts of the citers as JSON, cells as JSON, counts of types and venues as
//    JSON, and the table of the citers as bytes, each of these three where the list wants it,
//    [[keys of the citation, columns of the paper, [contexts, intents, is influential] of its citation, or null]]]
// The columns and facts are those of list_papers; there is one paper more than `size` where the list goes on.
// $lists: the lists of list_papers; each has more of these: {
//   hub_sort: its sort if it can be read from an index, else null,
//   from_key, to_key: the first keys between which the page lies, after_key, before_key: keys of a citation or null,
//   area: area id or null, wants_cells, wants_values, wants_table: boolean }
// $most: integer, the largest size among $lists
// A direction that is not asked for seeks the hub null, which finds nothing at once.
UNWIND range(0, size($lists) - 1) AS list_place
WITH list_place, $lists[list_place] AS list
WHERE list.hub_sort = 'newest'
UNWIND range(0, size(list.ids) - 1) AS place
CALL (list, place) {
  MATCH (hub:Paper {id: list.ids[place]})
  RETURN hub
  UNION
  MATCH (:Alias {id: list.ids[place]})-[:OF]->(hub:Paper)
  RETURN hub
}
WITH list_place, list, place, hub
WHERE hub:Hub AND hub.citer_counts IS NOT NULL
CALL (list) {
  OPTIONAL MATCH (area:Area {id: list.area})
  RETURN area.number AS area_number
}
CALL (list, hub, area_number) {
  CALL (list, hub, area_number) {
    MATCH (citing)-[citation:CITES]->()
    USING INDEX SEEK citation:CITES(hub, newest, citing_id)
    WHERE citation.hub = CASE WHEN NOT list.backward AND list.size IS NOT NULL THEN hub.hub_number END
      AND citation.newest >= list.from_key AND citation.newest <= list.to_key
      AND citation.citing_id IS NOT NULL
      AND (list.after_key IS NULL OR citation.newest <> list.after_key[0] OR citation.citing_id > list.after_key[1])
      AND (list.before_key IS NULL OR citation.newest <> list.before_key[0] OR citation.citing_id < list.before_key[1])
      AND (list.first_year IS NULL OR citation.year >= list.first_year)
      AND (list.last_year IS NULL OR citation.year <= list.last_year)
      AND (list.area IS NULL OR area_number IN citation.areas)
      AND (list.has_area IS NULL OR list.has_area = (size(citation.areas) > 0))
      AND (list.types IS NULL OR citation.type IN list.types)
      AND (list.venues IS NULL OR citation.venue IN list.venues)
      AND (list.is_influential IS NULL OR citation.is_influential = list.is_influential)
    WITH citing, citation
    ORDER BY citation.hub, citation.newest, citation.citing_id
    LIMIT $most + 1
    RETURN citing, citation
    UNION ALL
    MATCH (citing)-[citation:CITES]->()
    USING INDEX SEEK citation:CITES(hub, newest, citing_id)
    WHERE citation.hub = CASE WHEN list.backward AND list.size IS NOT NULL THEN hub.hub_number END
      AND citation.newest >= list.from_key AND citation.newest <= list.to_key
      AND citation.citing_id IS NOT NULL
      AND (list.after_key IS NULL OR citation.newest <> list.after_key[0] OR citation.citing_id > list.after_key[1])
      AND (list.before_key IS NULL OR citation.newest <> list.before_key[0] OR citation.citing_id < list.before_key[1])
      AND (list.first_year IS NULL OR citation.year >= list.first_year)
      AND (list.last_year IS NULL OR citation.year <= list.last_year)
      AND (list.area IS NULL OR area_number IN citation.areas)
      AND (list.has_area IS NULL OR list.has_area = (size(citation.areas) > 0))
      AND (list.types IS NULL OR citation.type IN list.types)
      AND (list.venues IS NULL OR citation.venue IN list.venues)
      AND (list.is_influential IS NULL OR citation.is_influential = list.is_influential)
    WITH citing, citation
    ORDER BY citation.hub DESC, citation.newest DESC, citation.citing_id DESC
    LIMIT $most + 1
    RETURN citing, citation
  }
  RETURN collect([[citation.newest, citation.citing_id], [
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
]) AS hub_newest
