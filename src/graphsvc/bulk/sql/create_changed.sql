-- Lists the ids that were merged into others, and those whose record was withdrawn.
CREATE TABLE changed AS
SELECT DISTINCT id
FROM changes
WHERE kind IN ('merge', 'record')
