/**
 * The statements of recount.ts: count totals and rollups again from the stored spans and calls of one project ($1), and
 * compare them with what is stored. The rules are those of totals.ts (packages/trace), deliberately written a second time, in SQL
 * over the tables, so that each implementation checks the other.
 */
import { TASKS } from '@subtext/reasoning';
import { HISTOGRAM_BUCKETS, LATENCY_BOUNDS, LATENCY_BUCKETS } from '@subtext/trace';

/** A table of sums, and the query that counts it again. */
export interface CountedTable {
  table: 'traces' | 'model_rollups' | 'tool_rollups';
  /** Key columns besides project_id, each with its SQL expression as text. */
  keys: Readonly<Record<string, string>>;
  sums: readonly string[];
  /** The `integer[]` columns, with their numbers of buckets. */
  histograms: Readonly<Record<string, number>>;
  /**
   * Returns a query for the keys, the sums and the histograms over the spans and calls that the condition `of` selects.
   * `of` may use only columns that both tables have.
   */
  count: (of: string) => string;
}

const SPENT_TOKENS = ['input_tokens', 'cache_read_tokens', 'output_tokens'] as const;
export const SPENT_MONEY = [
  'input_cost',
  'answer_cost',
  'untold_cost',
  'readable_cost',
  'summary_cost',
  'no_text_cost',
] as const;
const SPEND = [
  'generations_reporting',
  'generations_unpriced',
  'runs_counted',
  'generations_in_runs',
  ...SPENT_TOKENS,
  'reasoning_tokens',
  ...SPENT_MONEY,
] as const;

