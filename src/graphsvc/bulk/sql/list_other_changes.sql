-- Lists the merges and what is withdrawn, none of which is for the importer.
SELECT *
FROM changes
ORDER BY place
