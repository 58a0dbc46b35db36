// Holds the citations of each hub in the order "most_cited"; others lack the keys and are not in it.
CREATE INDEX citation_most_cited IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.most_cited, citation.citing_id)
