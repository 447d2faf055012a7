-- Where arguments came from, and what the checks found (docs/checks.md). Everything here is computed from the stored
-- trace and can be computed again, so it refers to no row.

-- One row for each trace that was stored or checked since: whether it is due, and what is known of it as a whole.
CREATE TABLE trace_evidence (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  -- Every batch with new spans of the trace adds one.
  revision bigint NOT NULL DEFAULT 1,
  -- Since when it waits to be checked. Null: it does not.
  due_since timestamptz,
  -- Not checked before: it was just changed, another process checks it, or the last attempt failed.
  retry_at timestamptz NOT NULL DEFAULT now(),
  -- Attempts in a row that did not end.
  attempts integer NOT NULL DEFAULT 0,
  -- What kind of error the last attempt ended with. Never with a text of the trace.
  last_error text,
  -- Null: never checked.
  checked_at timestamptz,
  checked_revision bigint,
  -- EVIDENCE_VERSION of the program that checked it.
  checks_version integer,
  -- Model calls that were checked, and those beyond the limits.
  steps integer NOT NULL DEFAULT 0,
  steps_left_out integer NOT NULL DEFAULT 0,
  -- By check, then by reason: how many steps could not be checked.
  not_checked jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, trace_id)
);
CREATE INDEX trace_evidence_due_idx ON trace_evidence (due_since DESC) WHERE due_since IS NOT NULL;

-- How far the traces of a project that were stored before, or checked by an earlier version, are due.
CREATE TABLE evidence_walks (
  project_id uuid NOT NULL PRIMARY KEY,
  checks_version integer NOT NULL,
  -- Traces that started later are due or checked. Null: not begun.
  reached timestamptz,
  reached_id bytea,
  finished_at timestamptz
);

-- What one check found in one trace.
CREATE TABLE trace_checks (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  check_id text NOT NULL,
  -- Of the trace.
  started_at timestamptz NOT NULL,
  findings integer NOT NULL,
  certain integer NOT NULL,
  -- Of the findings that have them, and how many have none. Null: none has.
  tokens bigint,
  without_tokens integer NOT NULL,
  -- Nano-dollars.
  cost bigint,
  without_cost integer NOT NULL,
  -- Steps that this check could not look at, as a whole or in part.
  not_checked integer NOT NULL,
  PRIMARY KEY (project_id, trace_id, check_id)
);
-- Enough for the list and for sums over a time range, without the rows.
CREATE INDEX trace_checks_found_idx ON trace_checks (project_id, check_id, started_at DESC, trace_id DESC)
  INCLUDE (findings, certain, tokens, without_tokens, cost, without_cost) WHERE findings > 0;

CREATE TABLE check_findings (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  number integer NOT NULL,
  check_id text NOT NULL,
  -- The model call, and the call of a tool when the finding is about one.
  span_id bytea NOT NULL CHECK (octet_length(span_id) = 8),
  call_index integer,
  confidence text NOT NULL CHECK (confidence IN ('certain', 'likely')),
  tokens bigint,
  -- Nano-dollars.
  cost bigint,
  -- packages/evidence/src/stored/stored-evidence.ts: thoughts by their position, never their text.
  evidence jsonb NOT NULL,
  PRIMARY KEY (project_id, trace_id, number)
);

-- Where the values of the arguments of a call came from: paths and places, never values.
CREATE TABLE call_origins (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  span_id bytea NOT NULL CHECK (octet_length(span_id) = 8),
  call_index integer NOT NULL,
  unsourced integer NOT NULL,
  invented integer NOT NULL,
  -- packages/evidence/src/stored/stored-origins.ts
  origins jsonb NOT NULL,
  PRIMARY KEY (project_id, trace_id, span_id, call_index)
);
