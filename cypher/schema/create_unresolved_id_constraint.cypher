// Makes the id of every Unresolved unique, and gives look-ups by id their index.
CREATE CONSTRAINT unresolved_id IF NOT EXISTS
FOR (unresolved:Unresolved) REQUIRE unresolved.id IS UNIQUE
