-- Contents that came in log records reach the row of their span (docs/decisions/0020).
ALTER TABLE spans
  -- The log record that describes the calls of this span: what the row says of its thinking and its answer is of that record. NULL = the span's own.
  ADD COLUMN told_by bytea,
  -- When the log record was written that `input_preview` is of. NULL = the span's own.
  ADD COLUMN asked_at timestamptz,
  -- Of a log record: what it tells of the thinking of its span, without a word of it, as JSON (packages/db/src/lent-thinking.ts).
  ADD COLUMN lends text;
