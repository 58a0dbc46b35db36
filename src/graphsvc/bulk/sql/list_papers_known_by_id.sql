-- Lists the papers known by their id alone, for Neo4j's importer.
SELECT
  node AS ":ID(Paper){id-type: long}",
  id,
  false AS "is_known:boolean",
  stated_citers.node IS NOT NULL AS "references_known:boolean",
  coalesce(citers, 0) AS "cited_by_count:long"
FROM known_by_id
LEFT JOIN cited_counts USING (node)
LEFT JOIN stated_citers USING (node)
