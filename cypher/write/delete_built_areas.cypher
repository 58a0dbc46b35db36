// Forgets the areas of a built map that an earlier build made and this one did not.
// Returns deleted, how many.
// $map: name of the map; $build: text, what marks the areas of this build
MATCH (area:Area)
WHERE area.map = $map AND area.build <> $build
DETACH DELETE area
RETURN count(*) AS deleted
