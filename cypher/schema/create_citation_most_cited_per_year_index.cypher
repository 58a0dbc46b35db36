// Holds the citations of each hub in the order "most_cited_per_year"; others lack the keys and are not in it.
CREATE INDEX citation_most_cited_per_year IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.per_year, citation.most_cited, citation.citing_id)
