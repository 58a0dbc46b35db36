// Waits until every index is filled.
// $timeout_s: integer, seconds
CALL db.awaitIndexes($timeout_s)
