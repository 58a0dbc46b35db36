// Lets a store hold one Dataset only.
CREATE CONSTRAINT dataset_key IF NOT EXISTS
FOR (dataset:Dataset) REQUIRE dataset.key IS UNIQUE
