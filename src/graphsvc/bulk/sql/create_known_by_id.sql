-- Numbers the papers of which nothing but an id is known: ends of citations that no record tells of.
CREATE TABLE known_by_id AS
SELECT (SELECT count(*) FROM nodes) + row_number() OVER () AS node, id
FROM (SELECT citing AS id FROM stated UNION SELECT cited FROM stated WHERE cited IS NOT NULL)
ANTI JOIN works USING (id)
