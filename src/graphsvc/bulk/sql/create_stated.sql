-- Chooses the citations stated by themselves that are for the importer: both ends are its papers, or of no record, and
-- they are not withdrawn.
CREATE TABLE stated AS
SELECT place, citing, cited
FROM citations
ANTI JOIN taken ON taken.id = citing
ANTI JOIN taken AS others ON others.id = cited
ANTI JOIN (SELECT id FROM changes WHERE kind = 'citation') AS withdrawn ON withdrawn.id = citations.id
WHERE coalesce(list_sum(list_transform(contexts, lambda text: strlen(text))), 0) < 1_000_000
