-- What was stored of late, so that screens that are open can follow: one row a transaction of ingest, kept for minutes (packages/db/src/live-feed.ts).
-- Readers ask for what one snapshot of PostgreSQL sees and an earlier one does not. So nothing is passed over, however commits overtake each other.
CREATE TABLE stored_batches (
  project_id uuid NOT NULL,
  -- pg_current_xact_id() of the transaction that stored the spans.
  transaction_id bigint NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  -- Side by side: the trace of each span.
  trace_ids bytea[] NOT NULL,
  span_ids bytea[] NOT NULL,
  PRIMARY KEY (project_id, transaction_id)
);
