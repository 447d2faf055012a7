-- Durations by bucket, for percentiles of latency. Bucket sizes grow by the root of 2 from 1 ms (latency-histogram.ts).
ALTER TABLE model_rollups
  ADD COLUMN duration_histogram integer[] NOT NULL
    DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}',
  ADD COLUMN first_token_histogram integer[] NOT NULL
    DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}';
ALTER TABLE tool_rollups
  ADD COLUMN duration_histogram integer[] NOT NULL
    DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}',
  ADD COLUMN inferred_histogram integer[] NOT NULL
    DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}';

-- Rows from before: counted from the spans that are still stored. Hours whose spans are deleted have no latencies.
UPDATE model_rollups AS rollup SET duration_histogram = counted.durations, first_token_histogram = counted.first_tokens
FROM (
  SELECT project_id, hour, provider, model, agent_name, reasoning_effort,
  ARRAY[
    count(*) FILTER (WHERE duration = 0), count(*) FILTER (WHERE duration = 1),
    count(*) FILTER (WHERE duration = 2), count(*) FILTER (WHERE duration = 3),
    count(*) FILTER (WHERE duration = 4), count(*) FILTER (WHERE duration = 5),
    count(*) FILTER (WHERE duration = 6), count(*) FILTER (WHERE duration = 7),
    count(*) FILTER (WHERE duration = 8), count(*) FILTER (WHERE duration = 9),
    count(*) FILTER (WHERE duration = 10), count(*) FILTER (WHERE duration = 11),
    count(*) FILTER (WHERE duration = 12), count(*) FILTER (WHERE duration = 13),
    count(*) FILTER (WHERE duration = 14), count(*) FILTER (WHERE duration = 15),
    count(*) FILTER (WHERE duration = 16), count(*) FILTER (WHERE duration = 17),
    count(*) FILTER (WHERE duration = 18), count(*) FILTER (WHERE duration = 19),
    count(*) FILTER (WHERE duration = 20), count(*) FILTER (WHERE duration = 21),
    count(*) FILTER (WHERE duration = 22), count(*) FILTER (WHERE duration = 23),
    count(*) FILTER (WHERE duration = 24), count(*) FILTER (WHERE duration = 25),
    count(*) FILTER (WHERE duration = 26), count(*) FILTER (WHERE duration = 27),
    count(*) FILTER (WHERE duration = 28), count(*) FILTER (WHERE duration = 29),
    count(*) FILTER (WHERE duration = 30), count(*) FILTER (WHERE duration = 31),
    count(*) FILTER (WHERE duration = 32), count(*) FILTER (WHERE duration = 33),
    count(*) FILTER (WHERE duration = 34), count(*) FILTER (WHERE duration = 35),
    count(*) FILTER (WHERE duration = 36), count(*) FILTER (WHERE duration = 37),
    count(*) FILTER (WHERE duration = 38), count(*) FILTER (WHERE duration = 39),
    count(*) FILTER (WHERE duration = 40), count(*) FILTER (WHERE duration = 41),
    count(*) FILTER (WHERE duration = 42), count(*) FILTER (WHERE duration = 43),
    count(*) FILTER (WHERE duration = 44), count(*) FILTER (WHERE duration = 45),
    count(*) FILTER (WHERE duration = 46), count(*) FILTER (WHERE duration = 47)
  ]::integer[] AS durations,
  ARRAY[
    count(*) FILTER (WHERE first_token = 0), count(*) FILTER (WHERE first_token = 1),
    count(*) FILTER (WHERE first_token = 2), count(*) FILTER (WHERE first_token = 3),
    count(*) FILTER (WHERE first_token = 4), count(*) FILTER (WHERE first_token = 5),
    count(*) FILTER (WHERE first_token = 6), count(*) FILTER (WHERE first_token = 7),
    count(*) FILTER (WHERE first_token = 8), count(*) FILTER (WHERE first_token = 9),
    count(*) FILTER (WHERE first_token = 10), count(*) FILTER (WHERE first_token = 11),
    count(*) FILTER (WHERE first_token = 12), count(*) FILTER (WHERE first_token = 13),
    count(*) FILTER (WHERE first_token = 14), count(*) FILTER (WHERE first_token = 15),
    count(*) FILTER (WHERE first_token = 16), count(*) FILTER (WHERE first_token = 17),
    count(*) FILTER (WHERE first_token = 18), count(*) FILTER (WHERE first_token = 19),
    count(*) FILTER (WHERE first_token = 20), count(*) FILTER (WHERE first_token = 21),
    count(*) FILTER (WHERE first_token = 22), count(*) FILTER (WHERE first_token = 23),
    count(*) FILTER (WHERE first_token = 24), count(*) FILTER (WHERE first_token = 25),
    count(*) FILTER (WHERE first_token = 26), count(*) FILTER (WHERE first_token = 27),
    count(*) FILTER (WHERE first_token = 28), count(*) FILTER (WHERE first_token = 29),
    count(*) FILTER (WHERE first_token = 30), count(*) FILTER (WHERE first_token = 31),
    count(*) FILTER (WHERE first_token = 32), count(*) FILTER (WHERE first_token = 33),
    count(*) FILTER (WHERE first_token = 34), count(*) FILTER (WHERE first_token = 35),
    count(*) FILTER (WHERE first_token = 36), count(*) FILTER (WHERE first_token = 37),
    count(*) FILTER (WHERE first_token = 38), count(*) FILTER (WHERE first_token = 39),
    count(*) FILTER (WHERE first_token = 40), count(*) FILTER (WHERE first_token = 41),
    count(*) FILTER (WHERE first_token = 42), count(*) FILTER (WHERE first_token = 43),
    count(*) FILTER (WHERE first_token = 44), count(*) FILTER (WHERE first_token = 45),
    count(*) FILTER (WHERE first_token = 46), count(*) FILTER (WHERE first_token = 47)
  ]::integer[] AS first_tokens
  FROM (
    SELECT project_id, date_trunc('hour', started_at, 'UTC') AS hour, coalesce(provider, 'unknown') AS provider,
      coalesce(response_model, request_model, 'unknown') AS model, coalesce(agent_name, '') AS agent_name,
      coalesce(reasoning_effort, '') AS reasoning_effort,
      width_bucket(duration_ns, ARRAY[
      1000000, 1414214, 2000000, 2828427, 4000000, 5656854, 8000000, 11313708, 16000000, 22627417, 32000000,
      45254834, 64000000, 90509668, 128000000, 181019336, 256000000, 362038672, 512000000, 724077344,
      1024000000, 1448154688, 2048000000, 2896309376, 4096000000, 5792618751, 8192000000, 11585237503,
      16384000000, 23170475006, 32768000000, 46340950012, 65536000000, 92681900024, 131072000000, 185363800047,
      262144000000, 370727600095, 524288000000, 741455200189, 1048576000000, 1482910400379, 2097152000000,
      2965820800758, 4194304000000, 5931641601516, 8388608000000
      ]::bigint[]) AS duration,
      width_bucket(ttft_ms * 1000000::bigint, ARRAY[
      1000000, 1414214, 2000000, 2828427, 4000000, 5656854, 8000000, 11313708, 16000000, 22627417, 32000000,
      45254834, 64000000, 90509668, 128000000, 181019336, 256000000, 362038672, 512000000, 724077344,
      1024000000, 1448154688, 2048000000, 2896309376, 4096000000, 5792618751, 8192000000, 11585237503,
      16384000000, 23170475006, 32768000000, 46340950012, 65536000000, 92681900024, 131072000000, 185363800047,
      262144000000, 370727600095, 524288000000, 741455200189, 1048576000000, 1482910400379, 2097152000000,
      2965820800758, 4194304000000, 5931641601516, 8388608000000
      ]::bigint[]) AS first_token
    FROM spans WHERE duplicate_of IS NULL AND (kind = 'generation' OR usage_source IS DISTINCT FROM 'run_above'
      AND kind IN ('embedding', 'image', 'speech', 'transcription', 'moderation', 'rerank'))
  ) AS calls
  GROUP BY 1, 2, 3, 4, 5, 6
) AS counted
WHERE rollup.project_id = counted.project_id AND rollup.hour = counted.hour AND rollup.provider = counted.provider
  AND rollup.model = counted.model AND rollup.agent_name = counted.agent_name
  AND rollup.reasoning_effort = counted.reasoning_effort;

