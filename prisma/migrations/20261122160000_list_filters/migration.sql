-- A list in any order and by any value, however many traces there are. All of it is on the one row of a trace, so a batch pays once a trace and
-- not once a span. The expressions are those of packages/db/src/queries/trace-orders.ts.

-- Who ran a trace and how hard it was told to think: what only the spans said, and a filter looked for in each of them. The first 50 of each.
ALTER TABLE traces ADD COLUMN agents text[] NOT NULL DEFAULT '{}', ADD COLUMN efforts text[] NOT NULL DEFAULT '{}';
UPDATE traces SET agents = named.agents, efforts = named.efforts
FROM (
  SELECT project_id, trace_id,
    coalesce((array_agg(DISTINCT agent_name COLLATE "C") FILTER (WHERE agent_name IS NOT NULL))[1:50], '{}') AS agents,
    coalesce((array_agg(DISTINCT reasoning_effort COLLATE "C") FILTER (WHERE reasoning_effort IS NOT NULL))[1:50], '{}') AS efforts
  FROM (
    SELECT DISTINCT project_id, trace_id, agent_name, reasoning_effort FROM spans WHERE agent_name IS NOT NULL OR reasoning_effort IS NOT NULL
  ) AS each_once
  GROUP BY project_id, trace_id
) AS named
WHERE traces.project_id = named.project_id AND traces.trace_id = named.trace_id;

-- One index for all that a trace is named by: several at once are asked for together, and a value in most traces takes bytes, not rows.
CREATE INDEX traces_values_idx ON traces USING gin (project_id, user_id, environment, models, tags, agents, efforts);

-- The orders that no index has yet. Of errors only the traces with any: they are few, and all others are alike.
CREATE INDEX traces_steps_idx ON traces (project_id, step_count DESC, trace_id DESC);
CREATE INDEX traces_thinking_idx ON traces (project_id,
  (coalesce(CASE WHEN generations_reporting > 0 THEN reasoning_tokens END, -1)) DESC, trace_id DESC);
CREATE INDEX traces_duration_idx ON traces (project_id, (extract(epoch FROM ended_at - started_at)::float8) DESC, trace_id DESC);
CREATE INDEX traces_errors_idx ON traces (project_id, error_count DESC, trace_id DESC) WHERE error_count > 0;

-- What the planner knows of an index over an expression it knows from here.
ANALYZE traces;
