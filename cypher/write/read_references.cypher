// Reads the reference lists that papers have now, and which sources list each reference.
// Returns one record: lists, of [paper id, [[id of a paper, sources]], [[id of a work without a record, sources]]];
// sources are ids of records, or 'stated' for citations that are stated by themselves.
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (citing:Paper {id: id})
RETURN collect([
  citing.id,
  COLLECT {
    MATCH (citing)-[citation:CITES]->(cited:Paper)
    RETURN [cited.id, coalesce(citation.sources, [citing.id])]
  },
  COLLECT {
    MATCH (citing)-[reference:CITES_UNRESOLVED]->(outside:Unresolved)
    RETURN [outside.id, coalesce(reference.sources, [citing.id])]
  }
]) AS lists
