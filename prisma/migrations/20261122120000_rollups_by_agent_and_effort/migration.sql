-- Spend by agent and by reasoning effort, from the rollup that has it by model: the key grows by both, '' where nobody named one.
ALTER TABLE model_rollups
  ADD COLUMN agent_name text NOT NULL DEFAULT '',
  ADD COLUMN reasoning_effort text NOT NULL DEFAULT '';
ALTER TABLE model_rollups ALTER COLUMN agent_name DROP DEFAULT, ALTER COLUMN reasoning_effort DROP DEFAULT;
ALTER TABLE model_rollups DROP CONSTRAINT model_rollups_pkey,
  ADD PRIMARY KEY (project_id, hour, provider, model, agent_name, reasoning_effort);

-- Rows from before are split by what the stored spans say: what they name is counted anew and taken out of the row under '', so that the sum of
-- every hour and model stays exactly what it was. What came from spans that are forgotten stays under ''. Two plain statements, since a
-- distributed database runs each where the project is.
INSERT INTO model_rollups (project_id, hour, provider, model, agent_name, reasoning_effort, generations, generations_reporting,
  generations_unpriced, errors, input_tokens, cache_read_tokens, output_tokens, reasoning_tokens, readable_tokens, summary_tokens,
  no_text_tokens, input_cost, answer_cost, readable_cost, summary_cost, no_text_cost)
SELECT project_id, date_trunc('hour', started_at, 'UTC'), coalesce(provider, 'unknown'), coalesce(response_model, request_model, 'unknown'),
  coalesce(agent_name, ''), coalesce(reasoning_effort, ''),
  count(*) FILTER (WHERE kind = 'generation'),
  count(*) FILTER (WHERE kind = 'generation' AND reasoning_tokens IS NOT NULL),
  count(*) FILTER (WHERE kind = 'generation' AND total_cost IS NULL
    AND NOT (status = 'error' AND input_tokens IS NULL AND output_tokens IS NULL)),
  count(*) FILTER (WHERE kind = 'generation' AND status = 'error'),
  coalesce(sum(input_tokens), 0), coalesce(sum(cache_read_tokens), 0), coalesce(sum(output_tokens), 0), coalesce(sum(reasoning_tokens), 0),
  coalesce(sum(readable_tokens), 0), coalesce(sum(summary_tokens), 0), coalesce(sum(no_text_tokens), 0),
  sum(coalesce(input_cost, 0) + coalesce(cache_read_cost, 0) + coalesce(cache_write_cost, 0)),
  sum(coalesce(output_cost, 0) - coalesce(reasoning_cost, 0)),
  coalesce(sum(readable_cost), 0), coalesce(sum(summary_cost), 0), coalesce(sum(no_text_cost), 0)
FROM spans
WHERE duplicate_of IS NULL AND kind IN ('generation', 'embedding') AND (agent_name <> '' OR reasoning_effort <> '')
GROUP BY 1, 2, 3, 4, 5, 6;
UPDATE model_rollups AS unnamed SET
  generations = unnamed.generations - named.generations,
  generations_reporting = unnamed.generations_reporting - named.generations_reporting,
  generations_unpriced = unnamed.generations_unpriced - named.generations_unpriced,
  errors = unnamed.errors - named.errors,
  input_tokens = unnamed.input_tokens - named.input_tokens,
  cache_read_tokens = unnamed.cache_read_tokens - named.cache_read_tokens,
  output_tokens = unnamed.output_tokens - named.output_tokens,
  reasoning_tokens = unnamed.reasoning_tokens - named.reasoning_tokens,
  readable_tokens = unnamed.readable_tokens - named.readable_tokens,
  summary_tokens = unnamed.summary_tokens - named.summary_tokens,
  no_text_tokens = unnamed.no_text_tokens - named.no_text_tokens,
  input_cost = unnamed.input_cost - named.input_cost,
  answer_cost = unnamed.answer_cost - named.answer_cost,
  readable_cost = unnamed.readable_cost - named.readable_cost,
  summary_cost = unnamed.summary_cost - named.summary_cost,
  no_text_cost = unnamed.no_text_cost - named.no_text_cost
FROM (
  SELECT project_id, hour, provider, model,
    sum(generations) AS generations,
    sum(generations_reporting) AS generations_reporting,
    sum(generations_unpriced) AS generations_unpriced,
    sum(errors) AS errors,
    sum(input_tokens) AS input_tokens,
    sum(cache_read_tokens) AS cache_read_tokens,
    sum(output_tokens) AS output_tokens,
    sum(reasoning_tokens) AS reasoning_tokens,
    sum(readable_tokens) AS readable_tokens,
    sum(summary_tokens) AS summary_tokens,
    sum(no_text_tokens) AS no_text_tokens,
    sum(input_cost) AS input_cost,
    sum(answer_cost) AS answer_cost,
    sum(readable_cost) AS readable_cost,
    sum(summary_cost) AS summary_cost,
    sum(no_text_cost) AS no_text_cost
  FROM model_rollups WHERE agent_name <> '' OR reasoning_effort <> '' GROUP BY 1, 2, 3, 4
) AS named
WHERE unnamed.project_id = named.project_id AND unnamed.hour = named.hour AND unnamed.provider = named.provider
  AND unnamed.model = named.model AND unnamed.agent_name = '' AND unnamed.reasoning_effort = '';
-- A row of which nothing is left.
DELETE FROM model_rollups WHERE agent_name = '' AND reasoning_effort = '' AND generations = 0 AND input_tokens = 0 AND output_tokens = 0
  AND input_cost = 0 AND answer_cost = 0 AND reasoning_tokens = 0;

-- What the calls of generations that report no thinking are estimated at, apart from all that was reported.
ALTER TABLE tool_rollups ADD COLUMN calls_estimated integer NOT NULL DEFAULT 0, ADD COLUMN estimated_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE tool_rollups ALTER COLUMN calls_estimated DROP DEFAULT, ALTER COLUMN estimated_tokens DROP DEFAULT;
UPDATE tool_rollups AS rollup SET calls_estimated = estimated.calls, estimated_tokens = estimated.tokens
FROM (
  SELECT project_id, date_trunc('hour', spans.started_at, 'UTC') AS hour, calls.tool_name, count(*) AS calls,
    sum(calls.reasoning_tokens) AS tokens
  FROM tool_calls AS calls JOIN spans USING (project_id, day, trace_id, span_id)
  WHERE calls.described_by = 'generation' AND calls.type <> 'trailing' AND calls.reasoning_tokens_source = 'estimated'
    AND calls.reasoning_tokens IS NOT NULL
  GROUP BY 1, 2, 3
) AS estimated
WHERE rollup.project_id = estimated.project_id AND rollup.hour = estimated.hour AND rollup.tool_name = estimated.tool_name;

-- The dearest thoughts of a project first, whatever the day: what one asks of thinking before all else.
CREATE INDEX tool_calls_dearest_idx ON tool_calls (project_id, reasoning_cost DESC, started_at)
  WHERE described_by = 'generation' AND reasoning_cost > 0;
