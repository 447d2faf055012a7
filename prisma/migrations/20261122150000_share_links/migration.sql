-- Links that show one trace to whoever has them, without signing in: what they show, how long, and whether they were taken back.
CREATE TABLE share_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  -- Of the token, which has 256 random bits and is kept nowhere.
  hash bytea NOT NULL UNIQUE,
  shows_thoughts boolean NOT NULL,
  shows_said boolean NOT NULL,
  shows_arguments boolean NOT NULL,
  shows_results boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A link never outlives its maker's account; while the account is no member of the project it shows nothing.
  created_by text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- NULL = never.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX share_links_project_id_trace_id_idx ON share_links (project_id, trace_id);
