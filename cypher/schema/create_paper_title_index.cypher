// Finds papers by the words of their title, accents and case folded.
CREATE FULLTEXT INDEX paper_title IF NOT EXISTS
FOR (paper:Paper) ON EACH [paper.title]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}}
