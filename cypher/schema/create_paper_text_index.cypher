// Finds papers by the words of their title, their abstract and their authors' names, accents and case folded. A load
// does not wait for it with each batch, but once, at its end.
CREATE FULLTEXT INDEX paper_text IF NOT EXISTS
FOR (paper:Paper) ON EACH [paper.title, paper.abstract, paper.author_names]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}}
