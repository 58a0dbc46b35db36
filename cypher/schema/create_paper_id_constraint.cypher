// Makes the id of every Paper unique, and gives look-ups by id their index.
CREATE CONSTRAINT paper_id IF NOT EXISTS
FOR (paper:Paper) REQUIRE paper.id IS UNIQUE
