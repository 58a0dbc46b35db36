// Names the data set; returns whether that is news.
// $name: text
MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset, coalesce(dataset.name <> $name, true) AS is_news
SET dataset.name = $name
RETURN is_news