-- A tool that ran in an hour in which no response requested it had no row.
INSERT INTO tool_rollups (project_id, hour, tool_name, calls, calls_with_tokens, calls_estimated, estimated_tokens,
  reasoning_tokens, reasoning_cost, hidden_cost, token_histogram, duration_histogram, inferred_histogram)
SELECT project_id, hour, tool_name, 0, 0, 0, 0, 0, 0, 0,
  '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}',
  ARRAY[
    count(*) FILTER (WHERE duration = 0 AND NOT inferred),
    count(*) FILTER (WHERE duration = 1 AND NOT inferred),
    count(*) FILTER (WHERE duration = 2 AND NOT inferred),
    count(*) FILTER (WHERE duration = 3 AND NOT inferred),
    count(*) FILTER (WHERE duration = 4 AND NOT inferred),
    count(*) FILTER (WHERE duration = 5 AND NOT inferred),
    count(*) FILTER (WHERE duration = 6 AND NOT inferred),
    count(*) FILTER (WHERE duration = 7 AND NOT inferred),
    count(*) FILTER (WHERE duration = 8 AND NOT inferred),
    count(*) FILTER (WHERE duration = 9 AND NOT inferred),
    count(*) FILTER (WHERE duration = 10 AND NOT inferred),
    count(*) FILTER (WHERE duration = 11 AND NOT inferred),
    count(*) FILTER (WHERE duration = 12 AND NOT inferred),
    count(*) FILTER (WHERE duration = 13 AND NOT inferred),
    count(*) FILTER (WHERE duration = 14 AND NOT inferred),
    count(*) FILTER (WHERE duration = 15 AND NOT inferred),
    count(*) FILTER (WHERE duration = 16 AND NOT inferred),
    count(*) FILTER (WHERE duration = 17 AND NOT inferred),
    count(*) FILTER (WHERE duration = 18 AND NOT inferred),
    count(*) FILTER (WHERE duration = 19 AND NOT inferred),
    count(*) FILTER (WHERE duration = 20 AND NOT inferred),
    count(*) FILTER (WHERE duration = 21 AND NOT inferred),
    count(*) FILTER (WHERE duration = 22 AND NOT inferred),
    count(*) FILTER (WHERE duration = 23 AND NOT inferred),
    count(*) FILTER (WHERE duration = 24 AND NOT inferred),
    count(*) FILTER (WHERE duration = 25 AND NOT inferred),
    count(*) FILTER (WHERE duration = 26 AND NOT inferred),
    count(*) FILTER (WHERE duration = 27 AND NOT inferred),
    count(*) FILTER (WHERE duration = 28 AND NOT inferred),
    count(*) FILTER (WHERE duration = 29 AND NOT inferred),
    count(*) FILTER (WHERE duration = 30 AND NOT inferred),
    count(*) FILTER (WHERE duration = 31 AND NOT inferred),
    count(*) FILTER (WHERE duration = 32 AND NOT inferred),
    count(*) FILTER (WHERE duration = 33 AND NOT inferred),
    count(*) FILTER (WHERE duration = 34 AND NOT inferred),
    count(*) FILTER (WHERE duration = 35 AND NOT inferred),
    count(*) FILTER (WHERE duration = 36 AND NOT inferred),
    count(*) FILTER (WHERE duration = 37 AND NOT inferred),
    count(*) FILTER (WHERE duration = 38 AND NOT inferred),
    count(*) FILTER (WHERE duration = 39 AND NOT inferred),
    count(*) FILTER (WHERE duration = 40 AND NOT inferred),
    count(*) FILTER (WHERE duration = 41 AND NOT inferred),
    count(*) FILTER (WHERE duration = 42 AND NOT inferred),
    count(*) FILTER (WHERE duration = 43 AND NOT inferred),
    count(*) FILTER (WHERE duration = 44 AND NOT inferred),
    count(*) FILTER (WHERE duration = 45 AND NOT inferred),
    count(*) FILTER (WHERE duration = 46 AND NOT inferred),
    count(*) FILTER (WHERE duration = 47 AND NOT inferred)
  ]::integer[],
  ARRAY[
    count(*) FILTER (WHERE duration = 0 AND inferred), count(*) FILTER (WHERE duration = 1 AND inferred),
    count(*) FILTER (WHERE duration = 2 AND inferred), count(*) FILTER (WHERE duration = 3 AND inferred),
    count(*) FILTER (WHERE duration = 4 AND inferred), count(*) FILTER (WHERE duration = 5 AND inferred),
    count(*) FILTER (WHERE duration = 6 AND inferred), count(*) FILTER (WHERE duration = 7 AND inferred),
    count(*) FILTER (WHERE duration = 8 AND inferred), count(*) FILTER (WHERE duration = 9 AND inferred),
    count(*) FILTER (WHERE duration = 10 AND inferred), count(*) FILTER (WHERE duration = 11 AND inferred),
    count(*) FILTER (WHERE duration = 12 AND inferred), count(*) FILTER (WHERE duration = 13 AND inferred),
    count(*) FILTER (WHERE duration = 14 AND inferred), count(*) FILTER (WHERE duration = 15 AND inferred),
    count(*) FILTER (WHERE duration = 16 AND inferred), count(*) FILTER (WHERE duration = 17 AND inferred),
    count(*) FILTER (WHERE duration = 18 AND inferred), count(*) FILTER (WHERE duration = 19 AND inferred),
    count(*) FILTER (WHERE duration = 20 AND inferred), count(*) FILTER (WHERE duration = 21 AND inferred),
    count(*) FILTER (WHERE duration = 22 AND inferred), count(*) FILTER (WHERE duration = 23 AND inferred),
    count(*) FILTER (WHERE duration = 24 AND inferred), count(*) FILTER (WHERE duration = 25 AND inferred),
    count(*) FILTER (WHERE duration = 26 AND inferred), count(*) FILTER (WHERE duration = 27 AND inferred),
    count(*) FILTER (WHERE duration = 28 AND inferred), count(*) FILTER (WHERE duration = 29 AND inferred),
    count(*) FILTER (WHERE duration = 30 AND inferred), count(*) FILTER (WHERE duration = 31 AND inferred),
    count(*) FILTER (WHERE duration = 32 AND inferred), count(*) FILTER (WHERE duration = 33 AND inferred),
    count(*) FILTER (WHERE duration = 34 AND inferred), count(*) FILTER (WHERE duration = 35 AND inferred),
    count(*) FILTER (WHERE duration = 36 AND inferred), count(*) FILTER (WHERE duration = 37 AND inferred),
    count(*) FILTER (WHERE duration = 38 AND inferred), count(*) FILTER (WHERE duration = 39 AND inferred),
    count(*) FILTER (WHERE duration = 40 AND inferred), count(*) FILTER (WHERE duration = 41 AND inferred),
    count(*) FILTER (WHERE duration = 42 AND inferred), count(*) FILTER (WHERE duration = 43 AND inferred),
    count(*) FILTER (WHERE duration = 44 AND inferred), count(*) FILTER (WHERE duration = 45 AND inferred),
    count(*) FILTER (WHERE duration = 46 AND inferred), count(*) FILTER (WHERE duration = 47 AND inferred)
  ]::integer[]
