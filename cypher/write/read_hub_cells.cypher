// Counts the citers of hubs by what they are like, from the keys of their citations.
// Returns one record: hubs, list of [paper id, [[year, type, venue, numbers of areas, whether the citation is
// influential, count]]], with null for what is not known; areas, list of [number, area id, area name], those of the hubs.
// $ids: list of ids of hubs
CALL () {
  UNWIND $ids AS id
  MATCH (hub:Hub {id: id})
  CALL (hub) {
    MATCH (hub)<-[citation:CITES]-(citing:Paper)
    WITH citation.year AS year, citing.type AS type, citing.venue AS venue, citation.areas AS areas,
      citation.is_influential AS is_influential, count(*) AS count
    RETURN collect([year, type, venue, areas, is_influential, count]) AS kinds
  }
  RETURN collect([id, kinds]) AS hubs
}
CALL (hubs) {
  UNWIND hubs AS row
  UNWIND row[1] AS kind
  UNWIND kind[3] AS number
  WITH DISTINCT number
  MATCH (area:Area {number: number})
  RETURN collect([number, area.id, area.name]) AS areas
}
RETURN hubs, areas
