// Reads the words of papers.
// Returns one record: texts, list of [paper id, title, abstract].
// $ids: list of paper ids
// $most_characters: integer, how much of an abstract to read
UNWIND $ids AS id
MATCH (paper:Paper {id: id})
RETURN collect([paper.id, paper.title, left(paper.abstract, $most_characters)]) AS texts