FROM (
  SELECT project_id, date_trunc('hour', spans.started_at, 'UTC') AS hour, calls.tool_name,
    calls.duration_inferred AS inferred,
    width_bucket(calls.duration_ns, ARRAY[
      1000000, 1414214, 2000000, 2828427, 4000000, 5656854, 8000000, 11313708, 16000000, 22627417, 32000000,
      45254834, 64000000, 90509668, 128000000, 181019336, 256000000, 362038672, 512000000, 724077344,
      1024000000, 1448154688, 2048000000, 2896309376, 4096000000, 5792618751, 8192000000, 11585237503,
      16384000000, 23170475006, 32768000000, 46340950012, 65536000000, 92681900024, 131072000000, 185363800047,
      262144000000, 370727600095, 524288000000, 741455200189, 1048576000000, 1482910400379, 2097152000000,
      2965820800758, 4194304000000, 5931641601516, 8388608000000
    ]::bigint[]) AS duration
  FROM tool_calls AS calls JOIN spans USING (project_id, day, trace_id, span_id)
  WHERE calls.described_by = 'execution' AND calls.status <> 'no_result' AND calls.duration_ns IS NOT NULL
    AND spans.duplicate_of IS NULL
) AS executions
GROUP BY 1, 2, 3
ON CONFLICT (project_id, hour, tool_name) DO UPDATE SET
  duration_histogram = excluded.duration_histogram, inferred_histogram = excluded.inferred_histogram;
