// Gives citations of hubs the keys that put them in order and filter them, where they have none or others.
// The keys are those of list_papers, put into whole numbers: graph/hub_keys.py says how.
// Returns changed, how many citations.
// $ids: list of ids of hubs
// $looks_at_all: false to look for changes of the citing papers' counts alone
// $this_year: integer, the last year the data cover
// $most: integer, how many citations to change at most
UNWIND $ids AS id
MATCH (hub:Hub {id: id})<-[citation:CITES]-(citing:Paper)
WITH hub, citation, citing,
  16777215 - citing.cited_by_count AS few,
  citing.published_ymd / 10000 AS year
WITH hub, citation, citing, year, few,
  few * 100000000 + coalesce(citing.published_ymd, 99999999) AS most_cited,
  CASE WHEN year IS NULL THEN 1
       WHEN year < $this_year THEN -citing.cited_by_count * 1000000 / ($this_year - year + 1)
       ELSE -citing.cited_by_count * 1000000 END AS per_year
WITH *, coalesce(
    citation.hub <> hub.hub_number OR citation.most_cited <> most_cited OR citation.per_year <> per_year
      OR citation.citing_id <> citing.id, true) AS is_other
WITH *, CASE WHEN is_other OR $looks_at_all THEN COLLECT {
    MATCH (citing)-[:IN_AREA]->(area:Area) RETURN area.number ORDER BY area.number
  } END AS areas, coalesce(citing.title_key, '\uDBFF\uDFFF') AS title_key,
  CASE WHEN is_other OR $looks_at_all THEN toLower(citing.type) END AS type,
  CASE WHEN is_other OR $looks_at_all THEN toLower(citing.venue) END AS venue
WHERE is_other OR ($looks_at_all AND (
  coalesce(citation.title_key <> title_key OR citation.areas <> areas, true)
  OR coalesce(citation.type <> type, citation.type IS NOT NULL OR type IS NOT NULL)
  OR coalesce(citation.venue <> venue, citation.venue IS NOT NULL OR venue IS NOT NULL)))
WITH * LIMIT $most
SET
  citation.hub = hub.hub_number,
  citation.citing_id = citing.id,
  citation.most_cited = most_cited,
  citation.newest = (99999999 - coalesce(citing.published_ymd, 0)) * 16777216 + few,
  citation.oldest = coalesce(citing.published_ymd, 99999999) * 16777216 + few,
  citation.per_year = per_year,
  citation.title_key = title_key,
  citation.year = year,
  citation.areas = areas,
  citation.type = type,
  citation.venue = venue
RETURN count(*) AS changed