const inList = (kinds: readonly string[]): string => `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;

const TASK_KINDS = inList(TASKS);

/** All model calls: those that think, and those that do not. */
export const MODEL_CALLS: string = inList(['generation', ...TASKS]);

/**
 * Spans that have a row in model_rollups: model calls, and runs that count instead of them. A duplicate is already
 * counted.
 */
export const IS_OF_MODEL = `duplicate_of IS NULL AND (kind IN ${MODEL_CALLS} OR usage_source = 'run')`;

/**
 * Those of them whose own usage counts. A run repeats the usage of the generations in it, or reports it when they do
 * not.
 */
export const SPENDS = `${IS_OF_MODEL} AND usage_source IS DISTINCT FROM 'run_above'`;

/** A run, whose thinking may or may not have text. NULL means "not a run". */
const IS_RUN = `coalesce(usage_source = 'run', false)`;

const THINKING = 'CASE WHEN reasoning_tokens > output_tokens THEN output_tokens ELSE reasoning_tokens END';

/** All sums that traces and model_rollups share, over the spans whose usage counts. */
const COUNT_SPEND = `
  count(*) FILTER (WHERE ${SPENDS} AND kind NOT IN ${TASK_KINDS} AND reasoning_tokens IS NOT NULL) AS generations_reporting,
  count(*) FILTER (WHERE ${SPENDS} AND total_cost IS NULL
    AND NOT (status = 'error' AND input_tokens IS NULL AND output_tokens IS NULL)) AS generations_unpriced,
  count(*) FILTER (WHERE ${SPENDS} AND ${IS_RUN}) AS runs_counted,
  count(*) FILTER (WHERE ${IS_OF_MODEL} AND kind = 'generation' AND usage_source = 'run_above') AS generations_in_runs,
  ${SPENT_TOKENS.map((column) => `sum(${column}) FILTER (WHERE ${SPENDS}) AS ${column}`).join(', ')},
  sum(${THINKING}) FILTER (WHERE ${SPENDS}) AS reasoning_tokens,
  sum(coalesce(input_cost, 0) + coalesce(cache_read_cost, 0) + coalesce(cache_write_cost, 0)) FILTER (WHERE ${SPENDS}) AS input_cost,
  sum(coalesce(output_cost, 0) - CASE WHEN ${IS_RUN} THEN 0 ELSE coalesce(reasoning_cost, 0) END) FILTER (WHERE ${SPENDS}) AS answer_cost,
  coalesce(sum(reasoning_cost) FILTER (WHERE ${SPENDS} AND ${IS_RUN}), 0) AS untold_cost,
  ${SPENT_MONEY.slice(3)
    .map((column) => `sum(${column}) FILTER (WHERE ${SPENDS}) AS ${column}`)
    .join(', ')}`;

export const HIDDEN = `('summary', 'redacted', 'encrypted', 'withheld')`;

const countTraces = (of: string) => `
  WITH spends AS (
    SELECT trace_id, count(*) FILTER (WHERE duplicate_of IS NULL) AS span_count,
      count(*) FILTER (WHERE duplicate_of IS NULL AND kind = 'generation') AS generation_count,
      count(*) FILTER (WHERE duplicate_of IS NULL AND status = 'error') AS error_count,
      count(*) FILTER (WHERE duplicate_of IS NULL AND duration_ns IS NULL) AS open_count,
      sum(snapshot) FILTER (WHERE duplicate_of IS NULL AND duration_ns IS NULL) AS open_snapshots,
      sum(coalesce(summary_tokens, 0) + coalesce(no_text_tokens, 0)) FILTER (WHERE ${SPENDS}) AS hidden_reasoning_tokens,
      ${COUNT_SPEND}
    FROM spans WHERE ${of} GROUP BY trace_id
  ), asked AS (
    SELECT trace_id, span_id, type, thought_count, thinking_state, reasoning_tokens, reasoning_ref,
      row_number() OVER calls AS place,
      lag(CASE WHEN thought_count > 0 THEN call_id ELSE reasoning_ref END) OVER calls AS previous_thought
    FROM tool_calls WHERE ${of} AND described_by = 'generation'
    WINDOW calls AS (PARTITION BY trace_id, span_id ORDER BY call_index)
  ), of_spans AS (
    SELECT trace_id, span_id, count(*) FILTER (WHERE type NOT IN ('answer', 'trailing')) AS calls,
      count(*) FILTER (WHERE place = 1 OR type IN ('answer', 'trailing') OR thought_count > 0
        OR thinking_state = 'shared' AND reasoning_ref IS NOT NULL AND reasoning_ref IS DISTINCT FROM previous_thought
        OR thinking_state IN ${HIDDEN} AND reasoning_tokens IS NOT NULL) AS steps
    FROM asked GROUP BY trace_id, span_id
  ), stepped AS (
    SELECT trace_id, sum(coalesce(calls, 0)) AS call_count,
      sum(CASE WHEN duplicate_of IS NOT NULL THEN greatest(0, coalesce(steps, 0) - 1)
        WHEN kind = 'generation' THEN greatest(1, coalesce(steps, 0)) ELSE coalesce(steps, 0) END) AS step_count
    FROM spans LEFT JOIN of_spans USING (trace_id, span_id) WHERE ${of} GROUP BY trace_id
  )
  SELECT * FROM spends JOIN stepped USING (trace_id)`;

/** The key columns of model_rollups, computed from a span. */
export const ROLLUP_KEYS = {
  hour: `date_trunc('hour', started_at, 'UTC')`,
  provider: `coalesce(provider, 'unknown')`,
  model: `coalesce(response_model, request_model, 'unknown')`,
  agent: `coalesce(agent_name, '')`,
  effort: `coalesce(reasoning_effort, '')`,
} as const;

/** The sums of model_rollups, over spans that match IS_OF_MODEL. */
export const COUNT_ROLLUP = `
  count(*) FILTER (WHERE kind = 'generation') AS generations,
  count(*) FILTER (WHERE kind = 'generation' AND status = 'error') AS errors,
  ${['readable_tokens', 'summary_tokens', 'no_text_tokens'].map((column) => `sum(${column}) FILTER (WHERE ${SPENDS}) AS ${column}`).join(', ')},
  coalesce(sum(${THINKING}) FILTER (WHERE ${SPENDS} AND ${IS_RUN}), 0) AS untold_tokens,
  count(*) FILTER (WHERE ${SPENDS} AND kind IN ${TASK_KINDS}) AS task_calls,
  ${COUNT_SPEND}`;

/** Model calls whose latency counts, among the spans that match IS_OF_MODEL. */
const HAS_LATENCY = `(kind = 'generation' OR kind IN ${TASK_KINDS} AND usage_source IS DISTINCT FROM 'run_above')`;

/** As an array, so that each duration is looked up once: a condition for each bucket would take twice as long. */
const LATENCY_BOUNDS_ARRAY = `ARRAY[${LATENCY_BOUNDS.join(', ')}]::bigint[]`;

/** Counts the rows of each bucket (latency-histogram.ts). A row without a duration is in none. */
const latencyHistogram = (nanoseconds: string, condition: string) => `ARRAY(
    SELECT count(found)::integer FROM generate_series(0, ${LATENCY_BUCKETS - 1}) AS bucket
    LEFT JOIN unnest(
      array_agg(width_bucket(${nanoseconds}, ${LATENCY_BOUNDS_ARRAY})) FILTER (WHERE ${condition} AND ${nanoseconds} IS NOT NULL)
    ) AS found ON found = bucket
    GROUP BY bucket ORDER BY bucket)`;

/** The histograms of model_rollups, over spans that match IS_OF_MODEL. */
export const COUNT_MODEL_LATENCIES = `${latencyHistogram('duration_ns', HAS_LATENCY)} AS duration_histogram,
  ${latencyHistogram('ttft_ms * 1000000::bigint', HAS_LATENCY)} AS first_token_histogram`;

const countModels = (of: string) => `
  SELECT ${ROLLUP_KEYS.hour} AS hour, ${ROLLUP_KEYS.provider} AS provider, ${ROLLUP_KEYS.model} AS model,
    ${ROLLUP_KEYS.agent} AS agent_name, ${ROLLUP_KEYS.effort} AS reasoning_effort, ${COUNT_ROLLUP},
    ${COUNT_MODEL_LATENCIES}
  FROM spans WHERE ${of} AND ${IS_OF_MODEL} GROUP BY 1, 2, 3, 4, 5`;

/** The requested calls that tool_rollups count. */
export const COUNTED_CALLS = `calls.described_by = 'generation' AND calls.type <> 'trailing'`;
const ofCounted = (condition = 'true') => `FILTER (WHERE ${COUNTED_CALLS} AND ${condition})`;

/** Estimates never enter sums of reported tokens. */
const IS_COUNTED = `calls.reasoning_tokens IS NOT NULL AND calls.reasoning_tokens_source IS DISTINCT FROM 'estimated'`;

const IS_ESTIMATED = `calls.reasoning_tokens_source = 'estimated'`;

/** Bucket 0 counts zeros, bucket i counts 2^(i-1) ≤ tokens < 2^i, and the last bucket counts everything above, too. */
function isInBucket(bucket: number): string {
  if (bucket === 0) return 'calls.reasoning_tokens <= 0';
  const from = `calls.reasoning_tokens >= ${2 ** (bucket - 1)}`;
  return bucket === HISTOGRAM_BUCKETS - 1 ? from : `${from} AND calls.reasoning_tokens < ${2 ** bucket}`;
}

const BUCKETS = Array.from(
  { length: HISTOGRAM_BUCKETS },
  (_, bucket) => `count(*) ${ofCounted(`${IS_COUNTED} AND ${isInBucket(bucket)}`)}::integer`,
);

export const COUNT_CALLS = `count(*) ${ofCounted()} AS calls,
    count(*) ${ofCounted(IS_COUNTED)} AS calls_with_tokens,
    count(calls.reasoning_tokens) ${ofCounted(IS_ESTIMATED)} AS calls_estimated,
    sum(calls.reasoning_tokens) ${ofCounted(IS_ESTIMATED)} AS estimated_tokens,
    sum(calls.reasoning_tokens) ${ofCounted(IS_COUNTED)} AS reasoning_tokens,
    sum(calls.reasoning_cost) ${ofCounted()} AS reasoning_cost,
    sum(calls.reasoning_cost) ${ofCounted(`calls.thinking_state IN ${HIDDEN}`)} AS hidden_cost,
    ARRAY[${BUCKETS.join(', ')}] AS token_histogram`;

const TOOL_SUMS = [
  'calls',
  'calls_with_tokens',
  'calls_estimated',
  'estimated_tokens',
  'reasoning_tokens',
  'reasoning_cost',
  'hidden_cost',
] as const;
const TOOL_HISTOGRAMS = {
  token_histogram: HISTOGRAM_BUCKETS,
  duration_histogram: LATENCY_BUCKETS,
  inferred_histogram: LATENCY_BUCKETS,
} as const;

/** The executions whose durations tool_rollups count. A duplicate is already counted. */
export const EXECUTIONS = `calls.described_by = 'execution' AND calls.status <> 'no_result' AND spans.duplicate_of IS NULL`;
export const COUNT_EXECUTIONS = `${latencyHistogram('calls.duration_ns', `${EXECUTIONS} AND NOT calls.duration_inferred`)} AS duration_histogram,
    ${latencyHistogram('calls.duration_ns', `${EXECUTIONS} AND calls.duration_inferred`)} AS inferred_histogram`;

const noBuckets = (buckets: number) => `array_fill(0, ARRAY[${buckets}])`;

/** A tool may run in a later hour than that of the request, or without one. */
const countTools = (of: string) => `
  SELECT date_trunc('hour', spans.started_at, 'UTC') AS hour, calls.tool_name, ${COUNT_CALLS}, ${COUNT_EXECUTIONS}
  FROM tool_calls AS calls JOIN spans USING (project_id, day, trace_id, span_id)
  WHERE ${of} AND (${COUNTED_CALLS} OR ${EXECUTIONS} AND calls.duration_ns IS NOT NULL) GROUP BY 1, 2`;

/** Selects everything in the project. */
const OF_PROJECT = 'project_id = $1';

const HOUR = `to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

