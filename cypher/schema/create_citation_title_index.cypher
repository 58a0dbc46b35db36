// Holds the citations of each hub in the order "title"; others lack the keys and are not in it.
CREATE INDEX citation_title IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.title_key, citation.most_cited, citation.citing_id)
