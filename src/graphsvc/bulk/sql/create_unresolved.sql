-- Numbers the works that are referred to and have no record.
CREATE TABLE unresolved AS
SELECT row_number() OVER () AS node, outside AS id
FROM (SELECT DISTINCT outside FROM outside)
