// Makes the id of every Author that has one unique; an author known by name alone has none.
CREATE CONSTRAINT author_id IF NOT EXISTS
FOR (author:Author) REQUIRE author.id IS UNIQUE
