// Holds the citations of each hub in the order "oldest"; others lack the keys and are not in it.
CREATE INDEX citation_oldest IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.oldest, citation.citing_id)
