// Holds the citations of each hub in the order "newest"; others lack the keys and are not in it.
CREATE INDEX citation_newest IF NOT EXISTS
FOR ()-[citation:CITES]-() ON (citation.hub, citation.newest, citation.citing_id)
