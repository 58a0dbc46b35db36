-- Lists references to ids that no paper has, each once a paper.
CREATE TABLE outside AS
SELECT DISTINCT citing, outside
FROM listed
WHERE outside IS NOT NULL
