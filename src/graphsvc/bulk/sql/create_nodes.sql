-- Numbers the papers that have a record and are for the importer.
CREATE TABLE nodes AS
SELECT row_number() OVER () AS node, place, times
FROM told
ANTI JOIN odd_ones USING (place)
