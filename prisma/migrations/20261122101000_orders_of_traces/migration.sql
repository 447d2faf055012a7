-- The dearest traces and those with the most hidden thinking, of all time, without reading every trace. The expressions are those by which
-- packages/db/src/queries/trace-list.ts sorts. They are on the one row of a trace, not on those of its spans, so a batch pays for them once a trace.
CREATE INDEX traces_cost_idx ON traces (project_id,
  (coalesce(CASE WHEN generations_unpriced < generation_count OR generation_count = 0
    THEN input_cost + answer_cost + readable_cost + summary_cost + no_text_cost END, -1)) DESC, trace_id DESC);
CREATE INDEX traces_hidden_idx ON traces (project_id,
  (coalesce((summary_cost + no_text_cost)::float8 / nullif(input_cost + answer_cost + readable_cost + summary_cost + no_text_cost, 0), -1)) DESC, trace_id DESC);
