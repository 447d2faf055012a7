-- Keys may delete traces.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check
  CHECK (scopes <@ ARRAY['ingest', 'read', 'figures', 'scores', 'admin'] AND cardinality(scopes) > 0);

-- Answers to writes of the API, for requests that are sent again. Kept for a day.
CREATE TABLE idempotency_keys (
  project_id uuid NOT NULL,
  -- Method and path.
  operation text NOT NULL,
  key text NOT NULL,
  -- SHA-256 over the body.
  body_digest bytea NOT NULL,
  status integer NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, operation, key)
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (created_at);
