-- Lists the ids of papers that the importer does not make, and ids that were merged or withdrawn.
CREATE TABLE taken AS
SELECT id FROM claims SEMI JOIN odd_ones USING (place)
UNION
SELECT id FROM changed
