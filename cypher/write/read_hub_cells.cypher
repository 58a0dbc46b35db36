// Counts the citers of hubs by year and area, from the keys of their citations.
// Returns one record: hubs, list of [paper id, [[year or null, count]], [[area id or null for none, area name, year or
// null, count]]].
// $ids: list of ids of hubs
UNWIND $ids AS id
MATCH (hub:Hub {id: id})
CALL (hub) {
  MATCH (hub)<-[citation:CITES]-(:Paper)
  WITH citation.year AS year, count(*) AS count
  RETURN collect([year, count]) AS years
}
CALL (hub) {
  MATCH (hub)<-[citation:CITES]-(:Paper)
  UNWIND CASE WHEN size(citation.areas) = 0 THEN [null] ELSE citation.areas END AS number
  WITH number, citation.year AS year, count(*) AS count
  WITH number, collect([year, count]) AS counts
  OPTIONAL MATCH (area:Area {number: number})
  RETURN collect([area.id, area.name, counts]) AS cells
}
RETURN collect([id, years, cells]) AS hubs
