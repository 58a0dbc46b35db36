// Waits until a search finds all that was written.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
