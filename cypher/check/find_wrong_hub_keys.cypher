// Finds citations of hubs that do not have the keys that their citing papers give them.
// Returns one record: count, how many; examples, ids of some of the hubs.
MATCH (dataset:Dataset {key: 'dataset'})
WITH coalesce(dataset.data_through, date()).year AS this_year
MATCH (hub:Hub)<-[citation:CITES]-(citing:Paper)
WHERE hub.citer_counts IS NOT NULL
WITH hub, citation, citing, citing.published_ymd / 10000 AS year, 16777215 - citing.cited_by_count AS few, this_year
WHERE coalesce(
  citation.hub <> hub.hub_number OR citation.citing_id <> citing.id
  OR citation.most_cited <> few * 100000000 + coalesce(citing.published_ymd, 99999999)
  OR citation.newest <> (99999999 - coalesce(citing.published_ymd, 0)) * 16777216 + few
  OR citation.oldest <> coalesce(citing.published_ymd, 99999999) * 16777216 + few
  OR citation.title_key <> coalesce(citing.title_key, '\uDBFF\uDFFF')
  OR (hub.keys_year = this_year AND citation.per_year <> CASE
    WHEN year IS NULL THEN 1
    WHEN year < this_year THEN -citing.cited_by_count * 1000000 / (this_year - year + 1)
    ELSE -citing.cited_by_count * 1000000 END)
  OR citation.areas <> COLLECT { MATCH (citing)-[:IN_AREA]->(area:Area) RETURN area.number ORDER BY area.number }, true)
  OR coalesce(citation.year <> year, citation.year IS NOT NULL OR year IS NOT NULL)
  OR coalesce(citation.type <> toLower(citing.type), citation.type IS NOT NULL OR citing.type IS NOT NULL)
  OR coalesce(citation.venue <> toLower(citing.venue), citation.venue IS NOT NULL OR citing.venue IS NOT NULL)
RETURN count(*) AS count, collect(DISTINCT hub.id)[..5] AS examples
