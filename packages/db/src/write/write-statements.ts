/** The SQL statements of a batch, in the order in which write-batch.ts runs them. */
import type { CopyTable } from '../postgres/copy-rows.ts';
import { columnList, columnOf, rowsFromJson, type Columns } from '../postgres/json-rows.ts';
import { asIso, ofGivenSpan, SPAN_KEYS } from '../rows/span-keys.ts';
import { MERGED_FACTS, TRACE_FACTS, TRACE_KEYS } from '../rows/trace-facts.ts';

/** Columns that the write path decides for each batch. */
export const DECIDED_COLUMNS = {
  responseId: 'text',
  duplicateOf: 'hex',
  priceId: 'bigint',
  toldBy: 'hex',
  askedAt: 'timestamptz',
  lends: 'text',
  usageSource: 'text',
} as const satisfies Columns;

/** In nano-dollars. */
export const COST_COLUMNS = {
  inputCost: 'bigint',
  cacheReadCost: 'bigint',
  cacheWriteCost: 'bigint',
  cacheWriteHourCost: 'bigint',
  outputCost: 'bigint',
  reasoningCost: 'bigint',
  readableCost: 'bigint',
  summaryCost: 'bigint',
  noTextCost: 'bigint',
  totalCost: 'bigint',
} as const satisfies Columns;

export const SPAN_COLUMNS = {
  parentSpanId: 'hex',
  kind: 'text',
  name: 'text',
  startedAt: 'timestamptz',
  durationNs: 'bigint',
  status: 'text',
  statusMessage: 'text',
  service: 'text',
  scope: 'text',
  convention: 'text',
  agentName: 'text',
  callId: 'text',
  toolName: 'text',
  provider: 'text',
  requestModel: 'text',
  responseModel: 'text',
  finishReason: 'text',
  reasoningEffort: 'text',
  streaming: 'boolean',
  ttftMs: 'integer',
  incomplete: 'boolean',
  inputTokens: 'bigint',
  cacheReadTokens: 'bigint',
  cacheWriteTokens: 'bigint',
  cacheWriteHourTokens: 'bigint',
  outputTokens: 'bigint',
  reasoningTokens: 'bigint',
  reasoningSource: 'text',
  thinkingState: 'text',
  readableTokens: 'bigint',
  summaryTokens: 'bigint',
  noTextTokens: 'bigint',
  ...COST_COLUMNS,
  costSource: 'text',
  inputPreview: 'text',
  outputPreview: 'text',
  droppedAttributes: 'integer',
  snapshot: 'integer',
} as const satisfies Columns;

export const CALL_INDEX = { callIndex: 'integer' } as const satisfies Columns;

export const CALL_COLUMNS = {
  describedBy: 'text',
  type: 'text',
  callId: 'text',
  toolName: 'text',
  parentCallId: 'text',
  startedAt: 'timestamptz',
  durationNs: 'bigint',
  status: 'text',
  incomplete: 'boolean',
  thinkingState: 'text',
  reasoningRef: 'text',
  reasoningTokens: 'bigint',
  reasoningTokensSource: 'text',
  reasoningCost: 'bigint',
  reasoningFormat: 'text',
  reasoningField: 'text',
  thoughtCount: 'integer',
  thoughtCharacters: 'integer',
  thoughtPreview: 'text',
  preamblePreview: 'text',
  argumentsPreview: 'text',
  resultPreview: 'text',
} as const satisfies Columns;

/** Sorted, so that two batches never deadlock. The insert waits for a row that another transaction is creating. */
export const CREATE_TRACES = `
  INSERT INTO traces (project_id, trace_id, day, started_at, ended_at)
  SELECT project_id, trace_id, current_date, started_at, ended_at
  FROM ${rowsFromJson({ ...TRACE_KEYS, startedAt: 'timestamptz', endedAt: 'timestamptz' })} AS given
  ORDER BY project_id, trace_id
  ON CONFLICT (project_id, trace_id) DO NOTHING
  RETURNING project_id AS "projectId", encode(trace_id, 'hex') AS "traceId", day`;

/**
 * The project is also passed as $2, so that a distributed database runs the statement only on the node that holds the
 * project.
 */
