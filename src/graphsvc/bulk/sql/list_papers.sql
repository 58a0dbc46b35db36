-- Lists the papers with a record, for Neo4j's importer; $has_lines chooses those whose abstract has line ends.
SELECT
  node AS ":ID(Paper){id-type: long}",
  id,
  title,
  title_key,
  abstract,
  published_ymd AS "published_ymd:int",
  type,
  venue,
  language,
  array_to_string(categories, chr(31)) AS "categories:string[]",
  nullif(array_to_string([person.name FOR person IN authors], chr(31)), '') AS "author_names:string[]",
  source_cited_by_count AS "source_cited_by_count:long",
  is_retracted AS "is_retracted:boolean",
  cites IS NOT NULL OR stated_citers.node IS NOT NULL AS "references_known:boolean",
  true AS "is_known:boolean",
  id || coalesce('#' || part, '') || ' ' || digest AS "record_digests:string[]",
  coalesce(citers, 0) AS "cited_by_count:long"
FROM papers
JOIN nodes USING (place)
LEFT JOIN cited_counts USING (node)
LEFT JOIN stated_citers USING (node)
WHERE (abstract IS NOT NULL AND contains(abstract, chr(10))) = $has_lines
