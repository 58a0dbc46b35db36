// Drops the index of titles alone, which stores of a former graphsvc have beside the one that took its place.
DROP INDEX paper_title IF EXISTS
