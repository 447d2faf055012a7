-- Traces in the order of their cost, where a cost of 0 is one only if something was counted that has a price: runs that failed before anything was
-- counted, and those that called no model, stood among the free ones. The expression is that of packages/db/src/queries/trace-numbers.ts.
DROP INDEX traces_cost_idx;
CREATE INDEX traces_cost_idx ON traces (project_id,
  (coalesce(CASE WHEN input_cost + answer_cost + readable_cost + summary_cost + no_text_cost > 0
      OR generations_unpriced = 0 AND input_tokens + output_tokens > 0
    THEN input_cost + answer_cost + readable_cost + summary_cost + no_text_cost END, -1)) DESC, trace_id DESC);

-- What the planner knows of an index over an expression it knows from here.
ANALYZE traces;
