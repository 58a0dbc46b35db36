// Lists loads, the newest first.
// Returns one record: loads, list of [id, source, started, finished, read, new, changed, same, refused].
// $first: integer, the most loads to return
MATCH (load:Load)
WITH load ORDER BY load.started DESC, load.id LIMIT $first
RETURN collect([
  load.id, load.source, load.started, load.finished, load.read_count, load.new_count,
  load.changed_count, load.same_count, load.refused_count
]) AS loads
