// Makes the id of every Alias unique, and gives look-ups by id their index.
CREATE CONSTRAINT alias_id IF NOT EXISTS
FOR (alias:Alias) REQUIRE alias.id IS UNIQUE
