// Finds the newest load of the same files that did not come to its end.
// Returns id, source, started, input_at, items_done, report; or nothing.
// $inputs_key: text that loads of the same files share
MATCH (load:Load {inputs_key: $inputs_key})
WHERE load.finished IS NULL
WITH load ORDER BY load.started DESC LIMIT 1
RETURN
  load.id AS id, load.source AS source, load.started AS started, load.input_at AS input_at,
  load.items_done AS items_done, load.report AS report
