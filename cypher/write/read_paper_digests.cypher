// Reads what tells a record that was already loaded from a new one.
// Returns one record: digests, pairs [paper id, list of "<id of a record> <its digest>"].
// $ids: list of paper ids
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
RETURN collect([paper.id, paper.record_digests]) AS digests
