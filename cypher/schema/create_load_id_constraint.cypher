// Makes the id of every Load unique, and gives look-ups by id their index.
CREATE CONSTRAINT load_id IF NOT EXISTS
FOR (load:Load) REQUIRE load.id IS UNIQUE
