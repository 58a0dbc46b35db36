-- Lists the records that are not for the importer, those that are told several times as often as they are told.
SELECT papers.*
FROM papers
JOIN (SELECT digest FROM told SEMI JOIN odd_ones USING (place)) USING (digest)
ORDER BY place
