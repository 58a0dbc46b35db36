// Reads how far a load has come.
// Returns input_at, the number of the input it is at; items_done, how many items of that are written.
// $id: id of the load
MATCH (load:Load {id: $id})
RETURN load.input_at AS input_at, load.items_done AS items_done
