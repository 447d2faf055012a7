-- Where the server writes exports of a project, and how often.
CREATE TABLE export_targets (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- packages/db/src/projects/export-targets.ts
  place jsonb NOT NULL,
  -- Sealed by packages/export/src/sealed-secret.ts. Null for a directory.
  secret bytea,
  format text NOT NULL CHECK (format IN ('jsonl', 'parquet')),
  -- When the next hourly export is due. Null = it has no schedule.
  next_at timestamptz,
  -- Who saved it, as in the audit log: {id, email, address}. Hourly exports are in their name.
  saved_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name)
);
CREATE INDEX export_targets_due_idx ON export_targets (next_at) WHERE next_at IS NOT NULL;

-- Exports and tests of targets, also of targets that were removed since.
CREATE TABLE export_runs (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  target_id uuid NOT NULL,
  target_name text NOT NULL,
  format text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('changes', 'full', 'test')),
  is_scheduled boolean NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- Why it failed, or why the last attempt did.
  reason text,
  is_stop_requested boolean NOT NULL DEFAULT false,
  -- Failures in a row.
  attempts integer NOT NULL DEFAULT 0,
  -- Not tried before.
  retry_at timestamptz NOT NULL DEFAULT now(),
  -- The folder below the target. Null before the first attempt.
  path text,
  -- Only what changed since. Null: everything, or not begun.
  since timestamptz,
  -- Rows of the files by table, and rows that the database counted.
  rows jsonb NOT NULL DEFAULT '{}',
  stored jsonb NOT NULL DEFAULT '{}',
  files integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (project_id, id),
  CONSTRAINT export_runs_end CHECK (
    (state IN ('waiting', 'running')) = (finished_at IS NULL) AND (state <> 'failed' OR reason IS NOT NULL))
);
CREATE INDEX export_runs_recent_idx ON export_runs (project_id, requested_at DESC, id DESC);
-- Two runs never write to one target at once.
CREATE UNIQUE INDEX export_runs_open_idx ON export_runs (project_id, target_id) WHERE finished_at IS NULL;