export const LOCK_TRACES = `
  SELECT traces.project_id AS "projectId", encode(traces.trace_id, 'hex') AS "traceId", traces.day,
    traces.span_count AS "spanCount", traces.runs_counted AS "runsCounted", traces.instrumentations
  FROM traces JOIN ${rowsFromJson(TRACE_KEYS)} AS given USING (project_id, trace_id)
  WHERE traces.project_id = $2
  ORDER BY traces.project_id, traces.trace_id
  FOR NO KEY UPDATE OF traces`;

/** A log record that has something to fill in for the row of its span. */
const FILLS_A_ROW = `spans.kind = 'span' AND (spans.lends IS NOT NULL OR spans.input_preview IS NOT NULL)`;

/**
 * Generations and log records stored under the batch's response ids: which span counts for each id, and which calls and
 * records exist.
 */
export const FIND_RESPONSES = `
  SELECT spans.project_id AS "projectId", encode(spans.trace_id, 'hex') AS "traceId", spans.response_id AS "responseId",
    min(encode(spans.span_id, 'hex')) FILTER (WHERE duplicate_of IS NULL) AS "spanId",
    bool_or(EXISTS (
      SELECT FROM tool_calls AS calls
      WHERE calls.project_id = $2 AND calls.day = spans.day AND calls.trace_id = spans.trace_id
        AND calls.span_id = spans.span_id AND calls.described_by = 'generation'
    )) AS "hasCalls",
    bool_or(duplicate_of IS NULL AND EXISTS (
      SELECT FROM tool_calls AS calls
      WHERE calls.project_id = $2 AND calls.day = spans.day AND calls.trace_id = spans.trace_id
        AND calls.span_id = spans.span_id AND calls.described_by = 'generation'
    )) AS "countsCalls",
    bool_or(duplicate_of IS NULL AND (spans.input_tokens IS NOT NULL OR spans.output_tokens IS NOT NULL)) AS "hasFigures",
    bool_or(${FILLS_A_ROW}) AS "hasRecords", max((spans.lends::json ->> 'cost')::bigint)::float8 AS "reportedCost"
  FROM spans
  JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date', responseId: 'text' })} AS given USING (project_id, day, trace_id, response_id)
  WHERE spans.project_id = $2 AND (spans.kind = 'generation' OR spans.duplicate_of IS NOT NULL)
  GROUP BY spans.project_id, spans.trace_id, spans.response_id`;

/** The log records that FIND_RESPONSES found, with their content. */
export const FIND_RECORDS = `
  SELECT spans.project_id AS "projectId", encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId",
    encode(spans.duplicate_of, 'hex') AS "attachedTo", ${asIso('spans.started_at')} AS "startedAt", spans.lends,
    spans.input_preview AS "inputPreview", spans.output_preview AS "outputPreview", EXISTS (
      SELECT FROM tool_calls AS calls
      WHERE calls.project_id = $2 AND calls.day = spans.day AND calls.trace_id = spans.trace_id
        AND calls.span_id = spans.span_id AND calls.described_by = 'generation'
    ) AS describes
  FROM spans
  JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date', responseId: 'text' })} AS given USING (project_id, day, trace_id, response_id)
  WHERE spans.project_id = $2 AND spans.duplicate_of IS NOT NULL AND ${FILLS_A_ROW}`;

/**
 * Model calls, including duplicates, stored under the response ids for which log records of the batch report a cost.
 */
export const FIND_COST_TARGETS = `
  SELECT spans.project_id AS "projectId", spans.day::text AS day, encode(spans.trace_id, 'hex') AS "traceId",
    encode(spans.span_id, 'hex') AS "spanId", spans.price_id::text AS "priceId", spans.response_id AS "responseId"
  FROM spans
  JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date', responseId: 'text' })} AS given USING (project_id, day, trace_id, response_id)
  WHERE spans.project_id = $2 AND spans.kind = 'generation'`;

/** Spans described by log records of the batch that already describe their calls themselves. */
export const FIND_DESCRIBED = `
  SELECT DISTINCT calls.project_id AS "projectId", encode(calls.trace_id, 'hex') AS "traceId", encode(calls.span_id, 'hex') AS "spanId"
  FROM tool_calls AS calls
  JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date', spanId: 'hex' })} AS given USING (project_id, day, trace_id, span_id)
  WHERE calls.project_id = $2 AND calls.described_by = 'generation'`;

