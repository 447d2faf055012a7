-- Billed thinking beside the text that is held of it (docs/checks.md, billed-above-text): sums of the model calls of a
-- trace that report their thinking tokens and hold all of the text.
CREATE TABLE billed_thinking (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL CHECK (octet_length(trace_id) = 16),
  -- On which the model calls started, in UTC.
  day date NOT NULL,
  model text NOT NULL,
  basis text NOT NULL CHECK (basis IN ('verbatim', 'summary')),
  steps integer NOT NULL,
  tokens bigint NOT NULL,
  -- UTF-8, of all thoughts.
  bytes bigint NOT NULL,
  PRIMARY KEY (project_id, trace_id, day, model, basis)
);
-- Enough for the sums over a time range, without the rows.
CREATE INDEX billed_thinking_day_idx ON billed_thinking (project_id, day) INCLUDE (model, basis, steps, tokens, bytes);
