// Writes how far a load has come, and makes it where it is new.
// $id: text; $properties: map of the load's counts, source and times
MERGE (load:Load {id: $id})
SET load += $properties
