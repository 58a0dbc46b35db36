-- Lists the citations stated by themselves that are not for the importer.
SELECT *
FROM citations
ANTI JOIN stated USING (place)
ORDER BY place
