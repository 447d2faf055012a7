-- A span without an end may still be going on: how long it took is unknown, and not nothing. What was stored before with 0 stays, since nobody can
-- tell it from a span that took no time.
ALTER TABLE spans ALTER COLUMN duration_ns DROP NOT NULL;

-- Spans that count and have no end: with one of them a trace took at least as long as is seen.
ALTER TABLE traces ADD COLUMN open_count integer NOT NULL DEFAULT 0;

-- In the order by duration such traces are those of which it is not known. The expression is that of packages/db/src/queries/trace-orders.ts.
DROP INDEX traces_duration_idx;
CREATE INDEX traces_duration_idx ON traces (project_id,
  (coalesce(CASE WHEN open_count = 0 THEN extract(epoch FROM ended_at - started_at)::float8 END, -1)) DESC, trace_id DESC);

-- What the planner knows of an index over an expression it knows from here.
ANALYZE traces;
