// Lists loads, the newest first.
// Returns one record: loads, list of [id, source, started, finished, report as JSON].
// $first: integer, the most loads to return
MATCH (load:Load)
WITH load ORDER BY load.started DESC, load.id LIMIT $first
RETURN collect([load.id, load.source, load.started, load.finished, load.report]) AS loads
