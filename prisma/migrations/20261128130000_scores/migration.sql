-- Keys may write scores without reading anything.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check
  CHECK (scopes <@ ARRAY['ingest', 'read', 'scores'] AND cardinality(scopes) > 0);

-- What people and evaluators say of a trace, a step or a thought. A score may arrive before the spans of its trace, so
-- it refers to no row.
CREATE TABLE scores (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  -- Null: the whole trace.
  span_id bytea CHECK (octet_length(span_id) = 8),
  target text NOT NULL CHECK (target IN ('trace', 'step', 'thought')),
  -- Null: a comment.
  name text,
  -- A number may have the label that its evaluator gave it; a category is a label alone.
  number double precision CHECK (number > '-Infinity' AND number < 'Infinity'),
  label text,
  thumbs boolean,
  comment text,
  source text NOT NULL CHECK (source IN ('screen', 'sdk', 'otlp', 'api')),
  -- The user, or the key that it was sent with.
  author_id text,
  key_id uuid,
  -- What arrives again under the same key is the same score.
  idempotency_key text NOT NULL,
  -- When it was first stored.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its sender gave or changed it. An update that is older than the stored one changes nothing.
  updated_at timestamptz NOT NULL,
  -- A removed score has no content. Its row stays, so that what is sent again does not bring it back.
  removed_at timestamptz,
  PRIMARY KEY (project_id, id),
  CONSTRAINT scores_target CHECK ((target = 'trace') = (span_id IS NULL)),
  CONSTRAINT scores_value CHECK (CASE
    WHEN removed_at IS NOT NULL THEN num_nonnulls(name, number, label, thumbs, comment) = 0
    WHEN name IS NULL THEN comment IS NOT NULL AND num_nonnulls(number, label, thumbs) = 0
    ELSE num_nonnulls(coalesce(number::text, label), thumbs) = 1
  END)
);
CREATE UNIQUE INDEX scores_idempotency_key_key ON scores (project_id, idempotency_key);
CREATE INDEX scores_trace_idx ON scores (project_id, trace_id);
CREATE INDEX scores_name_idx ON scores (project_id, name) WHERE removed_at IS NULL;
CREATE INDEX scores_recent_idx ON scores (project_id, created_at DESC, id DESC);
