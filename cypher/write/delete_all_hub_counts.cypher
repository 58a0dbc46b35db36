// Drops what was counted over the citers of every hub, so that the next refresh counts them anew.
MATCH (hub:Hub)
SET hub.citer_counts = null
