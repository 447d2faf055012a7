-- Sums took thinking tokens as they were told, also where a call tells more of them than of its output, of which they are a part. They count up to
-- the output, as ingest does it now: `countedThinking` of packages/reasoning. What each call told stays on its row.
UPDATE traces SET reasoning_tokens = traces.reasoning_tokens - beyond.tokens
FROM (
  SELECT project_id, trace_id, sum(reasoning_tokens - output_tokens) AS tokens FROM spans
  WHERE reasoning_tokens > output_tokens AND duplicate_of IS NULL AND kind IN ('generation', 'embedding')
  GROUP BY project_id, trace_id
) AS beyond
WHERE traces.project_id = beyond.project_id AND traces.trace_id = beyond.trace_id;

UPDATE model_rollups AS rollup SET reasoning_tokens = rollup.reasoning_tokens - beyond.tokens
FROM (
  SELECT project_id, date_trunc('hour', started_at, 'UTC') AS hour, coalesce(provider, 'unknown') AS provider,
    coalesce(response_model, request_model, 'unknown') AS model, coalesce(agent_name, '') AS agent_name,
    coalesce(reasoning_effort, '') AS reasoning_effort, sum(reasoning_tokens - output_tokens) AS tokens
  FROM spans
  WHERE reasoning_tokens > output_tokens AND duplicate_of IS NULL AND kind IN ('generation', 'embedding')
  GROUP BY 1, 2, 3, 4, 5, 6
) AS beyond
WHERE rollup.project_id = beyond.project_id AND rollup.hour = beyond.hour AND rollup.provider = beyond.provider
  AND rollup.model = beyond.model AND rollup.agent_name = beyond.agent_name AND rollup.reasoning_effort = beyond.reasoning_effort;
