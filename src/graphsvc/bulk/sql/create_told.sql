-- Tells records apart: for each digest the place of the first record that has it, and how many have it.
CREATE TABLE told AS
SELECT digest, min(place) AS place, count(*) AS times
FROM papers
GROUP BY digest
