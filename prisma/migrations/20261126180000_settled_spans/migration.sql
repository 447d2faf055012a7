-- The rows of a trace are a function of its spans (docs/decisions/0004). Stored rows therefore keep what their spans reported themselves.
ALTER TABLE spans RENAME COLUMN told_by TO described_in;
ALTER TABLE spans RENAME COLUMN asked_at TO input_at;
ALTER TABLE spans RENAME COLUMN lends TO log_record;
-- The calls as the span reported them, as JSON. Set only when another row describes the same calls.
ALTER TABLE spans ADD COLUMN own_calls text;

-- Log records are found by the span that they are attached to, and no longer by a response id made of its id.
UPDATE spans SET response_id = NULL WHERE response_id LIKE 'span:%';
-- Few rows: copies and log records.
CREATE INDEX spans_duplicates_idx ON spans (project_id, day, trace_id, duplicate_of) WHERE duplicate_of IS NOT NULL;
