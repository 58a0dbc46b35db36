// Makes papers of which nothing but their id is known: the ends of a citation that no record tells of.
// $ids: list of ids that no paper has
UNWIND $ids AS id
CREATE (:Paper {id: id, is_known: false, references_known: false, cited_by_count: 0})
