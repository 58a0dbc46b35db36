-- Lists which records claim which ids as their paper's, each id of a record once; `is_own` is the one it goes by.
CREATE TABLE claims AS
SELECT place, id, true AS is_own
FROM papers
SEMI JOIN told USING (place)
UNION ALL
SELECT place, unnest(list_distinct(list_filter(ids, lambda other: other <> id))), false
FROM papers
SEMI JOIN told USING (place)
WHERE len(ids) > 0
