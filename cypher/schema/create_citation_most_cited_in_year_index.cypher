// Holds the citations of each hub by the citing papers' years, and of each year in the order "most_cited"; others lack
// the keys and are not in it.
CREATE INDEX citation_most_cited_in_year IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.year, citation.most_cited, citation.citing_id)
