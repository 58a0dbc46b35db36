-- Counts the citers of each paper that has some.
CREATE TABLE cited_counts AS
SELECT cited AS node, count(*) AS citers
FROM edges
GROUP BY cited
