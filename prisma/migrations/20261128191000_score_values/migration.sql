-- Traces are found by the value of a score, and the scores of a trace are read with the page of the list that it is on.
-- Each index is enough for its query, without the rows.
DROP INDEX scores_name_idx;
CREATE INDEX scores_name_idx ON scores (project_id, name, label, thumbs, number, trace_id) WHERE removed_at IS NULL;
CREATE INDEX scores_number_idx ON scores (project_id, name, number, trace_id)
  WHERE removed_at IS NULL AND number IS NOT NULL;
CREATE INDEX scores_values_idx ON scores (project_id, trace_id, name, number, label, thumbs)
  WHERE removed_at IS NULL AND name IS NOT NULL;
