// Says through which day the data reach; returns whether that is news.
// $data_through: date
MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset, coalesce(dataset.data_through <> $data_through, true) AS is_news
SET dataset.data_through = $data_through
RETURN is_news
