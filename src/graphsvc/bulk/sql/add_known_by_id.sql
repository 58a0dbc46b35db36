-- Lets papers known by their id alone be found like all others.
INSERT INTO works
SELECT id, node, true FROM known_by_id