export const COUNTED_TABLES: readonly CountedTable[] = [
  {
    table: 'traces',
    keys: { trace_id: `encode(trace_id, 'hex')` },
    sums: [
      'span_count',
      'generation_count',
      'step_count',
      'call_count',
      'error_count',
      'open_count',
      'open_snapshots',
      'hidden_reasoning_tokens',
      ...SPEND,
    ],
    histograms: {},
    count: countTraces,
  },
  {
    table: 'model_rollups',
    keys: {
      hour: HOUR,
      provider: 'provider',
      model: 'model',
      agent_name: 'agent_name',
      reasoning_effort: 'reasoning_effort',
    },
    sums: [
      'generations',
      'errors',
      'readable_tokens',
      'summary_tokens',
      'no_text_tokens',
      'untold_tokens',
      'task_calls',
      ...SPEND,
    ],
    histograms: { duration_histogram: LATENCY_BUCKETS, first_token_histogram: LATENCY_BUCKETS },
    count: countModels,
  },
  {
    table: 'tool_rollups',
    keys: { hour: HOUR, tool_name: 'tool_name' },
    sums: TOOL_SUMS,
    histograms: TOOL_HISTOGRAMS,
    count: countTools,
  },
];

/** The sums and the histograms. A row that is missing on one side compares as zeros. */
function valuesOf({ sums, histograms }: CountedTable, side: string): string[] {
  const arrays = Object.entries(histograms).map(
    ([histogram, buckets]) => `coalesce(${side}.${histogram}, ${noBuckets(buckets)})`,
  );
  return [...sums.map((sum) => `coalesce(${side}.${sum}, 0)::bigint`), ...arrays];
}

