-- Model calls that do not think (embeddings; images, speech, transcriptions, moderations and rerankings have no rows yet) are counted by model, and
-- those without a cost are in the counts of calls without one: a total that lacks them is a lower bound.
ALTER TABLE model_rollups ADD COLUMN task_calls integer NOT NULL DEFAULT 0;

UPDATE traces SET generations_unpriced = generations_unpriced + told.unpriced
FROM (
  SELECT project_id, trace_id, count(*) AS unpriced FROM spans
  WHERE kind = 'embedding' AND duplicate_of IS NULL AND usage_source IS DISTINCT FROM 'run_above' AND total_cost IS NULL
    AND NOT (status = 'error' AND input_tokens IS NULL AND output_tokens IS NULL)
  GROUP BY 1, 2
) AS told
WHERE traces.project_id = told.project_id AND traces.trace_id = told.trace_id;

-- An embedding without usage had no row.
INSERT INTO model_rollups (project_id, hour, provider, model, agent_name, reasoning_effort, generations, generations_reporting,
  errors, input_tokens, cache_read_tokens, output_tokens, reasoning_tokens, readable_tokens, summary_tokens, no_text_tokens,
  input_cost, answer_cost, readable_cost, summary_cost, no_text_cost, task_calls, generations_unpriced)
SELECT project_id, date_trunc('hour', started_at, 'UTC'), coalesce(provider, 'unknown'),
  coalesce(response_model, request_model, 'unknown'), coalesce(agent_name, ''), coalesce(reasoning_effort, ''),
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*),
  count(*) FILTER (WHERE total_cost IS NULL AND NOT (status = 'error' AND input_tokens IS NULL AND output_tokens IS NULL))
FROM spans WHERE kind = 'embedding' AND duplicate_of IS NULL AND usage_source IS DISTINCT FROM 'run_above'
GROUP BY 1, 2, 3, 4, 5, 6
ON CONFLICT (project_id, hour, provider, model, agent_name, reasoning_effort) DO UPDATE SET
  task_calls = model_rollups.task_calls + excluded.task_calls,
  generations_unpriced = model_rollups.generations_unpriced + excluded.generations_unpriced;
