-- Masking and capture: what of a project's spans may be stored. No row = everything.
CREATE TABLE project_rules (
  project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  -- packages/db/src/masking/rules.ts; what does not fit it withholds everything.
  rules jsonb NOT NULL,
  -- Counts the changes: nobody overwrites rules that they have not seen.
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text REFERENCES users (id) ON DELETE SET NULL
);

-- Spans as they were sent, those of one trace that arrived together in one row, packed by packages/db/src/payload-blocks.ts. `span_id` is the
-- first of `span_ids`; `bodies` holds a line of JSON a span, as zstd, or plain. Rows from before are blocks of one span, plain.
ALTER TABLE payloads ADD COLUMN span_ids bytea[], ADD COLUMN bodies bytea;
UPDATE payloads SET span_ids = ARRAY[span_id], bodies = convert_to(replace(body, E'\n', ' '), 'UTF8');
ALTER TABLE payloads ALTER COLUMN span_ids SET NOT NULL, ALTER COLUMN bodies SET NOT NULL, DROP COLUMN body;
-- Compressed already.
ALTER TABLE payloads ALTER COLUMN bodies SET STORAGE EXTERNAL;
