-- Lists the citations that are stated by themselves, for Neo4j's importer, those of one cited paper together, with all
-- that their rows tell: contexts and intents without repeats in the order of the rows, influential if any row says so.
WITH
  single AS (
    SELECT citing, cited, listed, contexts, intents, is_influential, [id] AS ids
    FROM (SELECT * FROM edges WHERE times = 1)
    JOIN (SELECT place, contexts, intents, is_influential, id FROM citations) USING (place)
  ),
  several AS (
    SELECT
      edges.citing,
      edges.cited,
      any_value(listed) AS listed,
      flatten(list(contexts ORDER BY stated.place)) AS contexts,
      flatten(list(intents ORDER BY stated.place)) AS intents,
      bool_or(is_influential) AS is_influential,
      list(citations.id) AS ids
    FROM stated
    JOIN works AS one ON one.id = stated.citing
    JOIN works AS other ON other.id = stated.cited
    JOIN edges ON edges.citing = one.node AND edges.cited = other.node AND times > 1
    JOIN citations ON citations.place = stated.place
    GROUP BY edges.citing, edges.cited
  ),
  facts AS (
    SELECT * FROM single
    UNION ALL
    SELECT
      * REPLACE (
        list_filter(contexts, lambda told, i: list_position(contexts, told) = i) AS contexts,
        list_filter(intents, lambda told, i: list_position(intents, told) = i) AS intents
      )
    FROM several
  )
SELECT
  citing AS ":START_ID(Paper)",
  cited AS ":END_ID(Paper)",
  array_to_string(
    list_sort(list_distinct(
      list_transform(ids, lambda told: 'stated' || coalesce(':' || told, '')) || CASE WHEN listed THEN [works.id] ELSE [] END
    )),
    chr(31)
  ) AS "sources:string[]",
  array_to_string(nullif(contexts, []), chr(31)) AS "contexts:string[]",
  array_to_string(nullif(intents, []), chr(31)) AS "intents:string[]",
  is_influential AS "is_influential:boolean"
FROM facts
LEFT JOIN works ON works.node = citing AND is_own AND listed
ORDER BY cited
