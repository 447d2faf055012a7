-- Requests to delete the traces that match a condition. The finished row is the receipt.
CREATE TABLE deletions (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- The user or key, as in the audit log: {id, email, address}.
  requested_by jsonb NOT NULL,
  -- packages/db/src/projects/deletion-condition.ts
  condition jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- Why it failed.
  reason text,
  is_stop_requested boolean NOT NULL DEFAULT false,
  -- Failures in a row.
  attempts integer NOT NULL DEFAULT 0,
  -- The last day whose matching traces are in deletion_traces.
  collected_until date,
  is_collected boolean NOT NULL DEFAULT false,
  -- Rows by kind.
  foreseen jsonb NOT NULL DEFAULT '{}',
  deleted jsonb NOT NULL DEFAULT '{}',
  -- Traces that a legal hold kept, by hold: [{id, kind, value, reason, traces}]. Null until the end.
  held jsonb,
  -- Traces that were gone, or no longer matched, when it was their turn.
  changed bigint NOT NULL DEFAULT 0,
  -- Traces that matched at the end and no hold covers, such as those that arrived since. Null until the end.
  remaining bigint,
  -- SHA-256 over the sorted ids of the deleted traces. Null until the end.
  digest bytea,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (project_id, id),
  CONSTRAINT deletions_receipt CHECK (
    (state IN ('waiting', 'running')) = (finished_at IS NULL)
    AND (finished_at IS NULL OR state = 'failed' OR num_nulls(held, remaining, digest) = 0)
    AND (state = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX deletions_recent_idx ON deletions (project_id, requested_at DESC, id DESC);
CREATE INDEX deletions_open_idx ON deletions (requested_at) WHERE finished_at IS NULL;

-- The traces that a deletion in progress found, and what became of each. Emptied when it is finished.
CREATE TABLE deletion_traces (
  project_id uuid NOT NULL,
  deletion_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  day date NOT NULL,
  spans integer NOT NULL,
  -- Null: not its turn yet.
  outcome text CHECK (outcome IN ('deleted', 'held', 'changed')),
  hold_id uuid,
  PRIMARY KEY (project_id, deletion_id, trace_id),
  CONSTRAINT deletion_traces_hold CHECK ((outcome IS NOT DISTINCT FROM 'held') = (hold_id IS NOT NULL))
);
CREATE INDEX deletion_traces_next_idx ON deletion_traces (project_id, deletion_id, day, trace_id) WHERE outcome IS NULL;
