-- Thinking that the run of an agent tells (docs/decisions/0023) was counted as thinking without text. Whether it has one is not known: its calls may
-- show it. So it is a share of its own, and not hidden.

-- In answer_cost, too: it is that part of it which is thinking all the same. So a total is the sum of the columns it was, and its indexes stay.
ALTER TABLE traces ADD COLUMN untold_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE model_rollups ADD COLUMN untold_tokens bigint NOT NULL DEFAULT 0, ADD COLUMN untold_cost bigint NOT NULL DEFAULT 0;

UPDATE traces SET untold_cost = told.cost, answer_cost = answer_cost + told.cost, no_text_cost = no_text_cost - told.cost,
  hidden_reasoning_tokens = hidden_reasoning_tokens - told.tokens
FROM (
  SELECT project_id, trace_id, coalesce(sum(no_text_tokens), 0) AS tokens, coalesce(sum(no_text_cost), 0) AS cost
  FROM spans WHERE usage_source = 'run' AND duplicate_of IS NULL GROUP BY 1, 2
) AS told
WHERE traces.project_id = told.project_id AND traces.trace_id = told.trace_id;

-- Of runs whose spans are forgotten a rollup knows no more than that they had no text.
UPDATE model_rollups AS rollups SET untold_tokens = told.tokens, untold_cost = told.cost, answer_cost = answer_cost + told.cost,
  no_text_cost = no_text_cost - told.cost, no_text_tokens = no_text_tokens - told.tokens
FROM (
  SELECT project_id, date_trunc('hour', started_at, 'UTC') AS hour, coalesce(provider, 'unknown') AS provider,
    coalesce(response_model, request_model, 'unknown') AS model, coalesce(agent_name, '') AS agent_name,
    coalesce(reasoning_effort, '') AS reasoning_effort, coalesce(sum(no_text_tokens), 0) AS tokens, coalesce(sum(no_text_cost), 0) AS cost
  FROM spans WHERE usage_source = 'run' AND duplicate_of IS NULL GROUP BY 1, 2, 3, 4, 5, 6
) AS told
WHERE rollups.project_id = told.project_id AND rollups.hour = told.hour AND rollups.provider = told.provider AND rollups.model = told.model
  AND rollups.agent_name = told.agent_name AND rollups.reasoning_effort = told.reasoning_effort;

UPDATE spans SET readable_tokens = NULL, summary_tokens = NULL, no_text_tokens = NULL, readable_cost = NULL, summary_cost = NULL, no_text_cost = NULL
WHERE kind IN ('agent', 'chain') AND no_text_tokens IS NOT NULL;
