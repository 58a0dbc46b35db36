-- Lists the records that are not for the importer, by place: those that share an id with another record (two hashes
-- that are equal by chance do no harm), those that mention an id that was merged or withdrawn, and those that hold what
-- CSV cannot say (an empty list of categories) or Neo4j's importer cannot read (a text longer than its buffer).
CREATE TABLE odd_ones AS
SELECT DISTINCT place
FROM claims
SEMI JOIN (SELECT hash(id) AS mark FROM claims GROUP BY mark HAVING count(*) > 1) AS shared ON hash(claims.id) = mark
UNION
SELECT place
FROM (SELECT place, id FROM claims UNION ALL SELECT place, unnest(cites) FROM papers SEMI JOIN told USING (place))
SEMI JOIN changed USING (id)
UNION
SELECT place FROM papers SEMI JOIN told USING (place)
WHERE len(categories) = 0 OR strlen(abstract) > 1_000_000
