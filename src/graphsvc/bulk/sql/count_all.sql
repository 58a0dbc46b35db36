-- Counts what the importer makes, as a load's report does.
SELECT
  (SELECT count(*) FROM nodes) AS new,
  (SELECT coalesce(sum(times - 1), 0)::BIGINT FROM nodes) AS same,
  (SELECT count(*) FROM stated) AS stated,
  (SELECT count(*) FROM stated WHERE cited IS NULL) AS unmatched,
  (SELECT count(*) FROM known_by_id) AS known_by_id,
  (SELECT count(*) FROM edges) AS citations_new,
  (SELECT count(*) FROM outside) AS references_outside,
  (SELECT count(*) FROM areas) AS areas_changed,
  (SELECT count(*) FROM listed WHERE citing = cited)
    + (SELECT coalesce(sum(times), 0)::BIGINT FROM told_edges WHERE citing = cited) AS self_citations,
  (SELECT count(*) FROM listed WHERE cited IS DISTINCT FROM citing)
    - (SELECT count(*) FROM edges WHERE listed) - (SELECT count(*) FROM outside)
    + (SELECT coalesce(sum(repeats), 0)::BIGINT FROM told_edges WHERE citing <> cited) AS duplicate_references
