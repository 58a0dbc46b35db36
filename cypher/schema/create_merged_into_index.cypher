// Finds the ids that were merged into an id.
CREATE RANGE INDEX merged_into IF NOT EXISTS
FOR (merged:Merged) ON (merged.into)
