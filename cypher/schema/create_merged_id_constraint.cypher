// Makes the id of every Merged unique, and gives look-ups by id their index.
CREATE CONSTRAINT merged_id IF NOT EXISTS
FOR (merged:Merged) REQUIRE merged.id IS UNIQUE
