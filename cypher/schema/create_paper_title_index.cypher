// Finds papers by the words of their title, accents and case folded. A load does not wait for it with each batch, but
// once, at its end.
CREATE FULLTEXT INDEX paper_title IF NOT EXISTS
FOR (paper:Paper) ON EACH [paper.title]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}}
