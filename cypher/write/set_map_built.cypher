// Says when the map of the citations was built; hubs keep names of areas with their counts, and drop these.
// $built: point in time, or null while it is not whole
MATCH (dataset:Dataset {key: 'dataset'})
SET dataset.map_built = $built
WITH dataset
CALL (dataset) {
  WITH dataset WHERE dataset.map = 'citations'
  MATCH (hub:Hub)
  SET hub.citer_counts = null
}