/** Spans of the batch that are already stored. */
export const FIND_SPANS = `
  SELECT spans.project_id AS "projectId", encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId",
    spans.duration_ns IS NULL AS "isOpen", spans.snapshot
  FROM spans JOIN ${rowsFromJson(SPAN_KEYS)} AS given USING (project_id, day, trace_id, span_id)
  WHERE spans.project_id = $2`;

/**
 * All spans of some traces, with the reported values that distinguish generations (duplicate-groups.ts) and the calls
 * that each row describes.
 */
export const FIND_SKELETONS = `
  SELECT spans.project_id AS "projectId", encode(spans.trace_id, 'hex') AS "traceId", encode(spans.span_id, 'hex') AS "spanId",
    encode(spans.parent_span_id, 'hex') AS "parentSpanId", spans.name, spans.scope, spans.request_model AS "requestModel",
    spans.response_model AS "responseModel", spans.response_id AS "responseId", spans.input_tokens AS "inputTokens",
    spans.output_tokens AS "outputTokens", (extract(epoch FROM spans.started_at) * 1000000)::float8 AS "startedAt",
    spans.duration_ns AS "durationNs", CASE WHEN told_by IS NULL THEN spans.output_preview END AS answer, encode(spans.duplicate_of, 'hex') AS "duplicateOf",
    spans.kind = 'generation' AS "isGeneration", (
      SELECT array_agg(calls.call_id) FROM tool_calls AS calls
      WHERE calls.project_id = $2 AND calls.day = spans.day AND calls.trace_id = spans.trace_id
        AND calls.span_id = spans.span_id AND calls.described_by = 'generation'
    ) AS "callIds"
  FROM spans JOIN ${rowsFromJson({ ...TRACE_KEYS, day: 'date' })} AS given USING (project_id, day, trace_id)
  WHERE spans.project_id = $2`;

const FILLED_COLUMNS = {
  thinkingState: 'text',
  readableTokens: 'bigint',
  summaryTokens: 'bigint',
  noTextTokens: 'bigint',
  readableCost: 'bigint',
  summaryCost: 'bigint',
  noTextCost: 'bigint',
  inputPreview: 'text',
  outputPreview: 'text',
  toldBy: 'hex',
  askedAt: 'timestamptz',
} as const satisfies Columns;

/** The SET list of an UPDATE that takes its values from JSON rows named `given`. */
export const given = (columns: Columns): string =>
  Object.keys(columns)
    .map((property) => `${columnOf(property)} = given.${columnOf(property)}`)
    .join(', ');

/** Updates span rows with what log records fill in. */
export const CHANGE_SPANS = `
  UPDATE spans SET ${given(FILLED_COLUMNS)}
  FROM ${rowsFromJson({ ...SPAN_KEYS, ...FILLED_COLUMNS })} AS given WHERE ${ofGivenSpan('spans')}`;

const CHARGED_COLUMNS = {
  thinkingState: 'text',
  reasoningTokens: 'bigint',
  reasoningTokensSource: 'text',
  reasoningCost: 'bigint',
} as const satisfies Columns;

/** Updates calls of log records with the tokens and cost of their span. */
export const CHANGE_CALLS = `
  UPDATE tool_calls SET ${given(CHARGED_COLUMNS)}
  FROM ${rowsFromJson({ ...SPAN_KEYS, ...CALL_INDEX, ...CHARGED_COLUMNS })} AS given
  WHERE ${ofGivenSpan('tool_calls')} AND tool_calls.call_index = given.call_index`;

export const SPANS: CopyTable = { name: 'spans', columns: [SPAN_KEYS, DECIDED_COLUMNS, SPAN_COLUMNS] };
export const CALLS: CopyTable = { name: 'tool_calls', columns: [SPAN_KEYS, CALL_INDEX, CALL_COLUMNS] };
/** Results that are packed are not in this table (packed-results.ts). */
export const TEXTS: CopyTable = {
  name: 'tool_call_texts',
  columns: [SPAN_KEYS, CALL_INDEX, { thoughts: 'text[]', preamble: 'text', arguments: 'text', result: 'text' }],
};
/** `spanId` is the first of `spanIds` (payload-blocks.ts). */
export const PAYLOADS: CopyTable = {
  name: 'payloads',
  columns: [SPAN_KEYS, { spanIds: 'hex[]', bodies: 'bytea', results: 'bytea' }],
};

