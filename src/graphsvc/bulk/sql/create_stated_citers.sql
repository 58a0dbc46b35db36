-- Lists the papers whose references are known as citations of theirs are stated by themselves.
CREATE TABLE stated_citers AS
SELECT DISTINCT citing AS node
FROM told_edges
