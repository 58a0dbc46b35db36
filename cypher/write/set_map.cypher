// Chooses the map of areas; what hubs keep of their citers' areas is to be counted anew.
// Returns is_news, whether another one was in use.
// $map: name of the map
MATCH (dataset:Dataset {key: 'dataset'})
WITH dataset, coalesce(dataset.map, 'source') <> $map AS is_news
SET dataset.map = $map
WITH is_news
CALL () {
  MATCH (hub:Hub)
  SET hub.citer_counts = null
}
RETURN is_news