export const columnsOf = ({ sums, histograms }: CountedTable): string[] => [...sums, ...Object.keys(histograms)];

/**
 * FROM and WHERE clauses for rows whose stored and recounted values differ. A trace without a row is being deleted by
 * retention. A rollup whose spans are deleted stays as it is, because it cannot be counted again (retention.ts).
 */
function differing(counted: CountedTable): string {
  const [stored, anew] = [valuesOf(counted, 'stored'), valuesOf(counted, 'anew')];
  const isTraces = counted.table === 'traces';
  return `FROM (SELECT * FROM ${counted.table} WHERE project_id = $1) AS stored ${isTraces ? 'LEFT' : 'FULL'} JOIN (${counted.count(OF_PROJECT)}) AS anew
      USING (${Object.keys(counted.keys).join(', ')})
    WHERE (${stored.join(', ')}) IS DISTINCT FROM (${anew.join(', ')}) ${isTraces ? '' : 'AND stored.spans_forgotten IS NOT TRUE'}`;
}

/** Selects rows that differ: `key`, `stored` and `counted` as text[], in the order of `keys` and of columnsOf. */
export function findDifferences(counted: CountedTable): string {
  const [stored, anew] = [valuesOf(counted, 'stored'), valuesOf(counted, 'anew')];
  const texts = (values: string[]) => `ARRAY[${values.map((value) => `${value}::text`).join(', ')}]`;
  return `
    SELECT ARRAY[${Object.values(counted.keys).join(', ')}] AS key, ${texts(stored)} AS stored, ${texts(anew)} AS counted
    ${differing(counted)} ORDER BY 1`;
}

/** Writes the recounted values into the rows that differ, and inserts missing rollups. */
export function repairTable(counted: CountedTable): string {
  const keys = Object.keys(counted.keys);
  const columns = columnsOf(counted);
  const anew = valuesOf(counted, 'anew').map((value, index) => `${value} AS ${columns[index]}`);
  const rows = `SELECT ${[...keys, ...anew].join(', ')} ${differing(counted)}`;
  if (counted.table === 'traces') {
    return `UPDATE traces SET ${columns.map((column) => `${column} = differing.${column}`).join(', ')}
      FROM (${rows}) AS differing WHERE traces.project_id = $1 AND traces.trace_id = differing.trace_id`;
  }
  return `INSERT INTO ${counted.table} (project_id, ${[...keys, ...columns].join(', ')})
    SELECT $1::uuid, ${[...keys, ...columns].join(', ')} FROM (${rows}) AS differing
    ON CONFLICT (project_id, ${keys.join(', ')}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
