-- Finds the number of a paper by any of its ids; `is_own` is the one it goes by.
CREATE TABLE works AS
SELECT claims.id, node, is_own
FROM claims
JOIN nodes USING (place)
