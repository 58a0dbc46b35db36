// Makes the id of every Area unique, and gives look-ups by id their index.
CREATE CONSTRAINT area_id IF NOT EXISTS
FOR (area:Area) REQUIRE area.id IS UNIQUE
