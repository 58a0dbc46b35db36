// Finds hubs as paper_text finds all papers: where very many papers have the words, those that are cited most are found
// beside those that fit best.
CREATE FULLTEXT INDEX hub_text IF NOT EXISTS
FOR (hub:Hub) ON EACH [hub.title, hub.abstract, hub.author_names]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}}