export const TRACE_SUMS = [
  'spanCount',
  'generationCount',
  'stepCount',
  'callCount',
  'errorCount',
  'openCount',
  'openSnapshots',
  'generationsReporting',
  'generationsUnpriced',
  'runsCounted',
  'generationsInRuns',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'hiddenReasoningTokens',
  'inputCost',
  'answerCost',
  'untoldCost',
  'readableCost',
  'summaryCost',
  'noTextCost',
] as const;

export const UPDATE_TRACES = `
  UPDATE traces SET
    ${Object.entries(MERGED_FACTS)
      .map(([property, merged]) => `${columnOf(property)} = ${merged}`)
      .join(',\n    ')},
    updated_at = now(),
    ${TRACE_SUMS.map((sum) => `${columnOf(sum)} = traces.${columnOf(sum)} + given.${columnOf(sum)}`).join(',\n    ')}
  FROM ${rowsFromJson({ ...TRACE_KEYS, ...TRACE_FACTS, ...sums(TRACE_SUMS) })} AS given
  WHERE traces.project_id = $2 AND traces.project_id = given.project_id AND traces.trace_id = given.trace_id`;

export const MODEL_KEYS = {
  projectId: 'uuid',
  hour: 'timestamptz',
  provider: 'text',
  model: 'text',
  agentName: 'text',
  reasoningEffort: 'text',
} as const;
const MODEL_SUMS = [
  'generations',
  'generationsReporting',
  'generationsUnpriced',
  'runsCounted',
  'generationsInRuns',
  'errors',
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'readableTokens',
  'summaryTokens',
  'noTextTokens',
  'untoldTokens',
  'inputCost',
  'answerCost',
  'untoldCost',
  'readableCost',
  'summaryCost',
  'noTextCost',
] as const;

export const ADD_MODEL_ROLLUPS = addToRollup({ table: 'model_rollups', keys: MODEL_KEYS, added: MODEL_SUMS });

export const TOOL_KEYS = { projectId: 'uuid', hour: 'timestamptz', toolName: 'text' } as const;
const TOOL_SUMS = [
  'calls',
  'callsWithTokens',
  'callsEstimated',
  'estimatedTokens',
  'reasoningTokens',
  'reasoningCost',
  'hiddenCost',
] as const;

export const ADD_TOOL_ROLLUPS = addToRollup({
  table: 'tool_rollups',
  keys: TOOL_KEYS,
  added: TOOL_SUMS,
  histogram: 'tokenHistogram',
});

interface Rollup {
  table: string;
  keys: Columns;
  added: readonly string[];
  /** Name of an array column that is added bucket by bucket. */
  histogram?: string;
}

/** Rollup rows are locked after the traces and in sorted order. All batches take their last locks in this order. */
function addToRollup({ table, keys, added, histogram }: Rollup): string {
  const columns: Columns = { ...keys, ...sums(added), ...(histogram && { [histogram]: 'integer[]' }) };
  const changes = added.map((sum) => `${columnOf(sum)} = ${table}.${columnOf(sum)} + excluded.${columnOf(sum)}`);
  if (histogram) changes.push(`${columnOf(histogram)} = ${sumOfBuckets(table, columnOf(histogram))}`);
  return `
  INSERT INTO ${table} (${columnList(columns)})
  SELECT * FROM ${rowsFromJson(columns)} AS given ORDER BY ${columnList(keys)}
  ON CONFLICT (${columnList(keys)}) DO UPDATE SET ${changes.join(', ')}`;
}

function sumOfBuckets(table: string, column: string): string {
  return `ARRAY(SELECT mine + theirs FROM unnest(${table}.${column}, excluded.${column})
    WITH ORDINALITY AS buckets (mine, theirs, bucket) ORDER BY bucket)`;
}

/** Sums are passed as bigint; a narrower column converts the value. */
export function sums<Name extends string>(names: readonly Name[]): Record<Name, 'bigint'> {
  return Object.fromEntries(names.map((name) => [name, 'bigint'])) as Record<Name, 'bigint'>;
}
